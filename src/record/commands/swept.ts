import { type ExitCode, type Invocation, NL, printResult } from "../../report/index.ts";
import type { SweepWorld } from "../../platform/index.ts";
import { limitPlan, type Series, type Wish } from "../sweep/plan.ts";
import { apply } from "../sweep/sweep.ts";
import { sweepDocument, sweepExit, sweepText } from "../views/sweep.ts";

/**
 * Prints the plan of a sweep, or with --apply what was deleted. Exit code 0: done as planned; 1: a part could not be deleted; 2: there was
 * nothing to examine.
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
