import { quietWorld } from "../../platform/quiet-world.ts";
import { findingsJson } from "../../report/forms/json.ts";
import { reportOf } from "../../compiler/views/run-report.ts";
import { passes } from "../../compiler/run/passes.ts";
import { runRepository } from "../../compiler/run/run.ts";
import type { CheckOptions } from "./options.ts";
import { requestOf, severityOf } from "./request.ts";
import type { Checked } from "./results.ts";
import { opened, type Source } from "./source.ts";

/** See api.ts. */
export async function check(source: Source, options: CheckOptions): Promise<Checked> {
  const failOn = severityOf(options);
  return opened(source, async (root) => {
    const outcome = await runRepository(requestOf(root, options, null), quietWorld());
    return { passes: passes(outcome, failOn), document: findingsJson(reportOf(outcome, "")) };
  });
}
