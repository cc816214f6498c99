import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { didYouMean } from "../../diagnostic/nearest.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check({ environment, files, release }: CompiledEnvironment): Iterable<Problem> {
  const conf = files.connector;
  if (!conf || !release) return;
  // one of the environment's writes, of whichever file, is tier/keep-write's to refuse
  const writes = release.writes.map(({ key }) => key);
  const known = new Set([...conf.keys.keys(), ...release.known.map((key) => key.text)]);
  for (const key of environment.workstation.keep) {
    if (known.has(key.text) || writes.includes(key.text)) continue;
    yield {
      at: placeOf(key.span),
      pointer: key.pointer,
      message: `workstation.keep names ${key.text}, and the conf of release ${release.name} has no such key${didYouMean(key.text, known)}: a deploy would keep nothing`,
      help: "write the key as the conf spells it, or leave it out",
    };
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "conf/unknown-keep",
  severity: "warning",
  title: "workstation.keep names a key that the conf does not have",
  why: "A deploy keeps the live value of exactly these keys. A misspelt one is not found, and the workstation's own value is replaced by the compiled one.",
  remedy: "Write the key as the kit's conf spells it; names have case.",
  clauses: ["C7"],
  fails: {
    file: ENVIRONMENT,
    replace: "  sessionAgent: none\n",
    with: "  sessionAgent: none\n  keep: [STAGING_DIRECTORY]\n",
  },
  passes: [{ file: ENVIRONMENT, replace: "  sessionAgent: none\n", with: "  sessionAgent: none\n  keep: [STAGING_DIR]\n" }],
  check,
};
