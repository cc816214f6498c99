import { quietWorld } from "../../platform/index.ts";
import { findingsJson } from "../../report/index.ts";
import { passes, reportOf, runRepository } from "../../compiler/index.ts";
import type { CheckOptions } from "./options.ts";
import { requestOf, severityOf } from "./request.ts";
import type { Compiled } from "./results.ts";
import type { Source } from "./options.ts";
import { withSource } from "./source.ts";

/** Implements `compile` of api.ts. */
export async function compile(source: Source, options: CheckOptions): Promise<Compiled> {
  const failOn = severityOf(options);
  return withSource(source, async (tree) => {
    const outcome = await runRepository(requestOf(tree, options, { folder: null, withSecrets: false }), quietWorld());
    const files = [...outcome.files].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      passes: passes(outcome, failOn),
      document: findingsJson(reportOf(outcome, "")),
      files: new Map(files.map(([path, bytes]) => [path, new Uint8Array(bytes)])),
    };
  });
}
