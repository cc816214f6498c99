import type { LockedFile, ReleaseLock } from "../model/kit-lock.ts";
import { groupedBy } from "../../kernel/index.ts";
import { type Jar, familyOf, jarOf, releaseIn } from "./mixed-build.ts";

/** A file of one kit that has the bytes of a file in another release's kit (`original`), but a name that hides this. */
export interface ForeignJar<File extends LockedFile> {
  readonly file: File;
  readonly original: File;
}

/** A release whose kit contains jars of another release's kit. */
export interface ForeignBuild<File extends LockedFile> {
  readonly release: string;
  /** Name of the other release, to which the jars belong. */
  readonly of: string;
  /** True if every jar of the kit is also in the other release's kit, so that the kit is only a copy under another name. */
  readonly whole: boolean;
  /** The jars in the kit that belong to the other release, at least one. */
  readonly jars: readonly ForeignJar<File>[];
}

/** A release and its lock, which lists the files of its kit. */
export interface LockedRelease<File extends LockedFile> {
  readonly name: string;
  readonly lock?: (Pick<ReleaseLock, "source"> & { readonly files: readonly File[] }) | null;
}

interface Build<File extends LockedFile> {
  readonly name: string;
  /** The release number in the name as YYMM; null if the name has none. */
  readonly number: string | null;
  /** Day of the import as YYYY-MM-DD; null if it is not known. */
  readonly imported: string | null;
  readonly files: readonly File[];
  /** The kit's files by digest. `jars` has each jar of the kit with the library, version and release number in its file name. */
  readonly byHash: ReadonlyMap<string, readonly File[]>;
  readonly jars: readonly (Jar & { readonly file: File })[];
  /** The makers (`familyOf`) of those jars whose file names contain this kit's release number. */
  readonly makers: ReadonlySet<string>;
}

const isJar = (path: string): boolean => /\.jar$/i.test(path);

/** Returns true if a file is empty or an empty zip (22 bytes): that two kits have the same empty file proves nothing. */
const isEmpty = ({ size }: LockedFile): boolean => size === 0 || size === 22;

function buildOf<File extends LockedFile>({ name, lock }: LockedRelease<File>): Build<File> {
  const files = (lock?.files ?? []).filter((file) => !isEmpty(file));
  const jars = files.filter(({ path }) => isJar(path)).map((file) => ({ ...jarOf(file.path), file }));
  const number = releaseIn(name);
  const makers = new Set(jars.filter(({ release }) => number !== null && release === number).map(familyOf));
  const byHash = groupedBy(files, ({ sha256 }) => sha256);
  return { name, number, imported: lock?.source?.imported ?? null, files, byHash, jars, makers };
}

/**
 * Returns true if two versions of a library cannot be the same: `1.9` and `1.9.4` can be, `1.9.4` and `2.1.0` cannot. A version that is not
 * known (null) contradicts none.
 */
function contradicts(one: string | null, other: string | null): boolean {
  const [a, b] = [one, other].map(
    (version) =>
      /^\d+(?:\.\d+)*/
        .exec(version ?? "")?.[0]
        .split(".")
        .map(Number) ?? [],
  );
  return (a ?? []).some((number, i) => b?.[i] !== undefined && b[i] !== number);
}

/** Returns true if a kit has a jar of the library `library` with other bytes than the given file. */
const hasItsOwn = ({ jars }: Build<LockedFile>, library: string, { sha256 }: LockedFile): boolean =>
  jars.some((jar) => jar.library === library && jar.file.sha256 !== sha256);

/**
 * Returns in which of two kits a file has the wrong name, if both kits have a file with the same bytes under different names. Returns null
 * if both names can be right, as for a library that was renamed. If each name contains the release number of its own kit, returns "later".
 * @param later A jar of `b`, the kit that was imported later.
 */
function holder(
  later: Jar,
  b: Build<LockedFile>,
  earlier: Jar,
  a: Build<LockedFile>,
  bytes: LockedFile,
): "later" | "earlier" | null {
  if (later.stem.toLowerCase() === earlier.stem.toLowerCase()) return null;
  const between = (ofEarlier: boolean, ofLater: boolean) => (ofEarlier ? "later" : ofLater ? "earlier" : null);
  if (a.number !== null && earlier.release === a.number) return "later";
  if (b.number !== null && later.release === b.number) {
    // The name in the later kit is wrong if both names are of one library, or if no jar of the earlier kit has the earlier release number
    // in its name.
    return later.library === earlier.library || a.makers.size === 0 ? "later" : "earlier";
  }
  if (later.library === earlier.library) return contradicts(later.version, earlier.version) ? "later" : null;
  return (
    between(hasItsOwn(b, earlier.library, bytes), hasItsOwn(a, later.library, bytes)) ??
    between(a.makers.has(familyOf(earlier)), b.makers.has(familyOf(later)))
  );
}

