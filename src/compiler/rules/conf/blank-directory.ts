import { type Problem, defineDiagnostic, name, say } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { importWorkingDirKey } from "../../model/site.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  for (const [key, field] of [
    ["STAGING_DIR", "workstation.stagingDir"],
    [importWorkingDirKey(env.site, env.release), "workstation.importWorkingDir"],
  ] as const) {
    const decision = env.files.connector?.keys.get(key)?.decision;
    // kit/vendor-value reports a directory that is blank in the kit's conf and that no other layer decides
    if (!decision || decision.secret || decision.layer === "kit" || decision.value.trim() !== "") continue;
    yield blankDirectory.at(decision.place, { key, field }, { pointer: decision.pointer });
  }
}

const IMPORT = "importWorkingDir: 'D:\\plm\\import'";

const blankDirectory = defineDiagnostic({
  id: "conf/blank-directory",
  severity: "error",
  title: "a working directory is blank",
  why: "The first import fails, not the start. A blank import working directory leaves the connector without one.",
  remedy: "Name a folder, or leave the field out to keep the kit's value (see kit/vendor-value).",
  clauses: ["B5"],
  message: ({ key, field }: { readonly key: string; readonly field: string }) => ({
    message: say`${name(key)} would be blank`,
    notes: [say`the connector then has no directory to work in, and imports and exports fail`],
    help: say`give ${name(field)} a folder that exists on the workstations`,
  }),
  fails: { file: "environments/demo/environment.yaml", replace: IMPORT, with: "importWorkingDir: ''" },
  passes: [{ file: "environments/demo/environment.yaml", replace: IMPORT, with: "importWorkingDir: 'E:\\import'" }],
});

export const rule: EnvironmentRule = { ...blankDirectory, scope: "environment", check };
