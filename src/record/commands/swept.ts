import { type ExitCode, type Invocation, NL, printResult } from "../../report/index.ts";
import type { SweepWorld } from "../../platform/index.ts";
import { limitPlan, type Series, type Wish } from "../sweep/plan.ts";
import { apply } from "../sweep/sweep.ts";
import { sweepDocument, sweepExit, sweepText } from "../views/sweep.ts";

/**
 * Prints the plan of a sweep, or with --apply carries it out and prints the results. Exit code 0: planned, or done; 1: a file is left that
 * no program has open; 2: no folder could be examined.
 */
export function sweep(invocation: Invocation, { files }: SweepWorld, wish: Wish, found: readonly Series[]): ExitCode {
  const { options, format, host } = invocation;
  const series = limitPlan(found);
  const result = sweepDocument(wish, series, options.has("apply") ? apply(files, series) : null);
  printResult(invocation, result, sweepText);
  const code = sweepExit(result);
  if (code === 2 && format === "json") host.stderr.write(`tierwright: nothing could be examined${NL}`);
  return code;
}
