import { groupedBy } from "../../kernel/index.ts";

/** Jars that cannot come from one build, with the reason in words. */
export interface MixedBuild {
  /** Paths of the jars that disagree, sorted; the first is the one that does not fit. */
  readonly paths: readonly string[];
  readonly why: string;
}

/** A jar as its file name describes it. */
export interface Jar {
  readonly path: string;
  /** File name without .jar. */
  readonly stem: string;
  /** Name without its version. */
  readonly library: string;
  readonly version: string | null;
  /** A release as YYMM in the name (docs/kits.md), or null. */
  readonly release: string | null;
}

/** A release as YYMM in a name or version (docs/kits.md), set off from what stands beside it; null: it says none. */
export function releaseIn(text: string): string | null {
  return /(?:^|[-_. ])((?:1[5-9]|[2-4]\d)(?:0[1-9]|1[0-2]))(?=$|[-_. ])/.exec(text)?.[1] ?? null;
}

/** Returns where the separator before a version stands, -1 without one: digits, and words behind dots up to the end. */
function versionAt(stem: string): number {
  if (stem.endsWith(".")) return -1;
  let start = stem.length;
  while (start > 0 && /[\w.]/.test(stem.charAt(start - 1))) start--;
  const separator = /[-_]\d+(?![^.])/g;
  separator.lastIndex = Math.max(1, start - 1, stem.lastIndexOf(".."));
  return separator.exec(stem)?.index ?? -1;
}

/** `plm-client-2506` and `json-lite-1.9.4`: the version is what stands after the last separator and begins with a digit. */
export function jarOf(path: string): Jar {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.jar$/i, "");
  const at = versionAt(stem);
  const library = (at < 0 ? stem : stem.slice(0, at)).toLowerCase();
  return { path, stem, library, version: at < 0 ? null : stem.slice(at + 1).toLowerCase(), release: releaseIn(stem) };
}

/** Library and version that a jar's file name says. */
export function libraryOf(path: string): { readonly library: string; readonly version: string | null } {
  const { library, version } = jarOf(path);
  return { library, version };
}

/** `plm-client` and `plm-sso` are of one maker: the first word of a name. */
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
    // a library in two versions has been said
    if (releases.length < 2 || others.every((jar) => group.some((two) => two !== jar && two.library === jar.library))) return [];
    const paths = [...others.map((jar) => jar.path).sort(), ...group.filter((jar) => jar.release === own).map((jar) => jar.path)];
    return [{ paths, why: `the ${familyOf(group[0] as Jar)} jars carry ${releases.join(" and ")} in their names` }];
  });
}

/**
 * What in a list of files says that the jars of two builds were mixed (C6): one library in two versions, or jars of one maker with
 * two releases in their names. Other libraries have versions of their own and say nothing.
 */
export function mixedBuilds(paths: readonly string[], release: string): readonly MixedBuild[] {
  const jars = paths.filter((path) => /\.jar$/i.test(path)).map(jarOf);
  return [...twoVersions(jars), ...twoReleases(jars, release)];
}
