import { type CompareRequest, type GateMode, type PlanBase, compareRepositories, gateOf, openRepository, planDocument, refuseNone, repositorySide, ruleFiles, selectEnvironments } from "../../compiler/index.ts";
import { mergeFiles, quietWorld } from "../../platform/index.ts";
import { VERSION } from "../../kernel/index.ts";
import type { PlanOptions } from "./options.ts";
import { oneOf, runOptions, severityOf } from "./request.ts";
import type { Planned } from "./results.ts";
import { opened, type Source } from "./source.ts";

/** The folder after the change, as a comparison asks for it. */
function requestOf(root: string, others: readonly string[], options: PlanOptions): CompareRequest {
  const { files, names: own } = openRepository(root);
  refuseNone(own);
  const { environments = [] } = options;
  const names = [...new Set([...own, ...others])].sort();
  return {
    root,
    version: VERSION,
    names: own,
    options: runOptions(options),
    resolve: false,
    forget: true,
    asked: environments.length === 0 ? null : new Set(selectEnvironments(environments, names)),
    rules: ruleFiles(files, mergeFiles(root)),
  };
}

/** See api.ts. */
export async function plan(before: Source, after: Source, options: PlanOptions): Promise<Planned> {
  const failOn = severityOf(options);
  const mode = oneOf<GateMode>("gate", options.gate, ["all", "new"]);
  const name = options.baseName ?? "base";
  return opened(before, (old) =>
    opened(after, async (now) => {
      openRepository(old);
      const side = repositorySide(old, mergeFiles(old));
      const base: PlanBase = { kind: "folder", name, says: name, commit: null, compiler: null };
      const { plan: made } = await compareRepositories(requestOf(now, side.names, options), side, base, quietWorld());
      const gate = gateOf(made, mode, failOn);
      return { passes: gate.open, document: planDocument(made, gate) };
    }),
  );
}
