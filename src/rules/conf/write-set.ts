import { WRITE_NAMES, namesIn } from "../../compile/names.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { fieldKeys } from "../../compile/decide.ts";
import { didYouMean } from "../../diagnostic/nearest.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { FILE_ROLES } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../model/repository.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

/** The specification's totals: an environment is 14 (file, key) writes over 11 key names. */
const WRITES = 14;
const NAMES = 11;

function* checkTable(release: Release): Iterable<Problem> {
  const at = placeOf(release.writesSpan);
  const names = new Set(release.writes.map((write) => write.key));
  if (release.writes.length !== WRITES || names.size !== NAMES) {
    yield {
      at,
      pointer: "/writes",
      message: `the table has ${release.writes.length} writes over ${names.size} key names; an environment is ${WRITES} writes over ${NAMES} names, so one of the two files would keep an address or transport of the vendor`,
      help: "five keys of the connector file, three of the client file, and Transport, TRANSPORT and IS_TCCS in both",
    };
  }
  const seen = new Map<string, Release["writes"][number]>();
  for (const write of release.writes) {
    const pair = `${write.file}\n${write.key}`;
    const first = seen.get(pair);
    if (first)
      yield {
        at: placeOf(write.keySpan),
        message: `${write.key} of the ${write.file} file is written twice; the last write would win without a word`,
        related: [{ message: "first here", place: placeOf(first.keySpan) }],
        help: "keep one of them",
      };
    seen.set(pair, write);
    for (const name of namesIn(write.value.text)) {
      if (!WRITE_NAMES.includes(name))
        yield {
          at: placeOf(write.value.span),
          pointer: write.value.pointer,
          message: `'{{${name}}}' is no name that a write may use${didYouMean(name, WRITE_NAMES)}`,
          help: `names: ${WRITE_NAMES.join(", ")}`,
        };
    }
  }
}

function* checkSet(env: CompiledEnvironment, release: Release): Iterable<Problem> {
  const fields = fieldKeys(env.environment, env.site);
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
  for (const release of view.releases.values()) yield* checkTable(release);
}

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "conf/write-set",
  severity: "error",
  title: "the set of writes is not the environment's 14 pairs, or another layer decides one of its keys",
  why: "An environment is the set of 14 (file, key) writes over 11 names in two files that nothing keeps in step. A pair that is missing keeps the vendor's value; a key with two owners changes depending on who looks.",
  remedy: "Complete the table in release.yaml; leave keys of the table and of workstation fields out of workstation.set.",
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
