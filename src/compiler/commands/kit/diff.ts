import { wrongUse } from "../../../kernel/index.ts";
import { type KitDiff, kitDiff } from "../../kit/diff.ts";
import { withoutSecrets } from "../../kit/keys.ts";
import { FILE_ROLES } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";
import { renderDiff } from "../../views/kit-diff.ts";
import { kitState } from "../../run/kit-state.ts";
import { type Command, type ExitCode, type Invocation, contextOf } from "../../../report/index.ts";
import { openReleases, releaseNamed } from "./releases.ts";
import { allSecretKeys } from "./secrets.ts";
import { mappingOf } from "./mapping.ts";

export const command: Command = {
  name: "kit diff",
  summary: "what differs between the kits of two releases: keys and defaults, jars, Java, profile, and what a swap would carry",
  arguments: [
    { name: "OLD", summary: "the release that is installed now" },
    { name: "NEW", summary: "the release that shall replace it" },
  ],
  options: [],
  formats: ["text", "json"],
  examples: [
    { command: "kit diff 2506 2606", does: "from base files and locks alone; the kits need not be here" },
    { command: "kit diff 2506 2606 --format json", does: "the same for programs: every key, jar and file, with whole hashes" },
  ],
  run: runKitDiff,
};

/** Compares the kits of two releases. Exit code 0 whatever differs, because a difference between releases is no fault. */
async function runKitDiff(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host } = invocation;
  const { files, shared } = await openReleases(directory);
  const [before, after] = args.slice(0, 2).map((name) => releaseNamed(shared, name)) as [Release, Release];
  if (before.name === after.name)
    throw wrongUse(`${before.name} is one release: there is nothing to compare`, "name two releases");
  const counts = (release: Release) =>
    mappingOf(release, kitState(directory, release, host.env("TIERWRIGHT_KITS"), { names: true }));
  const diff = kitDiff(before, after, { before: counts(before), after: counts(after) });
  const secrets = allSecretKeys(files, shared);
  const keys = Object.fromEntries(
    FILE_ROLES.map((role) => [role, withoutSecrets(diff.keys[role], secrets[role])]),
  ) as KitDiff["keys"];
  host.stdout.write(renderDiff({ ...diff, keys }, contextOf(invocation)));
  return 0;
}
