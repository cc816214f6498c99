import { join } from "node:path";
import type { LoadedShared } from "../../load/shared.ts";
import { type Finding, compareFindings, groupOf, plainNameFault, wrongUse } from "../../../kernel/index.ts";
import { isFolder } from "../../../platform/index.ts";
import { kitFacts } from "../../kit/facts.ts";
import type { Release } from "../../model/release.ts";
import { renderVerify, verifiedKit } from "../../views/kit-verify.ts";
import { type KitState, kitState } from "../../run/kit-state.ts";
import { releaseFindings } from "../../run/release-findings.ts";
import { readFindings, ruleById } from "../../run/rules.ts";
import { type Command, type ExitCode, FINDING_FORMS, type Invocation, contextOf, exitCodeOf } from "../../../report/index.ts";
import { openReleases, releaseNamed } from "./releases.ts";
import { allSecretKeys, withoutSecretValues } from "./secrets.ts";
import { mappingOf } from "./mapping.ts";

export const command: Command = {
  name: "kit verify",
  summary: "verifies kits and base files against kit.lock.yaml",
  group: "Set up",
  short: "compares kits with their lock file",
  arguments: [{ name: "RELEASE", summary: "a folder below releases/ (default: all)", optional: true, many: true }],
  options: [],
  formats: FINDING_FORMS,
  examples: [
    {
      command: "kit verify",
      does: "every kit: changed, missing and extra files, files that Git LFS has not fetched, base files that differ from the kit",
    },
    {
      command: "kit verify 2606 --format json",
      does: "one release, for a pipeline; exit code 1 if anything differs",
    },
  ],
  run: runKitVerify,
};

/**
 * Returns the findings on the files of a kit and its base files. Findings about the vendor's values are left out, because `kit import` and
 * `compile` report them.
 */
function verifyFindings(shared: LoadedShared, release: Release, state: KitState, today: string): readonly Finding[] {
  const rules = releaseFindings(shared, release.name, today).filter(
    ({ rule }) => groupOf(rule) === "kit" && !ruleById(rule)?.ofUse,
  );
  const own = readFindings(state.problems, null);
  // for a release without kit.lock.yaml, `kitState` gives a more detailed finding than the rule
  const other = rules.filter(({ rule }) => release.lock || !own.some((finding) => finding.rule === rule));
  return [...own, ...other].sort(compareFindings);
}

/**
 * Returns the named releases, or all without names. A release whose release.yaml cannot be read is left out, because it has a finding.
 * Throws a Refusal for a name without a folder.
 */
function releasesOf(args: readonly string[], shared: LoadedShared, directory: string): readonly Release[] {
  const { releases } = shared.model;
  if (args.length === 0) return [...releases.values()];
  const named = [...new Set(args)];
  const broken = (name: string) =>
    plainNameFault(name) === null && !releases.has(name) && isFolder(join(directory, "releases", name));
  return named.filter((name) => !broken(name)).map((name) => releaseNamed(shared, name));
}

/** Compares kits and base files with kit.lock.yaml and writes nothing. Returns exit code 1 if anything differs. */
async function runKitVerify(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host, today } = invocation;
  const { files, shared } = await openReleases(directory);
  const asked = releasesOf(args, shared, directory);
  // findings on matrix and exceptions belong to no kit
  const unread = readFindings(shared.problems, null).filter(
    ({ at, severity }) => severity === "error" && /^releases\/[^/]+\//.test(at?.file ?? ""),
  );
  if (asked.length === 0 && unread.length === 0) {
    throw wrongUse(
      "this repository has no release: there is nothing to verify",
      "import a kit with `tierwright kit import SOURCE`",
    );
  }
  const secrets = allSecretKeys(files, shared);
  const kits = asked.map((release) => {
    const state = kitState(directory, release, host.env("TIERWRIGHT_KITS"));
    const findings = withoutSecretValues(verifyFindings(shared, release, state, today), files, secrets);
    return { kit: verifiedKit(state, kitFacts(release, mappingOf(release, state)), findings), findings };
  });
  const known = new Set(kits.flatMap(({ findings }) => findings.map(({ rule, at }) => `${rule} ${at?.file} ${at?.line}`)));
  const others = unread.filter(({ rule, at }) => {
    const own = args.length === 0 || args.some((name) => at?.file.startsWith(`releases/${name}/`));
    return own && !known.has(`${rule} ${at?.file} ${at?.line}`);
  });
  const all = [...kits.flatMap(({ findings }) => findings), ...others];
  host.stdout.write(
    renderVerify(
      kits.map(({ kit }) => kit),
      all,
      contextOf(invocation),
    ),
  );
  return exitCodeOf(all, invocation);
}
