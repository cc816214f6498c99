/** Texts that are kept, and the longest of them: what a thousand environments of one release have in common is less. */
const MOST = 2_000;
const LONGEST = 200;

/**
 * A pure function of a text whose results are kept, for what is the same in most environments. Not for values of secrets. What is common comes
 * with the first environments, so nothing is dropped for what comes later: the texts of one environment alone would soon be all there is.
 */
export function remembered<T>(convert: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > LONGEST) return convert(text);
    let converted = known.get(text);
    if (converted === undefined) {
      converted = convert(text);
      if (known.size < MOST) known.set(text, converted);
    }
    return converted;
  };
}
