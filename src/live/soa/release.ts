import { infoOf, type ServerInfo } from "./server-info.ts";

export interface TierRelease {
  /** The release as YYMM; null if neither version field of the tier has a release in a known form. */
  readonly release: string | null;
  readonly version: string | null;
  readonly displayVersion: string | null;
  /** True if the tier's fields Version and DisplayVersion name more than one release, also if one of them alone does. */
  readonly disagree: boolean;
}

/**
 * The forms in which the tier names its release: '2506', '2506.0001', 'Teamcenter 2506', or a server version that begins with five digits,
 * 25060.0004.0000.2025061500.
 */
const YYMM = /(?<![\d.])(\d\d(?:0[1-9]|1[0-2]))(?:0(?=\.)|(?!\d))/g;

/** Returns every release in a text, each once: '2606 (certified for 2506)' has two. */
export const releasesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(YYMM)].map(([, release = ""]) => release)),
];

/** Returns the release in a text as YYMM; null if there is none, or if there are several, because it is unknown which one is meant. */
export function releaseIn(text: string): string | null {
  const [release, another] = releasesIn(text);
  return another === undefined ? (release ?? null) : null;
}

/** Returns the tier's release from the serverInfo of an answer; null if that has no version, which is valid. */
export function releaseOf(info: ServerInfo | null): TierRelease | null {
  if (!info) return null;
  const [version, displayVersion] = [infoOf(info, "Version"), infoOf(info, "DisplayVersion")];
  return version === null && displayVersion === null ? null : releaseFrom(version, displayVersion);
}

export function releaseFrom(version: string | null, displayVersion: string | null): TierRelease {
  const named = new Set([version, displayVersion].flatMap((text) => releasesIn(text ?? "")));
  const [release = null] = named;
  return { release, version, displayVersion, disagree: named.size > 1 };
}

/** Returns whether two texts are spellings of one tier release, as '2506' and '25060.0004.0000.2025061500' are. */
export const sameRelease = (a: string, b: string): boolean => a === b || (releaseIn(a) !== null && releaseIn(a) === releaseIn(b));
