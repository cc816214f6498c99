import type { ReleaseLock } from "../model/kit-lock.ts";
import type { Release } from "../model/release.ts";
import { kitPath } from "./places.ts";

type Locked = ReleaseLock["files"][number];

/** The files of a lock that can be the kit's profile. */
export interface ProfileFiles {
  /** The files named like the profile, or byte for byte the profile of another release. */
  readonly certain: readonly Locked[];
  /** Other files of the profile's type. */
  readonly possible: readonly Locked[];
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The endings of the tool's projects, packed and unpacked, of this version and of earlier ones. */
const KIND = /\.(?:mdzip(?:\.zip)?|mdxml|xml\.zip)$/i;

/** Returns the row of the lock that release.yaml names as the profile; undefined if it names none, or one that the lock does not have. */
export function lockedProfile(release: Pick<Release, "kit" | "lock">): Locked | undefined {
  const path = kitPath(release, "profile");
  return path === null ? undefined : release.lock?.files.find((file) => file.path === path);
}

/** A profile in a kit of the repository, by content. */
export interface KnownProfile {
  readonly release: string;
  readonly size: number;
  readonly sha256: string;
}

/** Returns the profiles that release.yaml files name and their locks have, at most one for each release. */
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
