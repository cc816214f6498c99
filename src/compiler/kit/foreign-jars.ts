import type { LockedFile, ReleaseLock } from "../model/kit-lock.ts";
import { groupedBy } from "../../kernel/index.ts";
import { type Jar, familyOf, jarOf, releaseIn } from "./mixed-build.ts";

/** A file of one kit that is byte for byte a jar of another release's kit, under a misleading name. */
export interface ForeignJar<File extends LockedFile> {
  readonly file: File;
  readonly original: File;
}

/** The jars of another release in a kit. */
export interface ForeignBuild<File extends LockedFile> {
  readonly release: string;
  /** The release that the jars belong to. */
  readonly of: string;
  /** True if every jar of the kit is one of that release, under its own name or another: the kit is not a new release. */
  readonly whole: boolean;
  /** Never empty. */
  readonly jars: readonly ForeignJar<File>[];
}

/** A release with the contents of its kit, as its lock lists them. */
export interface LockedRelease<File extends LockedFile> {
  readonly name: string;
  readonly lock?: (Pick<ReleaseLock, "source"> & { readonly files: readonly File[] }) | null;
}

interface Build<File extends LockedFile> {
  readonly name: string;
  /** The release as YYMM in the name, or null. */
  readonly number: string | null;
  /** The day of import, or null. */
  readonly imported: string | null;
  readonly files: readonly File[];
  /** The files by digest. `jars` are the jars with the library, version and release in their names. */
  readonly byHash: ReadonlyMap<string, readonly File[]>;
  readonly jars: readonly (Jar & { readonly file: File })[];
  /** The makers whose jars carry the release in their names. */
  readonly makers: ReadonlySet<string>;
}

const isJar = (path: string): boolean => /\.jar$/i.test(path);

/** Returns whether a file is empty. A zip without entries has 22 bytes; equal empty files prove nothing. */
const isEmpty = ({ size }: LockedFile): boolean => size === 0 || size === 22;

function buildOf<File extends LockedFile>({ name, lock }: LockedRelease<File>): Build<File> {
  const files = (lock?.files ?? []).filter((file) => !isEmpty(file));
  const jars = files.filter(({ path }) => isJar(path)).map((file) => ({ ...jarOf(file.path), file }));
  const number = releaseIn(name);
  const makers = new Set(jars.filter(({ release }) => number !== null && release === number).map(familyOf));
  const byHash = groupedBy(files, ({ sha256 }) => sha256);
  return { name, number, imported: lock?.source?.imported ?? null, files, byHash, jars, makers };
}

/** Returns whether two versions contradict each other: `1.9` and `1.9.4` can be one version, `1.9.4` and `2.1.0` cannot. */
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

/** Returns whether a build has a jar of that library with other bytes. */
const hasItsOwn = ({ jars }: Build<LockedFile>, library: string, { sha256 }: LockedFile): boolean =>
  jars.some((jar) => jar.library === library && jar.file.sha256 !== sha256);

/**
 * Returns which of two builds holds the other's jar, if one file is in both under two names. Returns null if the names can be honest, as for another
 * maker's library that was moved or given its version. If each name claims the file for its own release, returns "later".
 * @param later A file of the build that was imported later.
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
    // one library under two release numbers, or a kit whose own jars carry none: the newer name is the misleading one
    return later.library === earlier.library || a.makers.size === 0 ? "later" : "earlier";
  }
  if (later.library === earlier.library) return contradicts(later.version, earlier.version) ? "later" : null;
  return (
    between(hasItsOwn(b, earlier.library, bytes), hasItsOwn(a, later.library, bytes)) ??
    between(a.makers.has(familyOf(earlier)), b.makers.has(familyOf(later)))
  );
}

/**
 * Returns the earlier build's copy of a file of the later build, and which build holds the other's jar. Returns null if there is no copy, or if any
 * name of the file in the earlier build can be honest.
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

/** Returns whether build `b` has a jar under a name that build `a` does not have. */
const isRenamed = (a: Build<LockedFile>, b: Build<LockedFile>): boolean => {
  const stems = new Set(a.jars.map(({ stem }) => stem.toLowerCase()));
  return b.jars.some(({ stem }) => !stems.has(stem.toLowerCase()));
};

/** Returns whether a build differs from another release only in the folder's name. A name without a release number can be a second import. */
const isCopy = (a: Build<LockedFile>, b: Build<LockedFile>): boolean => a.number !== null && b.number !== null && everyIn(a, b);

/** Yields the jars of either build that belong to the other. A second import or a hot fix of one release counts as the release itself. */
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

/** Returns the two builds ordered by the day of import, or by name if the days do not decide. */
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
 * Returns the kits that hold jars of another release under other names, or that are another release's kit (C6). Only the digests in the locks are
 * compared; a library that two releases have under one name is no evidence. Results are cached by the map of releases.
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
