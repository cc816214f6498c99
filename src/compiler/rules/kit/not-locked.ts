import { type Problem, lockPath, notLocked, placeOf, startOf } from "../../../kernel/index.ts";
import { type KitField, kitPath } from "../../kit/places.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { RepositoryRule } from "../rule.ts";

/**
 * Fields of `kit` in release.yaml that this rule skips if there is a site.yaml and kit.lock.yaml lists files: kit/place-differs then
 * reports their missing files.
 */
const TOLD_ELSEWHERE = new Set(["plugin", "profile"]);

function* unlockedPaths(release: Release, view: RepositoryView): Iterable<Problem> {
  const locked = new Set(release.lock?.files.map(({ path }) => path));
  for (const [field, leaf] of release.kit) {
    if (field === "root") continue;
    const stated = kitPath(release, field as KitField);
    const path = field === "plugin" && stated !== null ? `${stated}/plugin.xml`.replace(/^\//, "") : stated;
    if (path !== null && (locked.has(path) || (view.site && locked.size > 0 && TOLD_ELSEWHERE.has(field)))) continue;
    const found = { seen: "path", field, path, lock: lockPath(release.name) } as const;
    yield notLocked.at(placeOf(leaf.span), found, { pointer: leaf.pointer });
  }
}

function* check(view: RepositoryView): Iterable<Problem> {
  for (const release of view.releases.values()) {
    if (release.lock) yield* unlockedPaths(release, view);
    // a release whose base files were copied by hand has no `kit` in release.yaml, and so needs no lock; no bundle can be built of it
    else if (release.kit.size > 0) {
      const lock = lockPath(release.name);
      const found = { seen: "no-lock", release: release.name, lock } as const;
      yield notLocked.at(startOf(release.path), found, { needs: { file: lock, pointer: "" } });
    }
  }
}

export const rule: RepositoryRule = { ...notLocked, scope: "repository", check };
