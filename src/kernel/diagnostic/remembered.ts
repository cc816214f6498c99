/** The most results that one cache of texts keeps: enough for what a thousand environments of one release have in common. */
const MOST = 2_000;
const LONGEST = 200;

/**
 * Returns a function that caches the results of `convert`, for texts that most environments share. Not for values of secrets.
 * Nothing is evicted: common texts come with the first environments, and later ones would replace them with texts of one environment.
 */
export function memoize<T>(convert: (text: string) => T): (text: string) => T {
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
