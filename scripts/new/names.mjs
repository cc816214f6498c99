const WORD = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** A name of lower-case words joined by '-'; anything else is refused with what is expected. */
export function word(text, what) {
  if (!WORD.test(text))
    throw new Error(`'${text}' is not a name for ${what}: lower-case letters, digits and '-' (bad-pin-length)`);
  return text;
}
