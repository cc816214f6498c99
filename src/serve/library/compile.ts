import { filesIn, inPassingFolder } from "../../platform/passing-folder.ts";
import { quietWorld } from "../../platform/quiet-world.ts";
import { findingsJson } from "../../report/forms/json.ts";
import { reportOf } from "../../compiler/views/run-report.ts";
import { passes } from "../../compiler/run/passes.ts";
import { runRepository } from "../../compiler/run/run.ts";
import type { CheckOptions } from "./options.ts";
import { requestOf, severityOf } from "./request.ts";
import type { Compiled } from "./results.ts";
import { opened, type Source } from "./source.ts";

/** See api.ts. */
export async function compile(source: Source, options: CheckOptions): Promise<Compiled> {
  const failOn = severityOf(options);
  return opened(source, (root) =>
    inPassingFolder(async (folder) => {
      const outcome = await runRepository(requestOf(root, options, { folder, withSecrets: false }), quietWorld());
      return {
        passes: passes(outcome, failOn),
        document: findingsJson(reportOf(outcome, "")),
        files: filesIn(folder),
      };
    }),
  );
}
