import type { ReleaseLock } from "../model/kit-lock.ts";
import type { Release } from "../model/release.ts";
import { kitPath } from "./places.ts";

type Locked = ReleaseLock["files"][number];

/** The files of a lock that can be the profile of the kit. */
export interface ProfileFiles {
  /** Files named like a profile, or byte for byte the profile that a release names. */
  readonly certain: readonly Locked[];
  /** Other files in the lock with the file type of a profile. */
  readonly possible: readonly Locked[];
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** File name endings of the tool's projects, packed and unpacked, in all versions of the tool. */
const KIND = /\.(?:mdzip(?:\.zip)?|mdxml|xml\.zip)$/i;

/** Returns the entry of the lock for the profile that release.yaml names; undefined if it names none, or the lock lacks the file. */
export function lockedProfile(release: Pick<Release, "kit" | "lock">): Locked | undefined {
  const path = kitPath(release, "profile");
  return path === null ? undefined : release.lock?.files.find((file) => file.path === path);
}

/** The profile in the kit of a release, recognized by size and digest. */
export interface KnownProfile {
  readonly release: string;
  readonly size: number;
  readonly sha256: string;
}

/** Returns the profiles of all releases that name one in release.yaml and list it in their lock. */
export const knownProfiles = (releases: Iterable<Release>): readonly KnownProfile[] =>
  [...releases].flatMap((release) => {
    const locked = lockedProfile(release);
    return locked ? [{ release: release.name, size: locked.size, sha256: locked.sha256 }] : [];
  });

/**
 * Returns the files of a release's lock that can be its profile.
 * @param name The profile's file name in site.yaml; null if site.yaml has none.
 * @param known The profiles of the repository.
 */
export function profileFiles({ lock }: Pick<Release, "lock">, name: string | null, known: readonly KnownProfile[]): ProfileFiles {
  const stem = (own: string) => own.toLowerCase().replace(KIND, "");
  const isNamed = (path: string) => {
    const own = nameOf(path);
    if (own.toLowerCase() === name?.toLowerCase()) return true;
    return KIND.test(own) && (/profile[^a-z]*$/.test(stem(own)) || (name !== null && stem(own) === stem(name)));
  };
  const files = lock?.files ?? [];
  const certain = files.filter((file) => isNamed(file.path) || known.some(({ sha256 }) => sha256 === file.sha256));
  const possible = files.filter((file) => /\.md(?:zip|xml)$/i.test(file.path) && !certain.includes(file));
  return { certain, possible };
}
