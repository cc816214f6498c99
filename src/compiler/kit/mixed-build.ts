import { groupedBy } from "../../kernel/index.ts";

/** A group of jars that cannot come from one build, with the reason in words. */
export interface MixedBuild {
  /** The paths of the jars that disagree, sorted; the first one is a jar that does not fit. */
  readonly paths: readonly string[];
  readonly why: string;
}

/** A jar as its file name describes it. */
export interface Jar {
  readonly path: string;
  /** The file name without .jar. */
  readonly stem: string;
  /** The name without its version. */
  readonly library: string;
  readonly version: string | null;
  /** A release as YYMM in the name (docs/kits.md), or null. */
  readonly release: string | null;
}

/** Returns a release as YYMM in a name or version (docs/kits.md), between separators; null if there is none. */
export function releaseIn(text: string): string | null {
  return /(?:^|[-_. ])((?:1[5-9]|[2-4]\d)(?:0[1-9]|1[0-2]))(?=$|[-_. ])/.exec(text)?.[1] ?? null;
}

/** Returns the index of the separator before the version, or -1 without a version. A version is digits, and words behind dots up to the end. */
function versionAt(stem: string): number {
  if (stem.endsWith(".")) return -1;
  let start = stem.length;
  while (start > 0 && /[\w.]/.test(stem.charAt(start - 1))) start--;
  const separator = /[-_]\d+(?![^.])/g;
  separator.lastIndex = Math.max(1, start - 1, stem.lastIndexOf(".."));
  return separator.exec(stem)?.index ?? -1;
}

/**
 * Returns a jar as its file name describes it, as in `plm-client-2506` or `json-lite-1.9.4`: the version follows the last separator and begins with a
 * digit.
 */
export function jarOf(path: string): Jar {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.jar$/i, "");
  const at = versionAt(stem);
  const library = (at < 0 ? stem : stem.slice(0, at)).toLowerCase();
  return { path, stem, library, version: at < 0 ? null : stem.slice(at + 1).toLowerCase(), release: releaseIn(stem) };
}

/** Returns the library and the version in a jar's file name. */
export function libraryOf(path: string): { readonly library: string; readonly version: string | null } {
  const { library, version } = jarOf(path);
  return { library, version };
}

/** Returns the first word of a library's name, which jars of one maker share: `plm-client` and `plm-sso`. */
export const familyOf = ({ library }: Jar): string => library.split(/[-_.]/)[0] ?? library;

function grouped(jars: readonly Jar[], keyOf: (jar: Jar) => string | null): readonly (readonly Jar[])[] {
  return [...groupedBy(jars, keyOf)].flatMap(([key, group]) => (key === null ? [] : [group]));
}

const distinct = (values: readonly (string | null)[]): readonly string[] =>
  [...new Set(values.filter((value) => value !== null))].sort();

function twoVersions(jars: readonly Jar[]): MixedBuild[] {
  return grouped(jars, ({ library, version }) => (version === null ? null : library)).flatMap((group) => {
    const versions = distinct(group.map((jar) => jar.version));
    if (versions.length < 2) return [];
    return [{ paths: group.map((jar) => jar.path).sort(), why: `${group[0]?.library} is there as ${versions.join(" and ")}` }];
  });
}

function twoReleases(jars: readonly Jar[], release: string): MixedBuild[] {
  return grouped(jars, (jar) => (jar.release === null ? null : familyOf(jar))).flatMap((group) => {
    const releases = distinct(group.map((jar) => jar.release));
    const own = releases.includes(release) ? release : (releases[0] as string);
    const others = group.filter((jar) => jar.release !== own);
    // a library in two versions is already reported
    if (releases.length < 2 || others.every((jar) => group.some((two) => two !== jar && two.library === jar.library))) return [];
    const paths = [...others.map((jar) => jar.path).sort(), ...group.filter((jar) => jar.release === own).map((jar) => jar.path)];
    return [{ paths, why: `the ${familyOf(group[0] as Jar)} jars carry ${releases.join(" and ")} in their names` }];
  });
}

/**
 * Returns the evidence in a list of files that the jars of two builds were mixed (C6): one library in two versions, or jars of one maker with two
 * releases in their names. Other libraries have versions of their own and are no evidence.
 */
export function mixedBuilds(paths: readonly string[], release: string): readonly MixedBuild[] {
  const jars = paths.filter((path) => /\.jar$/i.test(path)).map(jarOf);
  return [...twoVersions(jars), ...twoReleases(jars, release)];
}
