import { infoOf, type ServerInfo } from "./server-info.ts";

export interface TierRelease {
  /** The release as YYMM; null if the tier's words contain no known form of one. */
  readonly release: string | null;
  readonly version: string | null;
  readonly displayVersion: string | null;
  /** True if the tier's two version fields together name more than one release; one field alone can name two. */
  readonly disagree: boolean;
}

/**
 * The forms of a release: '2506', '2506.0001', 'Teamcenter 2506', or a server version that begins with five digits,
 * 25060.0004.0000.2025061500.
 */
const YYMM = /(?<![\d.])(\d\d(?:0[1-9]|1[0-2]))(?:0(?=\.)|(?!\d))/g;

/** Returns every release in a text, each once: '2606 (certified for 2506)' has two. */
export const releasesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(YYMM)].map(([, release = ""]) => release)),
];

/** Returns the release in a text as YYMM; null if there is none, or several, because it is unknown which one is meant. */
export function releaseIn(text: string): string | null {
  const [release, another] = releasesIn(text);
  return another === undefined ? (release ?? null) : null;
}

/** Returns the tier's release from its server info; null if the info has no version, which is a valid answer. */
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

/** Returns whether two texts are spellings of one release, as '2506' and '25060.0004.0000.2025061500' are. */
export const sameRelease = (a: string, b: string): boolean => a === b || (releaseIn(a) !== null && releaseIn(a) === releaseIn(b));
