import { groupedBy } from "../../kernel/index.ts";

/** Jars of one kit that cannot come from one build of the vendor, with the reason in words (`why`). */
export interface MixedBuild {
  /** Paths of the jars whose names contradict each other, sorted; jars of another release than the kit's come first. */
  readonly paths: readonly string[];
  readonly why: string;
}

/** A jar, described by its file name. */
export interface Jar {
  readonly path: string;
  /** File name without .jar. */
  readonly stem: string;
  /** File name in lower case without version and .jar. */
  readonly library: string;
  readonly version: string | null;
  /** The release number in the file name (YYMM, docs/kits.md); null if it has none. */
  readonly release: string | null;
}

/** Returns the release number (YYMM, docs/kits.md) that stands between separators in a name or version; null if there is none. */
export function releaseIn(text: string): string | null {
  return /(?:^|[-_. ])((?:1[5-9]|[2-4]\d)(?:0[1-9]|1[0-2]))(?=$|[-_. ])/.exec(text)?.[1] ?? null;
}

/**
 * Returns the index of the separator ('-' or '_') before the version in a jar's name; -1 without a version. A version begins with digits
 * and continues to the end of the name, with further parts after dots.
 */
function versionAt(stem: string): number {
  if (stem.endsWith(".")) return -1;
  let start = stem.length;
  while (start > 0 && /[\w.]/.test(stem.charAt(start - 1))) start--;
  const separator = /[-_]\d+(?![^.])/g;
  separator.lastIndex = Math.max(1, start - 1, stem.lastIndexOf(".."));
  return separator.exec(stem)?.index ?? -1;
}

/**
 * Describes a jar by its file name, such as `plm-client-2506` or `json-lite-1.9.4`, in which a version that begins with a digit follows the
 * last separator.
 */
export function jarOf(path: string): Jar {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.jar$/i, "");
  const at = versionAt(stem);
  const library = (at < 0 ? stem : stem.slice(0, at)).toLowerCase();
  return { path, stem, library, version: at < 0 ? null : stem.slice(at + 1).toLowerCase(), release: releaseIn(stem) };
}

/** Returns the library and the version in the file name of a jar; `version` is null if the name has none. */
export function libraryOf(path: string): { readonly library: string; readonly version: string | null } {
  const { library, version } = jarOf(path);
  return { library, version };
}

/** Returns the first word of a library's name, which the jars of one maker share: `plm` for `plm-client`. */
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
    // `twoVersions` already reports a kit that has one library in two versions
    if (releases.length < 2 || others.every((jar) => group.some((two) => two !== jar && two.library === jar.library))) return [];
    const paths = [...others.map((jar) => jar.path).sort(), ...group.filter((jar) => jar.release === own).map((jar) => jar.path)];
    return [{ paths, why: `the ${familyOf(group[0] as Jar)} jars carry ${releases.join(" and ")} in their names` }];
  });
}

/**
 * Returns the jars of a kit that show that two builds were mixed: one library in two versions, or two release numbers in the names of one
 * maker's jars. Different versions of different libraries are no evidence.
 */
export function mixedBuilds(paths: readonly string[], release: string): readonly MixedBuild[] {
  const jars = paths.filter((path) => /\.jar$/i.test(path)).map(jarOf);
  return [...twoVersions(jars), ...twoReleases(jars, release)];
}
