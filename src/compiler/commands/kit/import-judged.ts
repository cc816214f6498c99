import { type ArchiveFault, type Finding, plain } from "../../../kernel/index.ts";
import { type ReleaseFolder, type OpenTree, overlayTree } from "../../../platform/index.ts";
import { loadShared } from "../../load/shared.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { rule } from "../../rules/kit/release-differs.ts";
import { toFinding } from "../../run/rules.ts";
import type { LockSource } from "../../model/kit-lock.ts";
import { type ImportReport, refusedImport } from "../../kit/import-report.ts";
import { isChangedStandIn } from "../../kit/stand-ins.ts";
import { isStanding } from "./import-steps.ts";

/** The changes that `kit import` makes to a release's folder. */
interface Outcome {
  readonly state: "imported" | "unchanged";
  readonly wrote: readonly string[];
  readonly standIns: readonly string[];
}

const changedStandIn = (into: ReleaseFolder, path: string): boolean => {
  const bytes = path.startsWith("base/") ? into.standing(path) : null;
  return bytes !== null && isChangedStandIn(bytes);
};

/**
 * Returns the changes that an import would make; without --force, a list of the files that it would replace or remove although `init` did
 * not write them.
 */
function outcomeOf(into: ReleaseFolder, force: boolean): Outcome | readonly ArchiveFault[] {
  const { written, replaced, gone } = into.changes();
  if (written.length + replaced.length + gone.length === 0) return { state: "unchanged", wrote: [], standIns: [] };
  const standIns = [...replaced, ...gone].filter((path) => isStanding(into, path)).sort();
  const theirs = (paths: readonly string[]) => paths.filter((path) => !standIns.includes(path));
  if (force || theirs([...replaced, ...gone]).length === 0)
    return { state: "imported", wrote: [...written, ...replaced].sort(), standIns };
  return [
    ...theirs(replaced).map((entry) => ({
      entry,
      problem: changedStandIn(into, entry)
        ? "is a stand-in of `tierwright init` that was changed, and would be replaced"
        : "exists with different content and would be replaced",
    })),
    ...theirs(gone).map((entry) => ({ entry, problem: "is not in the new kit and would be removed" })),
  ];
}

/**
 * Returns the evidence that the staged kit is that of another connector release, by checking it as if it were in place; an empty list if
 * nothing shows it. The check comes before writing: with a kit under a wrong name in place, findings would blame the release to which its
 * jars really belong.
 */
function otherRelease(repository: OpenTree, into: ReleaseFolder, today: string): readonly ArchiveFault[] {
  const folder = `releases/${into.release}/`;
  const staged = [...into.staged()].map(([path, bytes]) => [`${folder}${path}`, bytes] as const);
  const gone = into.changes().gone.flatMap((path) => (path.startsWith("base/") ? [[`${folder}${path}`, null] as const] : []));
  const shared = loadShared(overlayTree(repository, new Map([...staged, ...gone])));
  const view: RepositoryView = { ...shared.model, environments: [], environmentNames: [], today };
  const isOwn = ({ at, related = [] }: Finding) =>
    [at, ...related.map(({ place }) => place)].some((place) => place?.file.startsWith(folder));
  const found = [...rule.check(view)].map((problem) => toFinding(rule, problem, null)).filter(isOwn);
  return found.map((finding) => ({
    entry: finding.at?.file ?? folder,
    problem: `shows another release: ${plain(finding.message)} (${finding.rule})`,
  }));
}

/**
 * Returns the changes that an import would make; the report of a refusal if it would replace files that `init` did not write, or if the kit
 * is that of another connector release. --force overrides both. Nothing has been written to the release's folder yet.
 */
export function judgeImport(
  into: ReleaseFolder,
  source: LockSource,
  repository: OpenTree,
  { force, today }: { readonly force: boolean; readonly today: string },
): Outcome | ImportReport {
  const outcome = outcomeOf(into, force);
  const replaces = "state" in outcome ? [] : outcome;
  const isSame = "state" in outcome && outcome.state === "unchanged";
  const other = force || isSame ? [] : otherRelease(repository, into, today);
  const help =
    other.length > 0
      ? "import it as the release that it is; --force writes it under this name all the same; nothing was written"
      : `releases/${into.release} is unchanged; --force replaces it (release.yaml and your own files stay)`;
  const faults = [...other, ...replaces];
  return "state" in outcome && faults.length === 0 ? outcome : refusedImport(into.release, source, faults, help);
}
