import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { fieldKeys } from "../../compile/decide.ts";
import { DIRECTORY_KEYS } from "../../model/directories.ts";
import { editOf } from "../../diagnostic/topics.ts";
import { didYouMean, nearest } from "../../diagnostic/nearest.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { FILE_ROLES } from "../../model/files.ts";
import { placeOf } from "../../source/tree.ts";
import { setTopic } from "../set-topic.ts";
import type { EnvironmentRule } from "../rule.ts";
import { misspelling } from "./exact-keys.ts";

/** A field of the environment whose key the kit's file lacks: the compiler would append it, and nothing would read it. */
function* checkFields(env: CompiledEnvironment): Iterable<Problem> {
  const { environment, site, release } = env;
  for (const { file, key, leaf, field } of fieldKeys(environment, site, release)) {
    const kit = env.files[file]?.base.document.load();
    if (!kit?.loads || kit.map.size === 0 || kit.map.has(key) || release?.known.some(({ text }) => text === key)) continue;
    if (release?.writes.some((write) => write.file === file && write.key === key)) continue;
    const prefix = field === "workstation.importWorkingDir" && !site.tool.envPrefix;
    yield {
      at: placeOf(leaf.span),
      pointer: leaf.pointer,
      message: `${field} decides ${key} of the ${file} file, and the kit's file has no such key. Nothing reads it: the setting would have no effect`,
      help: prefix
        ? "say in site.yaml what stands before the key in this tool, as in `tool: { envPrefix: CAMEO }` for CAMEOTCIntImportWorkingDir"
        : `leave the field out; a key that release ${environment.connector.text} does read although its file lacks it goes into \`known\` of release.yaml`,
    };
  }
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  yield* checkFields(env);
  const known = new Set(env.release?.known.map((key) => key.text));
  for (const file of FILE_ROLES) {
    const compiled = env.files[file];
    if (!compiled) continue;
    const kit = compiled.base.document.load().map;
    const candidates = [...kit.keys(), ...known];
    for (const [key, { keySpan }] of env.environment.workstation.set[file]) {
      // a known misspelling is an error of its own (conf/misspelled-key)
      if (kit.has(key) || known.has(key) || misspelling(file, key, false)) continue;
      const near = nearest(key, candidates);
      yield {
        at: placeOf(keySpan),
        // of a file without a key nobody knows what it should have
        follows: [setTopic(env.environment.name, file, key), ...(kit.size === 0 ? [editOf(compiled.base.path)] : [])],
        message: `${key} is no key of the kit's ${file} file${near ? `; did you mean '${near}'?` : "."} Nothing reads it: the setting would have no effect`,
        help: `a key that release ${env.environment.connector.text} does read although its file lacks it goes into \`known\` of release.yaml`,
        ...(near
          ? { fix: { title: `rename it to ${near}`, safe: false, edits: [{ place: placeOf(keySpan), text: near }] } }
          : {}),
      };
    }
  }
}

/** Suggestions for thousands of keys help nobody, and cost as much as thousands of keys times thousands. */
const MOST_COMPARED = 1_000_000;

/** A key of `directories` that no file of the release has: the directory that was meant is not looked at. */
function* checkShared({ releases }: RepositoryView): Iterable<Problem> {
  for (const { name, directories, known, base } of releases.values()) {
    const files = FILE_ROLES.flatMap((role) => base[role]?.document.load() ?? []);
    // of a file that is missing or cannot be read nobody knows the keys
    if (!base.connector || !base.client || files.some(({ loads }) => !loads)) continue;
    const keys = new Set([...files.flatMap(({ map }) => [...map.keys()]), ...known.map(({ text }) => text), ...DIRECTORY_KEYS]);
    const few = keys.size * directories.length < MOST_COMPARED;
    for (const leaf of directories) {
      if (keys.has(leaf.text)) continue;
      yield {
        at: placeOf(leaf.span),
        pointer: leaf.pointer,
        message: `directories names ${leaf.text}, and no file of release ${name} has such a key${(few && didYouMean(leaf.text, keys)) || "."} The directory that is meant is not looked at`,
        help: "write the key as the kit spells it, or leave it out",
      };
    }
  }
}

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "conf/unknown-key",
  severity: "warning",
  title: "a key is set that the kit's own file does not have",
  why: "Readers ask for keys by their exact name, including the vendor's misspellings. A key that nothing asks for is written, looks right in review, and does nothing.",
  remedy: "Use the key as the kit spells it, or list it in `known` of release.yaml when the connector reads it all the same.",
  clauses: ["A5"],
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
  check,
  checkShared,
};
