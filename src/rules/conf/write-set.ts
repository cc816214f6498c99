import { writesOf } from "../../diagnostic/topics.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { fieldKeys } from "../../compile/decide.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { FILE_ROLES } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";
import { tableProblems } from "./write-table.ts";

function* checkSet(env: CompiledEnvironment, release: Release): Iterable<Problem> {
  const fields = fieldKeys(env.environment, env.site, env.release);
  for (const file of FILE_ROLES) {
    for (const [key, { keySpan }] of env.environment.workstation.set[file]) {
      const write = release.writes.find((item) => item.file === file && item.key === key);
      const field = fields.find((item) => item.file === file && item.key === key);
      if (!write && !field) continue;
      const owner = write ? `the write table (${write.value.text})` : `the field ${field?.field}`;
      yield {
        at: placeOf(keySpan),
        message: `workstation.set decides ${key} of the ${file} file, and ${owner} decides it too: a key has one owner`,
        help: write ? "change the tier block; `set` is for keys that nothing else decides" : `use ${field?.field}`,
        related: write
          ? [{ message: "the write", place: placeOf(write.span) }]
          : field
            ? [{ message: "the field", place: placeOf(field.leaf.span) }]
            : [],
      };
    }
  }
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  if (env.release) yield* checkSet(env, env.release);
}

function* checkShared(view: RepositoryView): Iterable<Problem> {
  for (const release of view.releases.values()) {
    const needs = { file: release.path, pointer: "/writes/*/*" };
    for (const problem of tableProblems(release)) yield { ...problem, needs, explains: [writesOf(release.name)] };
  }
}

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "conf/write-set",
  severity: "error",
  title:
    "the set of writes is not the environment's 14 pairs, each fed by its own field, or another layer decides one of its keys",
  why: "An environment is the set of 14 (file, key) writes over 11 names in two files that nothing keeps in step. A pair that is missing keeps the vendor's value; one that another field or a literal feeds sends sign-in or files elsewhere than the environment says; a key with two owners changes depending on who looks.",
  remedy:
    "Complete the table in release.yaml, each value nothing but its own field in two braces ('{{tier.signIn}}'); leave keys of the table and of workstation fields out of workstation.set.",
  clauses: ["B1", "B5"],
  fails: {
    file: "releases/2506/release.yaml",
    replace: "  - { file: client, key: IS_TCCS, value: '{{tier.isTccs}}', decides: whether the local channel is used }\n",
    with: "",
  },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: "  sessionAgent: none\n",
      with: "  sessionAgent: none\n  set: { connector: { SteretypeNameTrucationLimit: 40 } }\n",
    },
  ],
  check,
  checkShared,
};
