import { type Problem, defineDiagnostic, name, nearest, orMeant, placeOf, say } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check({ environment, files, release }: CompiledEnvironment): Iterable<Problem> {
  const conf = files.connector;
  if (!conf || !release) return;
  const { known, writes } = release;
  for (const key of environment.workstation.keep) {
    if (conf.keys.has(key.text) || known.some(({ text }) => text === key.text)) continue;
    // tier/keep-write reports a key in workstation.keep that a write decides, in the connector's or the client library's file
    if (writes.some((write) => write.key === key.text)) continue;
    const near = nearest(key.text, new Set([...conf.keys.keys(), ...known.map(({ text }) => text)]));
    yield unknownKeep.at(placeOf(key.span), { key: key.text, release: release.name, near }, { pointer: key.pointer });
  }
}

const ENVIRONMENT = "environments/demo/environment.yaml";

interface Args {
  readonly key: string;
  readonly release: string;
  readonly near: string | null;
}

const unknownKeep = defineDiagnostic({
  id: "conf/unknown-keep",
  severity: "warning",
  title: "workstation.keep names a key that the conf does not have",
  why: "A deploy keeps the live value of exactly the listed keys. A misspelled one is not found, and the workstation's value is replaced.",
  remedy:
    "Write the key as the kit's conf spells it, with its case; list a key that only workstations have under `known` of release.yaml.",
  clauses: ["C7"],
  message: ({ key, release, near }: Args) => ({
    message: say`workstation.keep names ${name(key)}, which is not in the conf of release ${name(release)}${orMeant(near)}`,
    notes: [say`a deploy keeps the value of a key that the workstation's file spells exactly so, and of no other`],
    help: say`write the key as the conf spells it; list a key that only workstations have under known in ${name(`releases/${release}/release.yaml`)}`,
  }),
  fails: {
    file: ENVIRONMENT,
    replace: "  sessionAgent: none\n",
    with: "  sessionAgent: none\n  keep: [STAGING_DIRECTORY]\n",
  },
  passes: [{ file: ENVIRONMENT, replace: "  sessionAgent: none\n", with: "  sessionAgent: none\n  keep: [STAGING_DIR]\n" }],
});

export const rule: EnvironmentRule = { ...unknownKeep, scope: "environment", check };
