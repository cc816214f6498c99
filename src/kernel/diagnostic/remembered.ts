/** The most results that one cache of `memoize` keeps: enough for the texts that many environments of one release have in common. */
const MOST = 2_000;
const LONGEST = 200;

/**
 * Returns a function that caches the results of `convert`, for texts that most environments share. It must not get secrets. Nothing is
 * evicted: common texts come with the first environments, and later texts, those of one environment only, would replace them.
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
