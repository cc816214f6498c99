import { infoOf, type ServerInfo } from "./server-info.ts";

export interface TierRelease {
  /** YYMM; null: what the tier says names no release in a form that is known. */
  readonly release: string | null;
  readonly version: string | null;
  readonly displayVersion: string | null;
  /** The two say different releases. */
  readonly disagree: boolean;
}

/** '2506', '2506.0001', 'Teamcenter 2506', and the five digits of a server's version: 25060.0004.0000.2025061500. */
const YYMM = /(?<![\d.])(\d\d(?:0[1-9]|1[0-2]))(?:0(?=\.)|(?!\d))/;

/** The release that a text names, as YYMM; null: none. */
export const releaseIn = (text: string): string | null => YYMM.exec(text)?.[1] ?? null;

/** What a tier says of its release; null: it says nothing, which is an answer. */
export function releaseOf(info: ServerInfo | null): TierRelease | null {
  if (!info) return null;
  const [version, displayVersion] = [infoOf(info, "Version"), infoOf(info, "DisplayVersion")];
  return version === null && displayVersion === null ? null : releaseFrom(version, displayVersion);
}

export function releaseFrom(version: string | null, displayVersion: string | null): TierRelease {
  const [one, other] = [version, displayVersion].map((text) => (text === null ? null : releaseIn(text)));
  return { release: one ?? other ?? null, version, displayVersion, disagree: one !== null && other !== null && one !== other };
}

/** True for two spellings of one release: '2506' and '25060.0004.0000.2025061500'. */
export const sameRelease = (a: string, b: string): boolean => a === b || (releaseIn(a) !== null && releaseIn(a) === releaseIn(b));
