import {
  type Problem,
  basePath,
  defineDiagnostic,
  joinTexts,
  name,
  nearest,
  orMeant,
  placeOf,
  say,
  startOf,
} from "../../../kernel/index.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { baseDifferences } from "../../kit/base.ts";
import { FILE_ROLES, type FileRole } from "../../model/files.ts";
import type { RepositoryRule } from "../rule.ts";

/** Returns the finding for a base file with none of the keys that release.yaml writes into it, hence another file; otherwise null. */
function foreignFile(release: Release, file: FileRole): Problem | null {
  const base = release.base[file];
  const keys = release.writes.filter((write) => write.file === file).map(({ key }) => key);
  if (!base || keys.length < 2) return null;
  const { map, loads } = base.document.load();
  // if Java cannot load the base file, its keys are unknown
  if (!loads || keys.some((key) => map.has(key))) return null;
  const found = { seen: "file", path: base.path, file, keys, own: [...map.keys()] } as const;
  return writeTargetMissing.at(startOf(base.path), found, { follows: [{ is: "edit", file: base.path }] });
}

function* checkRelease(release: Release): Iterable<Problem> {
  const changed = new Set(baseDifferences(release).map(({ base }) => basePath(release.name, base)));
  const foreign = new Map(FILE_ROLES.map((file) => [file, foreignFile(release, file)]));
  for (const problem of foreign.values()) {
    // if a kit.lock.yaml shows that this base file is not the kit's, kit/base-differs already reports it
    if (problem && !changed.has(problem.at?.file ?? "")) yield problem;
  }
  for (const write of release.writes) {
    const base = release.base[write.file];
    const loaded = base?.document.load();
    if (!base || foreign.get(write.file) || base.document.bom || !loaded?.loads || loaded.map.has(write.key)) continue;
    const near = nearest(write.key, loaded.map.keys());
    const found = { seen: "key", path: base.path, file: write.file, key: write.key, near } as const;
    yield writeTargetMissing.at(placeOf(write.keySpan), found, {
      restsOn: [{ release: release.name, file: write.file, key: write.key }],
    });
  }
}

function* check(view: RepositoryView): Iterable<Problem> {
  for (const release of view.releases.values()) yield* checkRelease(release);
}

type Args = { readonly path: string; readonly file: FileRole } & (
  | { readonly seen: "key"; readonly key: string; readonly near: string | null }
  /** `keys` are the keys that release.yaml writes into the base file, `own` those that it has. */
  | { readonly seen: "file"; readonly keys: readonly string[]; readonly own: readonly string[] }
);

const firstOf = (keys: readonly string[]) =>
  say`${joinTexts(keys.slice(0, 3).map(name), ", ")}${keys.length > 3 ? say`, ...` : []}`;

const writeTargetMissing = defineDiagnostic({
  id: "kit/write-target-missing",
  severity: "error",
  because: ["conf/write-set", "kit/base-differs"],
  ofUse: true,
  title: "the kit's file does not have the key of an environment's write",
  why: "The write would be appended and never read. A key that the kit's file lacks is misspelled or belongs to another release, and the real key keeps the vendor's value.",
  remedy: "Correct the key or file of the write in release.yaml.",
  clauses: ["B1", "C6"],
  message: (found: Args) => {
    const [path, file] = [name(found.path), name(found.file)];
    if (found.seen === "key")
      return {
        message: say`${name(found.key)} is written into the ${file} file, and ${path} has no such key${orMeant(found.near)}`,
        notes: [say`nothing reads a key that the kit does not have`],
        help: say`spell the key as the kit does, or check that base/ comes from this release's kit`,
      };
    const { keys, own } = found;
    return {
      message: say`${path} has none of the ${keys.length} keys that are written into the ${file} file`,
      notes: [
        own.length === 0 ? say`it is empty: it has no key at all` : say`it has ${firstOf(own)} instead of ${firstOf(keys)}`,
        say`it is not this kit's file`,
      ],
      help: say`copy the kit's own file into base/ as it is, or import the kit again`,
    };
  },
  fails: { file: "releases/2506/base/client.properties", replace: "BOOTSTRAP_URLS=http\\://vendor.invalid\\:4544\n", with: "" },
  passes: [
    {
      file: "releases/2506/base/client.properties",
      replace: "BOOTSTRAP_URLS=http\\://vendor.invalid\\:4544\n",
      with: "BOOTSTRAP_URLS\n",
    },
  ],
});

export const rule: RepositoryRule = { ...writeTargetMissing, scope: "repository", check };
