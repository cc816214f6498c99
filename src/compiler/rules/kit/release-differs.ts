import {
  PLUGIN,
  type Place,
  type Problem,
  SECOND_LOCK,
  SECOND_RELEASE,
  defineDiagnostic,
  name,
  placeOf,
  plural,
  quotedName,
  lockRow,
  say,
  secondRelease,
  shellCommand,
  words,
} from "../../../kernel/index.ts";
import { libraryOf, releaseIn } from "../../kit/mixed-build.ts";
import { type ForeignBuild, foreignBuilds } from "../../kit/foreign-jars.ts";
import { pluginFolder } from "../../kit/places.ts";
import type { ReleaseLock } from "../../model/kit-lock.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { RepositoryRule } from "../rule.ts";

/** Returns the finding for a kit file whose content or name states another release than release.yaml; it also shows that line. */
const problemAt = (at: Place, release: Release, found: Found & { readonly found: string }): Problem =>
  releaseDiffers.at(
    at,
    { release: release.name, named: releaseIn(release.name) ?? "", ...found },
    {
      explains: [
        { is: "release", file: at.file },
        { is: "copy", release: release.name },
      ],
      follows: [{ is: "name", release: release.name }],
      related: [{ message: say`the release's name`, place: placeOf(release.release.span) }],
    },
  );

/** Returns the finding for a kit whose jars are byte for byte those of another release's kit, whatever their names. */
function problemOfCopy({ release, of, jars }: ForeignBuild<ReleaseLock["files"][number]>): Problem {
  const [{ file, original }] = jars as readonly [(typeof jars)[number]];
  return releaseDiffers.at(
    placeOf(file.span),
    { release, named: release, found: of, seen: "content", jar: file.path, original: original.path, jars: jars.length },
    {
      explains: [{ is: "copy", release }],
      follows: [{ is: "name", release }],
      related: [{ message: say`the jar of release ${name(of)}`, place: placeOf(original.span) }],
    },
  );
}

/** Reports a version in plugin.xml that names another release than the kit's release.yaml. */
function* checkPlugin(release: Release, name: string): Iterable<Problem> {
  const plugin = release.base.plugin;
  const version = plugin?.parsed.descriptor?.versionText;
  const found = version ? releaseIn(version.text) : null;
  if (!plugin || !version || found === null || found === name) return;
  const at = plugin.source.placeOf(version.start, version.end);
  yield problemAt(at, release, { seen: "plugin", version: version.text, found });
}

/**
 * Reports jars of the plug-in whose names contain another release, if no jar's name contains the kit's release. The rule kit/mixed-build
 * reports a kit with jars of two releases.
 */
function* checkJars(release: Release, name: string): Iterable<Problem> {
  const folder = pluginFolder(release) ?? "";
  const jars = (release.lock?.files ?? []).flatMap((file) => {
    if (!/\.jar$/i.test(file.path) || !(folder === "" || file.path.startsWith(`${folder}/`))) return [];
    const stem = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/\.jar$/i, "");
    const found = releaseIn(stem);
    return found === null || libraryOf(file.path).version === null ? [] : [{ file, found }];
  });
  const [first] = jars;
  if (!first || jars.some(({ found }) => found === name) || new Set(jars.map(({ found }) => found)).size > 1) return;
  const { file, found } = first;
  yield problemAt(placeOf(file.span), release, { seen: "jars", jar: file.path, more: jars.length - 1, found });
}

/** Returns the finding on the version in plugin.xml; if there is none, that on the names of the jars. */
function checkNames(release: Release): readonly Problem[] {
  const name = releaseIn(release.name);
  if (name === null) return [];
  const plugin = [...checkPlugin(release, name)];
  return plugin.length > 0 ? plugin : [...checkJars(release, name)];
}

function* check({ releases }: RepositoryView): Iterable<Problem> {
  const told = new Map([...releases.values()].map((release) => [release.name, checkNames(release)] as const));
  for (const problems of told.values()) yield* problems;
  for (const build of foreignBuilds(releases)) {
    // a kit that is a copy is not reported if either release already has a finding about its name
    const isTold = [build.release, build.of].some((name) => told.get(name)?.length);
    if (build.whole && !isTold) yield problemOfCopy(build);
  }
}

type Found =
  | { readonly seen: "content"; readonly jar: string; readonly original: string; readonly jars: number }
  | { readonly seen: "plugin"; readonly version: string }
  | { readonly seen: "jars"; readonly jar: string; readonly more: number };

/** `named` is the release that release.yaml names, `found` the one that the kit's files show. */
type Args = { readonly release: string; readonly named: string; readonly found: string } & Found;

const releaseDiffers = defineDiagnostic({
  id: "kit/release-differs",
  severity: "error",
  because: ["repo/release-name"],
  title: "a release's name does not match its kit",
  why: "Releases are judged by name, but the kit is installed. A kit of 2506 imported as 2606 would be judged, bundled and recorded as 2606. Names can be changed throughout; the digests of the jars cannot, and the locks of all releases hold them.",
  remedy: "Import each kit under its own release, as plugin.xml's version and the jars' names show.",
  clauses: ["C6"],
  message: (told: Args) => {
    const [release, found] = [name(told.release), name(told.found)];
    if (told.seen === "content")
      return {
        message: say`release ${release} has the jars of release ${found}, byte for byte`,
        notes: [
          told.jars === 1
            ? say`its one jar ${name(told.jar)} is ${name(told.original)} of ${found}`
            : say`each of its ${told.jars} jars is one of ${found}; ${name(told.jar)} is ${name(told.original)}`,
          say`renaming makes no new release: what is installed as ${release} would be ${found}`,
        ],
        help: say`import the vendor's kit of ${release}; where ${found} is the wrong one, import that one again`,
      };
    const jars = (jar: string, more: number) =>
      more === 0
        ? say`${name(jar)} carries ${found} in its name`
        : say`${name(jar)} and ${words(plural(more, "more jar"))} carry ${found} in their names`;
    const what = told.seen === "plugin" ? say`plugin.xml has version ${quotedName(told.version)}` : jars(told.jar, told.more);
    return {
      message: say`release ${release} is named ${name(told.named)}, but ${what}`,
      notes: [say`the verdict, the certified tiers and the bundle's name would not match the installed files`],
      help: say`import this kit as release ${found} (${shellCommand`tierwright kit import SOURCE --release ${told.found}`}), or import the kit of ${release}`,
    };
  },
  fails: { file: PLUGIN, replace: 'version="2506.0"', with: 'version="2406.1"' },
  passes: [
    { file: PLUGIN, replace: 'version="2506.0"', with: 'version="13.3.0.2"' },
    { file: PLUGIN, replace: 'version="2506.0"', with: 'version="5.2506.0"' },
    {
      ...SECOND_RELEASE,
      also: [{ file: SECOND_LOCK, with: secondRelease(lockRow("plugin/lib/plm-connector-2606.jar")) }],
    },
  ],
});

export const rule: RepositoryRule = { ...releaseDiffers, scope: "repository", check };
