import { infoOf, type ServerInfo } from "./server-info.ts";

export interface TierRelease {
  /** YYMM; null: what the tier says names no release in a form that is known. */
  readonly release: string | null;
  readonly version: string | null;
  readonly displayVersion: string | null;
  /** More than one release is named: by the two, or by one of them. */
  readonly disagree: boolean;
}

/** '2506', '2506.0001', 'Teamcenter 2506', and the five digits of a server's version: 25060.0004.0000.2025061500. */
const YYMM = /(?<![\d.])(\d\d(?:0[1-9]|1[0-2]))(?:0(?=\.)|(?!\d))/g;

/** Every release that a text names, once each: '2606 (certified for 2506)' names two. */
export const releasesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(YYMM)].map(([, release = ""]) => release)),
];

/** The release that a text names, as YYMM; null: none, or several, of which nobody knows which one is meant. */
export function releaseIn(text: string): string | null {
  const [release, another] = releasesIn(text);
  return another === undefined ? (release ?? null) : null;
}

/** What a tier says of its release; null: it says nothing, which is an answer. */
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

/** True for two spellings of one release: '2506' and '25060.0004.0000.2025061500'. */
export const sameRelease = (a: string, b: string): boolean => a === b || (releaseIn(a) !== null && releaseIn(a) === releaseIn(b));
