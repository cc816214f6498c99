import { defineDiagnostic } from "../../diagnostic/define.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { listed, name, say, words } from "../../diagnostic/text.ts";
import { mixedBuilds } from "../../kit/mixed-build.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { type Span, placeOf } from "../../source/tree.ts";
import type { RepositoryRule } from "../rule.ts";
import { LOCK, row } from "../../diagnostics/kit/example-kit.ts";

function* checkRelease({ name, lock }: Release): Iterable<Problem> {
  if (!lock) return;
  const spans = new Map(lock.files.map(({ path, span }) => [path, span]));
  for (const { paths, why } of mixedBuilds([...spans.keys()], name)) {
    const [first, ...others] = paths.map((path) => spans.get(path) as Span) as [Span, ...Span[]];
    const related = others.map((span) => ({ message: say`does not belong to the same build`, place: placeOf(span) }));
    yield mixedBuild.at(placeOf(first), { release: name, why, paths }, { related });
  }
}

function* check(view: RepositoryView): Iterable<Problem> {
  for (const release of view.releases.values()) yield* checkRelease(release);
}

interface Args {
  readonly release: string;
  /** What in the names says so, in words (kit/mixed-build.ts). */
  readonly why: string;
  readonly paths: readonly string[];
}

const mixedBuild = defineDiagnostic({
  id: "kit/mixed-build",
  severity: "error",
  title: "a kit holds the jars of two releases",
  why: "A release that was copied over another instead of replacing it leaves the older jars beside the newer ones. The plug-in's class loader takes whichever it meets first; the tool starts, and faults show long after, as missing methods or as data of the older format.",
  remedy: "Import the kit from the vendor's archive. Replace a plug-in folder, never lay one over another.",
  clauses: ["C6"],
  message: ({ release, why, paths }: Args) => ({
    message: say`the jars of release ${name(release)} come from two builds`,
    notes: [
      say`${words(why)}: ${listed(paths.map(name))}`,
      say`the plug-in looks into its own jars first, so either could win, and what runs would be neither release`,
    ],
    help: say`take the kit that the vendor shipped, not a folder that one release was copied over another`,
  }),
  fails: {
    file: LOCK,
    replace: "files:\n",
    with: `files:\n${row("plugin/lib/plm-sso-2406.jar")}`,
    beside: ["kit/plugin-descriptor"],
  },
  passes: [
    {
      file: LOCK,
      replace: "files:\n",
      with: `files:\n${row("plugin/lib/json-lite-1.9.4.jar")}${row("plugin/lib/plm-sso-2506.jar")}`,
    },
  ],
});

export const rule: RepositoryRule = { ...mixedBuild, scope: "repository", check };
