import type { LockedFile, ReleaseLock } from "../model/kit-lock.ts";
import { groupedBy } from "../../kernel/index.ts";
import { type Jar, familyOf, jarOf, releaseIn } from "./mixed-build.ts";

/** A file of one kit that is byte for byte a jar of another release's kit, under a name that hides it. */
export interface ForeignJar<File extends LockedFile> {
  readonly file: File;
  readonly original: File;
}

/** Jars of another release in a kit. */
export interface ForeignBuild<File extends LockedFile> {
  readonly release: string;
  /** The release that they belong to. */
  readonly of: string;
  /** Every jar of the kit is one of that release, under its own name or another: no new release. */
  readonly whole: boolean;
  /** Never empty. */
  readonly jars: readonly ForeignJar<File>[];
}

/** A release as far as its lock says what is in its kit. */
export interface LockedRelease<File extends LockedFile> {
  readonly name: string;
  readonly lock?: (Pick<ReleaseLock, "source"> & { readonly files: readonly File[] }) | null;
}

interface Build<File extends LockedFile> {
  readonly name: string;
  /** The release as YYMM in its name, or null. */
  readonly number: string | null;
  /** Day of import, or null. */
  readonly imported: string | null;
  readonly files: readonly File[];
  /** Files with their digest, jars with what their names say. */
  readonly byHash: ReadonlyMap<string, readonly File[]>;
  readonly jars: readonly (Jar & { readonly file: File })[];
  /** Makers whose jars carry the release in their names. */
  readonly makers: ReadonlySet<string>;
}

const isJar = (path: string): boolean => /\.jar$/i.test(path);

/** A zip without an entry has 22 bytes: equal ones prove nothing. */
const isEmpty = ({ size }: LockedFile): boolean => size === 0 || size === 22;

function buildOf<File extends LockedFile>({ name, lock }: LockedRelease<File>): Build<File> {
  const files = (lock?.files ?? []).filter((file) => !isEmpty(file));
  const jars = files.filter(({ path }) => isJar(path)).map((file) => ({ ...jarOf(file.path), file }));
  const number = releaseIn(name);
  const makers = new Set(jars.filter(({ release }) => number !== null && release === number).map(familyOf));
  const byHash = groupedBy(files, ({ sha256 }) => sha256);
  return { name, number, imported: lock?.source?.imported ?? null, files, byHash, jars, makers };
}

/** Returns whether two versions name different numbers: `1.9` and `1.9.4` may be one, `1.9.4` and `2.1.0` are not. */
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

/** Returns whether a build has a jar of a library with other bytes. */
const hasItsOwn = ({ jars }: Build<LockedFile>, library: string, { sha256 }: LockedFile): boolean =>
  jars.some((jar) => jar.library === library && jar.file.sha256 !== sha256);

/**
 * Returns which of two builds holds the other's jar, where one file is in both under two names; null where that can be honest, as with a library of
 * another maker that was moved or given its version. Where each name claims the file for its own release, the later build is the one.
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
    // one library with another release in its name, or a kit whose own jars carry none: the name is the new one
    return later.library === earlier.library || a.makers.size === 0 ? "later" : "earlier";
  }
  if (later.library === earlier.library) return contradicts(later.version, earlier.version) ? "later" : null;
  return (
    between(hasItsOwn(b, earlier.library, bytes), hasItsOwn(a, later.library, bytes)) ??
    between(a.makers.has(familyOf(earlier)), b.makers.has(familyOf(later)))
  );
}

/** Returns what a file of the later build is in the earlier one: null unless no name that it has there can be honest. */
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

/** Returns whether a build that has nothing but jars of another one calls one of them otherwise. */
const isRenamed = (a: Build<LockedFile>, b: Build<LockedFile>): boolean => {
  const stems = new Set(a.jars.map(({ stem }) => stem.toLowerCase()));
  return b.jars.some(({ stem }) => !stems.has(stem.toLowerCase()));
};

/** Returns whether a build is another release by its folder's name alone. A name that says no release may be a second import. */
const isCopy = (a: Build<LockedFile>, b: Build<LockedFile>): boolean => a.number !== null && b.number !== null && everyIn(a, b);

/** Returns the jars of either build that are the other's. A second import or a hot fix of one release is the same release. */
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

/** Returns the build that was imported later, or the one whose name is the greater where no day tells. */
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
 * Returns what the locks of a repository say by content: kits that hold jars of another release under other names, or are another release's kit (C6). Only
 * the digests of the locks are compared; a library that two releases have under one name says nothing.
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
