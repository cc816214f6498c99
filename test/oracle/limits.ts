import { mkdirSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { runBuilt } from "../cli/built.ts";
import { exampleRepository } from "../support/repository.ts";
import { RUNS, type Shape, soup } from "./nasty.ts";
import { stepOf } from "../support/runs.ts";

/*
 * A large file of anything, for every reader: an answer in words within a heap of 1 GB and 40 seconds of the processor, which growth above
 * linear exceeds many times; a quick machine needs one or two. What is slower is killed by the operating system and the test says so.
 * TIERWRIGHT_FUZZ_SAY prints what was tried, TIERWRIGHT_FUZZ_ALL tries every shape with every reader, TIERWRIGHT_FUZZ_SIZE another size than
 * that of the largest file that is read, TIERWRIGHT_FUZZ_SOUPS more of chance.
 */

const SECONDS = 40;
export const ALL = process.env.TIERWRIGHT_FUZZ_ALL !== undefined;
export const SIZE = Number(process.env.TIERWRIGHT_FUZZ_SIZE ?? 4_180_000);
const SOUPS = Number(process.env.TIERWRIGHT_FUZZ_SOUPS ?? 1);
/** Of the runs of one sign, every so many is tried with a reader, other ones with the next. */
const OF_RUNS = 600;

/** Runs it within the limits; null when it answered in words, otherwise what happened. */
export function within(command: string, folder: string, argv: readonly string[], name: string): string | null {
  const begin = performance.now();
  const found = runBuilt(command, argv, {
    cwd: folder,
    env: { HOME: folder },
    before: ["/bin/sh", "-c", `ulimit -t ${SECONDS}; exec "$@"`, "sh"],
    nodeOptions: ["--max-old-space-size=1024"],
    hangsAfter: 300_000,
  });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const line = `${name}: ${argv.slice(0, 3).join(" ")}: ${seconds} s, exit ${found.code}, ${found.out.length} characters`;
  if (process.env.TIERWRIGHT_FUZZ_SAY) writeSync(2, `${line}\n`);
  if (found.code === null || found.code > 128) return `${line}: it takes longer than ${SECONDS} s, or more than 1 GB`;
  const words = found.out.slice(0, 1e6) + found.err;
  if (![0, 1, 2, 10, 12].includes(found.code) || /internal error|\bRangeError|^\s+at /m.test(words))
    return `${line}: ${found.err.slice(0, 300)}`;
  return null;
}

export interface Reader {
  readonly name: string;
  readonly file: string;
  readonly argv: readonly string[];
  readonly shapes: readonly Shape[];
  /** A sound beginning, so that the reader comes as far as the shape. */
  readonly before?: string | undefined;
  /** Other files that the reader needs. */
  readonly also?: Readonly<Record<string, string>>;
  /** The largest file that is read at all, where it is smaller than others. */
  readonly largest?: number;
  /** Every second of so many shapes, others for the next reader; every second when absent. */
  readonly every?: number;
}

/** What a reader is tried with: the same on every machine. */
export function shapesFor({ shapes, every = 1 }: Reader, index: number): readonly Shape[] {
  const [some, few] = [2 * every * stepOf(2), OF_RUNS * stepOf(2)];
  const own = shapes.filter((_, i) => ALL || i % some === index % some);
  const runs = RUNS.filter((_, i) => ALL || i % few === (index * 7) % few);
  return [...own, ...runs, ...Array.from({ length: SOUPS }, (_, i) => soup(index * 1000 + i))];
}

/** Writes the file into a new example repository and runs the command there. */
export function tryShape(command: string, reader: Reader, shape: Shape): void {
  const { file, argv, before = "", name, also = {}, largest = SIZE } = reader;
  const folder = exampleRepository(also);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), before + shape.text(Math.min(SIZE, largest) - before.length));
  expect(within(command, folder, argv, `${name}, ${shape.name}`)).toBeNull();
}
