/** Packs a list of numbers as pairs of a number and its repetitions, because neighbouring environments mostly have equal values. */
export function packRuns(values: readonly number[]): readonly number[] {
  const pairs: number[] = [];
  for (const value of values) {
    const last = pairs.length - 2;
    if (last >= 0 && pairs[last] === value) pairs[last + 1] = (pairs[last + 1] ?? 0) + 1;
    else pairs.push(value, 1);
  }
  return pairs;
}

export function unpackRuns(pairs: readonly number[]): readonly number[] {
  const values: number[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2)
    for (let times = pairs[i + 1] ?? 0; times > 0; times--) values.push(pairs[i] ?? 0);
  return values;
}

/** Returns ascending numbers as a text of ranges: '0-3 7'. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    const first = numbers[i] ?? 0;
    let last = first;
    while (numbers[++i] === last + 1) last++;
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(" ");
}

export const inRanges = (ranges: string, number: number): boolean =>
  ranges.split(" ").some((range) => {
    const [first = "", last = first] = range.split("-");
    return first !== "" && Number(first) <= number && number <= Number(last);
  });
