import { filesIn, inPassingFolder, quietWorld } from "../../platform/index.ts";
import { findingsJson } from "../../report/index.ts";
import { passes, reportOf, runRepository } from "../../compiler/index.ts";
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