/**
 * Returns the file of kit `a` that has the same bytes as a file of the later kit `b`, and in which kit (`where`) the name is wrong. Returns
 * null if there is none, or if the names of one such pair can both be right.
 */
function foreignIn<File extends LockedFile>(
  a: Build<File>,
  b: Build<File>,
  later: File,
): { readonly earlier: File; readonly where: "later" | "earlier" } | null {
  const same = (a.byHash.get(later.sha256) ?? []).filter(({ path }) => isJar(path) || isJar(later.path));
  const judged = same.map((earlier) => ({ earlier, where: holder(jarOf(later.path), b, jarOf(earlier.path), a, later) }));
  if (judged.some(({ where }) => where === null)) return null;
  return (judged[0] ?? null) as { earlier: File; where: "later" | "earlier" } | null;
}

const originalOf = <File extends LockedFile>({ byHash }: Build<File>, { sha256 }: File): File | undefined =>
  byHash.get(sha256)?.find(({ path }) => isJar(path));

const everyIn = <File extends LockedFile>(one: Build<File>, other: Build<File>): boolean =>
  one.jars.every(({ file }) => originalOf(other, file));

/** Returns true if kit `b` has a jar whose file name no jar of kit `a` has. */
const isRenamed = (a: Build<LockedFile>, b: Build<LockedFile>): boolean => {
  const stems = new Set(a.jars.map(({ stem }) => stem.toLowerCase()));
  return b.jars.some(({ stem }) => !stems.has(stem.toLowerCase()));
};

/**
 * Returns true if kit `b` has every jar of kit `a` and both releases have a number in their names; without one, it can be a second import.
 */
const isCopy = (a: Build<LockedFile>, b: Build<LockedFile>): boolean => a.number !== null && b.number !== null && everyIn(a, b);

/**
 * Yields, for each of two kits, its jars that belong to the release of the other kit. Yields nothing if both names have the same release
 * number, as those of a release and its hot fix.
 */
function* between<File extends LockedFile>(a: Build<File>, b: Build<File>): Iterable<ForeignBuild<File>> {
  if (a.number !== null && a.number === b.number) return;
  const inLater: ForeignJar<File>[] = [];
  const inEarlier: ForeignJar<File>[] = [];
  for (const later of b.files) {
    const found = foreignIn(a, b, later);
    if (found?.where === "later") inLater.push({ file: later, original: found.earlier });
    if (found?.where === "earlier") inEarlier.push({ file: found.earlier, original: later });
  }
  const subset = b.jars.length > 0 && everyIn(b, a) && (inEarlier.length === 0 || everyIn(a, b));
  if (subset && (isRenamed(a, b) || isCopy(a, b))) {
    const jars = b.jars.map(({ file }) => ({ file, original: originalOf(a, file) as File }));
    yield { release: b.name, of: a.name, whole: true, jars };
    return;
  }
  if (inLater.length > 0) yield { release: b.name, of: a.name, whole: false, jars: inLater };
  if (inEarlier.length > 0) yield { release: a.name, of: b.name, whole: false, jars: inEarlier };
}

/** Returns two kits in the order of the days of their import; in the order of their names if the days are equal or not known. */
function inOrder<File extends LockedFile>(
  one: Build<File>,
  two: Build<File>,
): readonly [earlier: Build<File>, later: Build<File>] {
  const [x, y] =
    one.imported && two.imported && one.imported !== two.imported ? [one.imported, two.imported] : [one.name, two.name];
  return x < y ? [one, two] : [two, one];
}

const known = new WeakMap<object, readonly ForeignBuild<LockedFile>[]>();

/**
 * Returns the kits that contain jars of another release's kit under other names, by the digests in kit.lock.yaml. A library that two kits
 * have under the same name is no evidence. The result is cached for each map of releases.
 */
export function foreignBuilds<File extends LockedFile>(
  releases: ReadonlyMap<string, LockedRelease<File>>,
): readonly ForeignBuild<File>[] {
  const before = known.get(releases);
  if (before) return before as readonly ForeignBuild<File>[];
  const builds = [...releases.values()].filter(({ lock }) => lock).map(buildOf);
  const found = builds.flatMap((b, i) => builds.slice(0, i).flatMap((a) => [...between(...inOrder(a, b))]));
  known.set(releases, found);
  return found;
}
