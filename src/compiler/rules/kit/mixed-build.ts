import {
  LOCK,
  type Problem,
  SECOND_LOCK,
  SECOND_RELEASE,
  type Span,
  type Text,
  defineDiagnostic,
  listTexts,
  name,
  placeOf,
  plural,
  lockRow,
  say,
  secondRelease,
  words,
} from "../../../kernel/index.ts";
import { foreignBuilds } from "../../kit/foreign-jars.ts";
import { mixedBuilds } from "../../kit/mixed-build.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { RepositoryRule } from "../rule.ts";

function* checkRelease({ name, lock }: Release): Iterable<Problem> {
  if (!lock) return;
  const spans = new Map(lock.files.map(({ path, span }) => [path, span]));
  for (const { paths, why } of mixedBuilds([...spans.keys()], name)) {
    const [first, ...others] = paths.map((path) => spans.get(path) as Span) as [Span, ...Span[]];
    const related = others.map((span) => ({ message: say`does not belong to the same build`, place: placeOf(span) }));
    yield mixedBuild.at(placeOf(first), { release: name, why, paths }, { related });
  }
}

/** Reports kits with some jars of another release under different names. kit/release-differs reports a kit whose jars are all of them. */
function* checkContent(releases: RepositoryView["releases"]): Iterable<Problem> {
  for (const { release, of, whole, jars } of foreignBuilds(releases)) {
    if (whole) continue;
    const [first] = jars as readonly [(typeof jars)[number]];
    const pairs = jars.map(({ file, original }) => [file.path, original.path] as const);
    const related = jars.map(({ original }) => ({ message: say`the jar of release ${name(of)}`, place: placeOf(original.span) }));
    yield mixedBuild.at(placeOf(first.file.span), { release, of, pairs }, { related });
  }
}

function* check({ releases }: RepositoryView): Iterable<Problem> {
  for (const release of releases.values()) yield* checkRelease(release);
  yield* checkContent(releases);
}

type Args = { readonly release: string } & (
  | {
      /** The evidence in the names of the jars, as a phrase from src/compiler/kit/mixed-build.ts. */
      readonly why: string;
      readonly paths: readonly string[];
    }
  | {
      /** The release that the jars belong to, according to the digests in its kit.lock.yaml. */
      readonly of: string;
      /** For each jar its path in the kit that is reported, and in the kit of the release `of`. */
      readonly pairs: readonly (readonly [path: string, original: string])[];
    }
);

/** The number of pairs that a finding lists (a jar, and the identical one in another release's kit); the others are counted. */
const MOST_PAIRS = 3;

function reasonsOf(found: Args): readonly Text[] {
  if ("why" in found) return [say`${words(found.why)}: ${listTexts(found.paths.map(name))}`];
  const { of, pairs } = found;
  return [
    ...pairs
      .slice(0, MOST_PAIRS)
      .map(([path, original]) => say`${name(path)} is byte for byte ${name(original)} of release ${name(of)}`),
    ...(pairs.length > MOST_PAIRS
      ? [say`so ${words(verb(pairs.length - MOST_PAIRS))} ${words(plural(pairs.length - MOST_PAIRS, "more jar"))}`]
      : []),
  ];
}

const verb = (count: number): string => (count === 1 ? "is" : "are");

const SHARED = "2".repeat(64);

const mixedBuild = defineDiagnostic({
  id: "kit/mixed-build",
  severity: "error",
  title: "a kit holds the jars of two releases",
  why: "The class loader takes whichever jar it meets first. A release that was copied over another instead of replacing it leaves the older jars next to the newer ones; the tool starts, and faults show long after, as missing methods or as data of the older format. A jar under another name is known by its content: the locks of all releases hold the digest of each. A library that two releases have byte for byte under its own name belongs to both.",
  remedy: "Import the kit from the vendor's archive; never copy one plug-in folder over another.",
  clauses: ["C6"],
  message: (found: Args) => ({
    message: say`the jars of release ${name(found.release)} come from two builds`,
    notes: [...reasonsOf(found), say`either build's jar could be loaded first, so what runs would be neither release`],
    help: say`use the kit as the vendor shipped it, not a folder where one release was copied over another`,
  }),
  fails: {
    file: LOCK,
    replace: "files:\n",
    with: `files:\n${lockRow("plugin/lib/plm-sso-2406.jar")}`,
    beside: ["kit/plugin-descriptor"],
  },
  passes: [
    {
      ...SECOND_RELEASE,
      also: [
        { file: LOCK, replace: "files:\n", with: `files:\n${lockRow("plugin/lib/json-lite-1.9.4.jar", SHARED)}` },
        {
          file: SECOND_LOCK,
          with: secondRelease(lockRow("plugin/lib/plm-connector-2606.jar") + lockRow("plugin/lib/json-lite-1.9.4.jar", SHARED)),
        },
      ],
    },
    {
      file: LOCK,
      replace: "files:\n",
      with: `files:\n${lockRow("plugin/lib/json-lite-1.9.4.jar")}${lockRow("plugin/lib/plm-sso-2506.jar")}`,
    },
  ],
});

export const rule: RepositoryRule = { ...mixedBuild, scope: "repository", check };
