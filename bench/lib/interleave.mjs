import { largest, median, mebibytes, milliseconds, smallest } from "./statistics.mjs";

/**
 * Runs the rivals in turn, A B A B ..., so that a busy machine is busy for all of them.
 * @param {{ name: string, before?: () => void | Promise<void>, go: () => Promise<{ ms: number, cpu: number | null, peak: number | null }> }[]} rivals
 *   `before` is not timed
 * @param {{ rounds: number, warm?: number }} how
 */
export async function interleave(rivals, { rounds, warm = 1 }) {
  const runs = new Map(rivals.map(({ name }) => [name, []]));
  for (let round = -warm; round < rounds; round++) {
    for (const { name, before, go } of rivals) {
      await before?.();
      const figures = await go();
      if (round >= 0) runs.get(name).push(figures);
    }
  }
  return new Map([...runs].map(([name, figures]) => [name, summary(figures)]));
}

function summary(figures) {
  const of = (name) => figures.map((each) => each[name]).filter((value) => value !== null);
  const wall = of("ms");
  const cpu = of("cpu");
  const peak = of("peak");
  return {
    min: smallest(wall),
    median: median(wall),
    max: largest(wall),
    cpu: cpu.length > 0 ? median(cpu) : null,
    peak: peak.length > 0 ? largest(peak) : null,
    runs: wall.length,
  };
}

export const HEAD = ["", "min", "median", "max", "processor time", "peak memory"];

/** One row of a table with HEAD. */
export function row(name, figures) {
  const cpu = figures.cpu === null ? "not measured" : milliseconds(figures.cpu);
  const peak = figures.peak === null ? "not measured" : mebibytes(figures.peak);
  return [name, milliseconds(figures.min), milliseconds(figures.median), milliseconds(figures.max), cpu, peak];
}
