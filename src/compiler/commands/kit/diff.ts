import { wrongUse } from "../../../kernel/index.ts";
import { type KitDiff, kitDiff } from "../../kit/diff.ts";
import { withoutSecrets } from "../../kit/keys.ts";
import { FILE_ROLES } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";
import { diffDocument, diffText } from "../../views/kit-diff.ts";
import { kitState } from "../../run/kit-state.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { openReleases, releaseNamed } from "./releases.ts";
import { allSecretKeys } from "./secrets.ts";
import { mappingOf } from "./mapping.ts";

export const command: Command = {
  name: "kit diff",
  summary: "the differences between the kits of two releases, and the effect of a swap",
  group: "Set up",
  short: "compares the kits of two releases",
  arguments: [
    { name: "OLD", summary: "the installed release" },
    { name: "NEW", summary: "the release to replace it with" },
  ],
  options: [],
  formats: ["text", "json"],
  examples: [
    { command: "kit diff 2506 2606", does: "compares base files and locks; the kits need not be available" },
    { command: "kit diff 2506 2606 --format json", does: "the same as JSON: every key, jar and file, with full digests" },
  ],
  run: runKitDiff,
};

/** Compares the kits of two releases and prints the differences. Returns exit code 0, because a difference between releases is no fault. */
async function runKitDiff(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host } = invocation;
  const { files, shared } = await openReleases(directory);
  const [before, after] = args.slice(0, 2).map((name) => releaseNamed(shared, name)) as [Release, Release];
  if (before.name === after.name)
    throw wrongUse(`both releases are ${before.name}: there is nothing to compare`, "name two different releases");
  const counts = (release: Release) =>
    mappingOf(release, kitState(directory, release, host.env("TIERWRIGHT_KITS"), { names: true }));
  const diff = kitDiff(before, after, { before: counts(before), after: counts(after) });
  const secrets = allSecretKeys(files, shared);
  const keys = Object.fromEntries(
    FILE_ROLES.map((role) => [role, withoutSecrets(diff.keys[role], secrets[role])]),
  ) as KitDiff["keys"];
  printResult(invocation, diffDocument({ ...diff, keys }), diffText);
  return 0;
}
