import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { fieldKeys } from "../../compile/decide.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { FILE_ROLES, type FileRole } from "../../model/files.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const { environment, release } = env;
  if (!release) return;
  const lacks = (file: FileRole) => release.base[file] === null && !release.writes.some((write) => write.file === file);
  for (const { file, key, leaf, field } of fieldKeys(environment, env.site, release)) {
    if (!lacks(file)) continue;
    yield {
      at: placeOf(leaf.span),
      pointer: leaf.pointer,
      message: `${field} decides ${key} of the ${file} file, and release ${release.name} has no base/${file}.properties: the setting would go nowhere`,
      help: "take the kit's own file into base/, or leave the field out",
    };
  }
  for (const file of FILE_ROLES) {
    const first = [...environment.workstation.set[file].values()][0];
    if (!first || !lacks(file)) continue;
    yield {
      at: placeOf(first.keySpan),
      message: `workstation.set has keys of the ${file} file, and release ${release.name} has no base/${file}.properties: they would go nowhere`,
      help: "take the kit's own file into base/, or leave the keys out",
    };
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "kit/base-missing",
  severity: "error",
  title: "a setting has no base file to go into",
  why: "Compiled files are the kit's own files with decided keys. Where the release has no such file, nothing is written, and the setting would be lost without a word.",
  remedy: "Take the file into the release's base/, or do not decide its keys.",
  clauses: ["B5"],
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
  check,
};
