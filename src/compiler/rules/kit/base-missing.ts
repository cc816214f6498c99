import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { fieldKeys } from "../../compile/decide.ts";
import { type Problem, defineDiagnostic, name, placeOf, say } from "../../../kernel/index.ts";
import { FILE_ROLES, type FileRole } from "../../model/files.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const { environment, release } = env;
  if (!release) return;
  const lacks = (file: FileRole) => release.base[file] === null && !release.writes.some((write) => write.file === file);
  if (!FILE_ROLES.some(lacks)) return;
  for (const { file, key, leaf, field } of fieldKeys(environment, env.site, release)) {
    if (!lacks(file)) continue;
    const found = { by: "field", field, key, file, release: release.name } as const;
    yield baseMissing.at(placeOf(leaf.span), found, { pointer: leaf.pointer });
  }
  for (const file of FILE_ROLES) {
    const first = [...environment.workstation.set[file].values()][0];
    if (!first || !lacks(file)) continue;
    yield baseMissing.at(placeOf(first.keySpan), { by: "set", file, release: release.name });
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

type Args = { readonly file: FileRole; readonly release: string } /** `field` decides `key`, or workstation.set does. */ & (
  | { readonly by: "field"; readonly field: string; readonly key: string }
  | { readonly by: "set" }
);

const baseMissing = defineDiagnostic({
  id: "kit/base-missing",
  severity: "error",
  title: "a setting has no base file to go into",
  why: "Without the kit's file nothing is written. Compiled files are the kit's own files with decided keys, so the setting would silently be lost.",
  remedy: "Copy the file into the release's base/, or do not decide its keys.",
  clauses: ["B5"],
  message: (found: Args) => {
    const file = name(found.file);
    const lacks = say`release ${name(found.release)} has no base/${file}.properties`;
    return found.by === "field"
      ? {
          message: say`${name(found.key)} would not be written: ${lacks}`,
          notes: [say`${name(found.field)} decides it`],
          help: say`copy the kit's own file into base/, or leave the field out`,
        }
      : {
          message: say`keys of workstation.set would not be written: ${lacks}`,
          help: say`copy the kit's own file into base/, or leave the keys out`,
        };
  },
  fails: {
    file: "releases/2606/release.yaml",
    with: `apiVersion: tierwright/v1
kind: ConnectorRelease
release: "2606"
certifiedTiers: ["2606"]
writes: []
`,
    also: [{ file: ENVIRONMENT, replace: 'connector: "2506"', with: 'connector: "2606"' }],
    beside: ["compat/blocked", "compat/tier-out-of-range", "conf/write-set"],
  },
  passes: [
    {
      file: ENVIRONMENT,
      replace: "  payload: { enabled: false, dir: C:/Temp/payload }",
      with: "  payload: { enabled: true, dir: C:/Temp/payload }",
    },
  ],
});

export const rule: EnvironmentRule = { ...baseMissing, scope: "environment", check };
