import {
  type CompareRequest,
  type GateMode,
  type PlanBase,
  compareRepositories,
  environmentNames,
  gateOf,
  planDocument,
  refuseNone,
  repositorySide,
  ruleFiles,
  selectEnvironments,
} from "../../compiler/index.ts";
import { type OpenTree, mergeFiles, quietWorld } from "../../platform/index.ts";
import { VERSION } from "../../kernel/index.ts";
import type { PlanOptions } from "./options.ts";
import { oneOf, runOptions, severityOf } from "./request.ts";
import type { Planned } from "./results.ts";
import type { Source } from "./options.ts";
import { withSource } from "./source.ts";

/** Returns the request that compares the repository after the change (`tree`) with the one before it, whose environments are `others`. */
function requestOf(tree: OpenTree, others: readonly string[], options: PlanOptions): CompareRequest {
  const own = environmentNames(tree);
  refuseNone(own);
  const { environments = [] } = options;
  const names = [...new Set([...own, ...others])].sort();
  return {
    tree: tree.described,
    root: null,
    version: VERSION,
    names: own,
    options: runOptions(options),
    resolve: false,
    asked: environments.length === 0 ? null : new Set(selectEnvironments(environments, names)),
    rules: ruleFiles(tree, mergeFiles(tree.described)),
  };
}

/** Implements `plan` of api.ts. */
export async function plan(before: Source, after: Source, options: PlanOptions): Promise<Planned> {
  const failOn = severityOf(options);
  const mode = oneOf<GateMode>("gate", options.gate, ["all", "new"]);
  const name = options.baseName ?? "base";
  return withSource(before, (old) =>
    withSource(after, async (now) => {
      const side = repositorySide(old);
      const base: PlanBase = { kind: "folder", name, says: name, commit: null, compiler: null };
      const { plan: made } = await compareRepositories(requestOf(now, side.names, options), side, base, quietWorld());
      const gate = gateOf(made, mode, failOn);
      return { passes: gate.open, document: planDocument(made, gate) };
    }),
  );
}
