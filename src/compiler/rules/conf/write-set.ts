import {
  type Problem,
  type Text,
  type Wording,
  defineDiagnostic,
  name,
  nearest,
  orMeant,
  placeOf,
  say,
  value,
  words,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { fieldKeys } from "../../compile/decide.ts";
import { FILE_ROLES, type FileRole } from "../../model/files.ts";
import { WRITE_NAMES } from "../../compile/names.ts";
import type { KnownWrite } from "../../model/known-keys.ts";
import { type Release, writeOfPair } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { EnvironmentRule } from "../rule.ts";
import { type Feed, type Pair, type TableFault, type Total, tableProblems } from "./write-table.ts";

function* checkSet(env: CompiledEnvironment, release: Release): Iterable<Problem> {
  const { set } = env.environment.workstation;
  const fields = fieldKeys(env.environment, env.site, env.release);
  const isSet = ({ file, key }: Pair) => set[file].has(key);
  if (!release.writes.some(isSet) && !fields.some(isSet)) return;
  for (const file of FILE_ROLES) {
    for (const [key, { keySpan }] of set[file]) {
      const write = writeOfPair(release, file, key);
      const field = fields.find((item) => item.file === file && item.key === key);
      const found = { what: "owners", key, file } as const;
      if (write) {
        const related = [{ message: say`the write`, place: placeOf(write.span) }];
        yield writeSet.at(placeOf(keySpan), { ...found, by: "table", owner: write.value.text }, { related });
      } else if (field) {
        const related = [{ message: say`the field`, place: placeOf(field.leaf.span) }];
        yield writeSet.at(placeOf(keySpan), { ...found, by: "field", owner: field.field }, { related });
      }
    }
  }
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  if (env.release) yield* checkSet(env, env.release);
}

function* checkShared(view: RepositoryView): Iterable<Problem> {
  for (const release of view.releases.values()) {
    const needs = { file: release.path, pointer: "/writes/*/*" };
    for (const { at, fault, circumstances, pair } of tableProblems(release)) {
      const explains = [{ release: release.name }, { release: release.name, file: pair.file, key: pair.key }];
      yield writeSet.at(at, fault, { ...circumstances, needs, explains });
    }
  }
}

type Fault =
  | TableFault
  /** A key in workstation.set that the release's write table or a field of environment.yaml already decides. */
  | {
      readonly what: "owners";
      readonly key: string;
      readonly file: FileRole;
      readonly by: "table" | "field";
      /** The source of the key's value: the text of the write's `value`, or the name of the field of environment.yaml. */
      readonly owner: string;
    };

const pair = ({ file, key }: Pair): Text => say`${name(key)} of the ${words(file)} file`;
const filled = (field: string): Text => say`'{{${words(field)}}}'`;
const entry = ({ file, key, value }: KnownWrite): Text =>
  say`{ file: ${words(file)}, key: ${words(key)}, value: ${filled(value)} }`;
const totals = ({ writes, names, wanted }: Total): Text =>
  say`the table has ${writes} writes over ${names} key names; an environment is ${wanted.writes} writes over ${wanted.names} names`;
const STAYS = "would keep the value of the kit or of the previous conf";

const feed = (from: Feed, text: string): Text =>
  typeof from === "object"
    ? say`from ${name(from.field)}`
    : from === "nothing"
      ? say`with nothing`
      : from === "several"
        ? say`with more than one field's text (${value(text)})`
        : say`with a fixed text, the same in every environment`;

function instead({ write, known, by }: Extract<Fault, { what: "displaced" }>): Text {
  if (by === "file") return say`the ${words(write.file)} file does not have that key`;
  return by === "spelling"
    ? say`keys are compared with their exact spelling`
    : say`${words(known.value)} decides ${words(known.key)} and nothing else`;
}

function wording(found: Fault): Wording {
  switch (found.what) {
    case "missing":
      return {
        message: say`${pair(found.known)} is missing from the writes`,
        notes: [say`it decides ${words(found.known.decides)}`, totals(found.total), say`the file ${words(STAYS)}`],
        help: say`add ${entry(found.known)}`,
      };
    case "displaced":
      return {
        message: say`${pair(found.write)} is written instead of ${pair(found.known)}`,
        notes: [instead(found), say`${words(found.known.key)} (${words(found.known.decides)}) ${words(STAYS)}`],
        help: say`write ${entry(found.known)}`,
      };
    case "foreign":
      return {
        message: say`${pair(found.write)} is not one of the pairs that make up an environment`,
        notes: [totals(found.total)],
        help: say`remove it; set a site's additional keys in workstation.set`,
      };
    case "twice":
      return {
        message: say`${pair(found.write)} is written twice`,
        notes: [say`the last write would silently win`],
        help: say`keep one of them`,
      };
    case "braces":
      return {
        message: say`${pair(found.write)} would be ${value(found.text)}: its braces cannot be read`,
        notes: [say`${found.braces}, so the braces would be written into the file as they are`],
        help: say`write ${filled(found.wanted)}`,
      };
    case "name":
      return {
        message: say`${value(`{{${found.name}}}`)} is not a name that a write can use${orMeant(nearest(found.name, WRITE_NAMES))}`,
        help: say`names: ${words(WRITE_NAMES.join(", "))}`,
      };
    case "fed":
      return {
        message: say`${pair(found.own)} is filled ${feed(found.from, found.text)}`,
        notes: [
          say`it decides ${words(found.own.decides)}, and takes its value from ${words(found.own.value)} alone`,
          say`an environment's ${words(found.own.value)} would not be written`,
        ],
        help: say`write ${filled(found.own.value)}`,
      };
    case "owners":
      return {
        message: say`workstation.set decides ${pair(found)}, which already has an owner`,
        notes: [
          found.by === "field"
            ? say`the field ${name(found.owner)} decides it, and a key has one owner`
            : say`the write table (${name(found.owner)}) decides it, and a key has one owner`,
        ],
        help:
          found.by === "field"
            ? say`use ${name(found.owner)}`
            : say`change the tier block; \`set\` is for keys that nothing else decides`,
      };
  }
}

const writeSet = defineDiagnostic({
  id: "conf/write-set",
  severity: "error",
  title: "the writes are not the environment's 14 pairs, each from its own field, or another layer decides one of the keys",
  why: "An environment is 14 (file, key) writes over 11 names. Nothing keeps their two files in step. A missing pair keeps the vendor's value; one that another field or a literal feeds sends sign-in or files elsewhere than the environment says; a key with two owners changes with the reader.",
  remedy:
    "Complete the table in release.yaml, each value only its own field in two braces ('{{tier.signIn}}'). Leave these keys and those of workstation fields out of workstation.set.",
  clauses: ["B1", "B5"],
  message: wording,
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
});

export const rule: EnvironmentRule = { ...writeSet, scope: "environment", check, checkShared };
