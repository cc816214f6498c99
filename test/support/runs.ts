/**
 * Long tables and laws of many runs: the project `unit` plays a part of each, and the project `long`, which finds the files that import this one
 * (vitest.config.ts), all of them; those of test/deploy/swap are whole in the project `conformance`. `.ci/run`, which has forty minutes, tries a sixth of
 * each law, in the project `oracle`, too; the mutation check tries all cases and the laws of `unit`.
 */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The part of long tables and laws that a project plays. */
    tables: "part" | "cases" | "sixth" | "whole";
  }
}

/** Returns how many of `many` runs of a law are tried: in the project `unit` a twentieth. */
export function runs(many: number): number {
  const part = { part: 20, cases: 20, sixth: 6, whole: 1 }[inject("tables")];
  return Math.min(many, Math.max(20, Math.ceil(many / part)));
}

/** Returns the distance between the cases that are tried: `step` in the project `unit`. */
export const stepOf = (step: number): number =>
  ({ part: step, cases: step, sixth: Math.min(step, 6), whole: 1 })[inject("tables")];

/** Returns the first `few` of a list in the project `unit`, and all elsewhere. */
export const first = <T>(few: number, list: readonly T[]): readonly T[] =>
  /part|cases/.test(inject("tables")) ? list.slice(0, few) : list;

/** Returns each `step`-th of a long list of cases in the project `unit`, and all elsewhere. */
export const eachNth = <const T>(step: number, list: readonly T[]): readonly T[] =>
  inject("tables") === "part" ? list.filter((_, i) => i % step === 0) : list;

/** Returns the list begun elsewhere: where `first` takes a few of it, each test takes others, so that all are tried somewhere. */
export function turned<T>(by: number, list: readonly T[]): readonly T[] {
  const begin = by % list.length;
  return [...list.slice(begin), ...list.slice(0, begin)];
}
