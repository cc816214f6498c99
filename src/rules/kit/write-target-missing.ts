import { nearest } from "../../diagnostic/nearest.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../model/repository.ts";
import { placeOf } from "../../source/tree.ts";
import type { RepositoryRule } from "../rule.ts";

function* checkRelease(release: Release): Iterable<Problem> {
  for (const write of release.writes) {
    const base = release.base[write.file];
    const loaded = base?.document.load();
    if (!base || base.document.bom || !loaded?.loads || loaded.map.has(write.key)) continue;
    const near = nearest(write.key, loaded.map.keys());
    yield {
      at: placeOf(write.keySpan),
      message: `${write.key} is written into the ${write.file} file, and ${base.path} has no such key${near ? `; did you mean '${near}'?` : "."} A key that the kit does not know is one that nothing reads`,
      help: "spell the key as the kit does, or check that base/ comes from this release's kit",
    };
  }
}

function* check(view: RepositoryView): Iterable<Problem> {
  for (const release of view.releases.values()) yield* checkRelease(release);
}

export const rule: RepositoryRule = {
  scope: "repository",
  id: "kit/write-target-missing",
  severity: "error",
  title: "an environment's write has no key to go to in the kit's file",
  why: "The write table is knowledge about the kit. A key that the kit's file lacks is misspelt or belongs to another release; the write would be appended and read by nobody, while the real key keeps the vendor's value.",
  remedy: "Correct the key or the file of the write in release.yaml.",
  clauses: ["B1", "C6"],
  fails: { file: "releases/2506/base/client.properties", replace: "BOOTSTRAP_URLS=http\\://vendor.invalid\\:4544\n", with: "" },
  passes: [
    {
      file: "releases/2506/base/client.properties",
      replace: "BOOTSTRAP_URLS=http\\://vendor.invalid\\:4544\n",
      with: "BOOTSTRAP_URLS\n",
    },
  ],
  check,
};
