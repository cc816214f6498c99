import { releaseFolder } from "../../diagnostic/topics.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { kitPath } from "../../kit/places.ts";
import type { ReleaseLock } from "../../model/kit-lock.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { placeOf } from "../../source/tree.ts";
import type { RepositoryRule } from "../rule.ts";
import { PROFILE_HASH, SECOND_RELEASE, row, secondRelease } from "./example-kit.ts";

/** The row of the lock that is the release's profile. */
function profileOf(release: Release): ReleaseLock["files"][number] | undefined {
  const path = kitPath(release, "profile");
  return path === null ? undefined : release.lock?.files.find((file) => file.path === path);
}

function* check(view: RepositoryView): Iterable<Problem> {
  const known = new Map<string, { readonly release: string; readonly file: ReleaseLock["files"][number] }>();
  for (const [name, release] of [...view.releases].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const file = profileOf(release);
    if (!file) continue;
    const older = known.get(file.sha256);
    if (!older) known.set(file.sha256, { release: name, file });
    else {
      yield {
        at: placeOf(file.span),
        follows: [releaseFolder(name)],
        message: `the profile of release ${name} is byte for byte that of release ${older.release} (${file.size} bytes): synced elements would show red borders, because the profile does not fit the connector`,
        help: `look into the vendor's kit of ${name} for its own ${file.path.slice(file.path.lastIndexOf("/") + 1)}, and import it again`,
        related: [{ message: `the profile of ${older.release}`, place: placeOf(older.file.span) }],
      };
    }
  }
}

const OTHER = "1".repeat(64);

export const rule: RepositoryRule = {
  scope: "repository",
  id: "kit/stale-profile",
  severity: "error",
  title: "two releases have the same profile",
  why: "The profile belongs to its connector release: it has another size in each (168,719 bytes were seen for 2506 and 160,328 for 2606). A kit that was put together by hand keeps the profile of the release before, which shows as red borders around synced elements.",
  remedy: "Take the profile from the release's own kit and import the kit again.",
  clauses: ["C8"],
  fails: {
    ...SECOND_RELEASE,
    also: [{ file: "releases/2606/kit.lock.yaml", with: secondRelease(row("plugin/lib/PLM_Profile.mdzip", PROFILE_HASH)) }],
    beside: ["conf/write-set", "kit/place-differs"],
  },
  passes: [
    {
      ...SECOND_RELEASE,
      also: [{ file: "releases/2606/kit.lock.yaml", with: secondRelease(row("plugin/lib/PLM_Profile.mdzip", OTHER)) }],
    },
  ],
  check,
};
