/** Returns a generator of pseudo-random numbers that are equal on every machine for a seed (mulberry32). */
export function chanceOf(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count) => next() % count;
  return { below, one: (list) => list[below(list.length)] };
}
