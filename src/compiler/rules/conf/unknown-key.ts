import {
  type Problem,
  type Wording,
  defineDiagnostic,
  name,
  nearest,
  orMeant,
  placeOf,
  say,
  words,
  yamlScalar,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { fieldKeys } from "../../compile/decide.ts";
import { DIRECTORY_KEYS } from "../../model/directories.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { FILE_ROLES, type FileRole } from "../../model/files.ts";
import { writeOfPair } from "../../model/release.ts";
import type { EnvironmentRule } from "../rule.ts";
import { misspelling } from "./exact-keys.ts";

/** Reports a field of environment.yaml whose key the kit's file lacks: compiling would append the key, and no program would read it. */
function* checkFields(env: CompiledEnvironment): Iterable<Problem> {
  const { environment, site, release } = env;
  for (const { file, key, leaf, field } of fieldKeys(environment, site, release)) {
    const kit = env.files[file]?.base.document.load();
    if (!kit?.loads || kit.map.size === 0 || kit.map.has(key) || release?.known.some(({ text }) => text === key)) continue;
    if (release && writeOfPair(release, file, key)) continue;
    const prefix = field === "workstation.importWorkingDir" && !site.tool.envPrefix;
    const args: Args = { told: "field", field, key, file, release: environment.connector.text, prefix };
    yield unknownKey.at(placeOf(leaf.span), args, { pointer: leaf.pointer });
  }
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  yield* checkFields(env);
  const known = env.release?.known ?? [];
  for (const file of FILE_ROLES) {
    const compiled = env.files[file];
    if (!compiled) continue;
    const kit = compiled.base.document.load().map;
    for (const [key, { keySpan }] of env.environment.workstation.set[file]) {
      // conf/misspelled-key reports a key that is a known misspelling
      if (kit.has(key) || known.some(({ text }) => text === key) || misspelling(file, key, false)) continue;
      const near = nearest(key, new Set([...kit.keys(), ...known.map(({ text }) => text)]));
      const place = placeOf(keySpan);
      const args: Args = { told: "set", key, file, release: env.environment.connector.text, near };
      yield unknownKey.at(place, args, {
        // a base file without any key does not show which keys exist, so this finding only follows from the one on that file
        follows: [
          { environment: env.environment.name, file, key },
          ...(kit.size === 0 ? [{ is: "edit", file: compiled.base.path } as const] : []),
        ],
        ...(near && { fix: { title: `rename it to ${near}`, safe: false, edits: [{ place, text: yamlScalar(near) }] } }),
      });
    }
  }
}

/** Maximum number of comparisons of keys; above it, findings suggest no similar key, because that would take too long. */
const MOST_COMPARED = 1_000_000;

/** Reports a key in `directories` of release.yaml that no base file has: rules on directories then skip the key that was meant. */
function* checkShared({ releases }: RepositoryView): Iterable<Problem> {
  for (const { name: release, directories, known, base } of releases.values()) {
    const files = FILE_ROLES.flatMap((role) => base[role]?.document.load() ?? []);
    // the keys of a missing or unreadable base file are unknown
    if (!base.connector || !base.client || files.some(({ loads }) => !loads)) continue;
    const keys = new Set([...files.flatMap(({ map }) => [...map.keys()]), ...known.map(({ text }) => text), ...DIRECTORY_KEYS]);
    const few = keys.size * directories.length < MOST_COMPARED;
    for (const leaf of directories) {
      if (keys.has(leaf.text)) continue;
      const near = few ? nearest(leaf.text, keys) : null;
      const args: Args = { told: "directory", key: leaf.text, release, near };
      yield unknownKey.at(placeOf(leaf.span), args, { pointer: leaf.pointer });
    }
  }
}

type Args = { readonly key: string; readonly release: string } & (
  | {
      readonly told: "field";
      readonly field: string;
      readonly file: FileRole;
      /** True if the key begins with the tool's prefix and site.yaml does not state that prefix (tool.envPrefix). */
      readonly prefix: boolean;
    }
  | { readonly told: "set"; readonly file: FileRole; readonly near: string | null }
  | { readonly told: "directory"; readonly near: string | null }
);

const NO_EFFECT = say`nothing reads it: the setting would have no effect`;

function wording(found: Args): Wording {
  const [key, release] = [name(found.key), name(found.release)];
  if (found.told === "directory")
    return {
      message: say`directories names ${key}, which no file of release ${release} has${orMeant(found.near)}`,
      notes: [say`the intended directory is not checked`],
      help: say`write the key as the kit spells it, or leave it out`,
    };
  if (found.told === "set")
    return {
      message: say`${key} is not a key of the kit's ${words(found.file)} file${orMeant(found.near)}`,
      notes: [NO_EFFECT],
      help: say`if release ${release} reads the key although its file lacks it, list it in \`known\` of release.yaml`,
    };
  return {
    message: say`${name(found.field)} decides ${key}, which is not a key of the kit's ${words(found.file)} file`,
    notes: [NO_EFFECT],
    help: found.prefix
      ? say`set \`tool.envPrefix\` in site.yaml to the prefix that the tool puts before the key, such as CAMEO for CAMEOTCIntImportWorkingDir`
      : say`leave the field out; if release ${release} reads the key although its file lacks it, list it in \`known\` of release.yaml`,
  };
}

const unknownKey = defineDiagnostic({
  id: "conf/unknown-key",
  severity: "warning",
  because: ["secret/plain-value", "kit/base-differs"],
  title: "a key is set that the kit's file does not have",
  why: "Nothing reads it. Readers ask for keys by their exact name, including the vendor's misspellings; such a key is written, looks right in review, and has no effect.",
  remedy: "Use the kit's spelling, or list the key in `known` of release.yaml if the connector does read it.",
  clauses: ["A5"],
  message: wording,
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "  sessionAgent: none\n",
    with: "  sessionAgent: none\n  set: { connector: { STEREOTYPE_DEPTH: 3 } }\n",
  },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: "  sessionAgent: none\n",
      with: "  sessionAgent: none\n  set: { connector: { SteretypeNameTrucationLimit: 40 } }\n",
    },
  ],
});

export const rule: EnvironmentRule = { ...unknownKey, scope: "environment", check, checkShared };
