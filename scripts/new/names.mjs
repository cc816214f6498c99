const WORD = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Returns a name of lower-case words joined by '-'. Throws an Error for any other name, with the expected form. */
export function word(text, what) {
  if (!WORD.test(text))
    throw new Error(`'${text}' is not a name for ${what}: lower-case letters, digits and '-' (bad-pin-length)`);
  return text;
}
