import {
  PROFILE_HASH,
  type Problem,
  SECOND_RELEASE,
  defineDiagnostic,
  name,
  placeOf,
  plural,
  lockRow,
  say,
  secondRelease,
  words,
} from "../../../kernel/index.ts";
import { lockedProfile } from "../../kit/profile-files.ts";
import type { ReleaseLock } from "../../model/kit-lock.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { RepositoryRule } from "../rule.ts";

function* check(view: RepositoryView): Iterable<Problem> {
  const known = new Map<string, { readonly release: string; readonly file: ReleaseLock["files"][number] }>();
  for (const [release, model] of [...view.releases].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const file = lockedProfile(model);
    if (!file) continue;
    const older = known.get(file.sha256);
    if (!older) known.set(file.sha256, { release, file });
    else {
      const profile = file.path.slice(file.path.lastIndexOf("/") + 1);
      const related = [{ message: say`the profile of ${name(older.release)}`, place: placeOf(older.file.span) }];
      const found = { release, older: older.release, size: file.size, profile };
      // if another finding reports one of the two kits as a copy of another kit, the equal profiles only follow from that
      const follows = [
        { is: "name", release } as const,
        ...[release, older.release].map((of) => ({ is: "copy", release: of }) as const),
      ];
      yield staleProfile.at(placeOf(file.span), found, { follows, related });
    }
  }
}

const OTHER = "1".repeat(64);

interface Args {
  readonly release: string;
  /** The older release whose kit has the same profile. */
  readonly older: string;
  readonly size: number;
  /** The profile's file name. */
  readonly profile: string;
}

const staleProfile = defineDiagnostic({
  id: "kit/stale-profile",
  severity: "error",
  because: ["repo/release-name", "kit/release-differs"],
  title: "two releases have the same profile",
  why: "Each connector release has its own profile. It has another size in each (168,719 bytes were seen for 2506 and 160,328 for 2606). A hand-made kit keeps the profile of the previous release, which shows as red borders around synced elements.",
  remedy: "Take the profile from the release's own kit and import the kit again.",
  clauses: ["C8"],
  message: ({ release, older, size, profile }: Args) => ({
    message: say`the profile of release ${name(release)} is identical to that of release ${name(older)} (${words(plural(size, "byte"))})`,
    notes: [say`synced elements would show red borders, because the profile does not fit the connector`],
    help: say`find ${name(profile)} in the vendor's kit of ${name(release)}, and import it again`,
  }),
  fails: {
    ...SECOND_RELEASE,
    also: [{ file: "releases/2606/kit.lock.yaml", with: secondRelease(lockRow("plugin/lib/PLM_Profile.mdzip", PROFILE_HASH)) }],
    beside: ["conf/write-set", "kit/place-differs"],
  },
  passes: [
    {
      ...SECOND_RELEASE,
      also: [{ file: "releases/2606/kit.lock.yaml", with: secondRelease(lockRow("plugin/lib/PLM_Profile.mdzip", OTHER)) }],
    },
  ],
});

export const rule: RepositoryRule = { ...staleProfile, scope: "repository", check };
