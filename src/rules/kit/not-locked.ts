import type { Problem } from "../../diagnostic/finding.ts";
import { startOf } from "../../diagnostic/place.ts";
import { type KitField, kitPath } from "../../kit/places.ts";
import { lockPath } from "../../model/paths.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { placeOf } from "../../source/tree.ts";
import type { RepositoryRule } from "../rule.ts";
import { LOCK, RELEASE } from "./example-kit.ts";

const HELP = "take the vendor's kit in with `tierwright kit import SOURCE --release";

/** What kit/place-differs says with its consequence, where there is a site to compare with. */
const TOLD_ELSEWHERE = new Set(["plugin", "profile"]);

function* unlockedPaths(release: Release, view: RepositoryView): Iterable<Problem> {
  const locked = new Set(release.lock?.files.map(({ path }) => path));
  for (const [field, leaf] of release.kit) {
    if (field === "root") continue;
    const stated = kitPath(release, field as KitField);
    const path = field === "plugin" && stated !== null ? `${stated}/plugin.xml`.replace(/^\//, "") : stated;
    if (path !== null && (locked.has(path) || (view.site && locked.size > 0 && TOLD_ELSEWHERE.has(field)))) continue;
    yield {
      at: placeOf(leaf.span),
      pointer: leaf.pointer,
      message: `kit.${field} ${path === null ? "leads out of the kit" : `means ${path}, and ${release.lock?.path} has no such file`}: nothing proves what the kit has there`,
      help: "correct the path, or import the kit again with --force",
    };
  }
}

function* check(view: RepositoryView): Iterable<Problem> {
  for (const release of view.releases.values()) {
    if (release.lock) yield* unlockedPaths(release, view);
    // base files that somebody copied by hand claim no kit; a bundle of such a release is refused
    else if (release.kit.size > 0) {
      yield {
        at: startOf(release.path),
        needs: { file: lockPath(release.name), pointer: "" },
        message: `release ${release.name} has no ${lockPath(release.name)}: nobody can tell whether base/ and the kit are what the vendor sent, nor which Java its jars need`,
        help: `${HELP} ${release.name}\``,
      };
    }
  }
}

export const rule: RepositoryRule = {
  scope: "repository",
  id: "kit/not-locked",
  severity: "warning",
  title: "a kit, or a file that release.yaml names in it, is not in a lock",
  why: "kit.lock.yaml records the archive that the kit came in and every file with its size and hash. Without it a changed jar or a hand-edited base file looks like the vendor's, and the Java that the jars need is not known.",
  remedy:
    "Import the vendor's kit: that writes base/ and kit.lock.yaml. A path of release.yaml's `kit` that the lock does not have is misspelt or belongs to another release.",
  clauses: ["C6"],
  fails: {
    file: RELEASE,
    replace: "profile: plugin/lib/PLM_Profile.mdzip }",
    with: "profile: plugin/lib/PLM_Profile.mdzip, mapping: plugin/mapping.xml }",
  },
  passes: [
    {
      file: RELEASE,
      replace: "profile: plugin/lib/PLM_Profile.mdzip }",
      with: "profile: plugin/lib/PLM_Profile.mdzip, mapping: plugin/mapping.xml }",
      also: [
        {
          file: LOCK,
          replace: "files:\n",
          with: `files:\n  - { path: plugin/mapping.xml, size: 1, sha256: "${"0".repeat(64)}" }\n`,
        },
      ],
    },
  ],
  check,
};
