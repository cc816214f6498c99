import { type Span, type Text, greatest, name, say } from "../../kernel/index.ts";
import type { MatrixRow } from "../model/matrix.ts";
import type { LockedJar, Release } from "../model/release.ts";

/** The lowest Java version that a connector release needs, with its evidence. */
export interface JavaFloor {
  readonly version: number;
  /** At least one source: `java` of release.yaml, the newest jar of kit.lock.yaml, or both. */
  readonly evidence: readonly { readonly words: Text; readonly version: number; readonly span: Span }[];
}

/** Returns the feature release of a Java version as people write it: 17, 17.0.9 and 1.8 give 17, 17 and 8. Returns null for other text. */
export function javaFeature(text: string): number | null {
  const found = /^(?:1\.)?(\d{1,3})(?:[._+-]|$)/.exec(text.trim());
  return found ? Number(found[1]) : null;
}

/** Returns the Java release of a class-file major version: 61 is 17, 65 is 21 (Java Virtual Machine Specification 4.1). */
export function javaOfClassVersion(major: number): number {
  return major - 44;
}

const floors = new WeakMap<Release, JavaFloor | null>();

/**
 * Returns the lowest Java version that a connector release needs, from `java` of release.yaml and from the jars of kit.lock.yaml: the
 * higher one if both give one, null if neither does. Cached for each release.
 */
export function javaFloor(release: Release): JavaFloor | null {
  let floor = floors.get(release);
  if (floor === undefined) {
    floor = floorOf(release);
    floors.set(release, floor);
  }
  return floor;
}

/**
 * Returns the Java version that a connector release needs and the lower one that a tool release ships, because of which the tool cannot
 * load the connector. Returns null if the tool can load it, or if one of the versions is unknown.
 */
export function javaGap(release: Release | null, row: MatrixRow): { readonly needed: number; readonly shipped: number } | null {
  const needed = (release && javaFloor(release)?.version) ?? null;
  const shipped = row.java ? javaFeature(row.java.text) : null;
  return needed !== null && shipped !== null && needed > shipped ? { needed, shipped } : null;
}

function floorOf(release: Release): JavaFloor | null {
  const evidence: { words: Text; version: number; span: Span }[] = [];
  const stated = release.java ? javaFeature(release.java.text) : null;
  if (release.java && stated !== null) {
    evidence.push({
      words: say`${name(release.path)} has java: ${name(release.java.text)}`,
      version: stated,
      span: release.java.span,
    });
  }
  let newest: LockedJar | null = null;
  for (const jar of release.lockedJars) if (!newest || jar.classVersion > newest.classVersion) newest = jar;
  if (newest) {
    const version = javaOfClassVersion(newest.classVersion);
    const words = say`${name(newest.path)} holds classes of version ${newest.classVersion}, which is Java ${version}`;
    evidence.push({ words, version, span: newest.span });
  }
  return evidence.length > 0 ? { version: greatest(evidence.map((one) => one.version)), evidence } : null;
}
