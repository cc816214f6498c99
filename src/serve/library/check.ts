import { quietWorld } from "../../platform/index.ts";
import { findingsJson } from "../../report/index.ts";
import { passes, reportOf, runRepository } from "../../compiler/index.ts";
import type { CheckOptions } from "./options.ts";
import { requestOf, severityOf } from "./request.ts";
import type { Checked } from "./results.ts";
import type { Source } from "./options.ts";
import { withSource } from "./source.ts";

/** Implements `check` of api.ts. */
export async function check(source: Source, options: CheckOptions): Promise<Checked> {
  const failOn = severityOf(options);
  return withSource(source, async (tree) => {
    const outcome = await runRepository(requestOf(tree, options, null), quietWorld());
    return { passes: passes(outcome, failOn), document: findingsJson(reportOf(outcome, "")) };
  });
}
