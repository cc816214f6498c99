import type { ReleaseLock } from "../model/kit-lock.ts";
import type { Release } from "../model/release.ts";
import { kitPath } from "./places.ts";

type Locked = ReleaseLock["files"][number];

/** The files in kit.lock.yaml that can be the kit's profile, a project file that the modeling tool loads. */
export interface ProfileFiles {
  /** Files that are named like a profile, or that equal byte for byte the profile that some release.yaml names. */
  readonly certain: readonly Locked[];
  /** Other files in kit.lock.yaml with the file extension of a profile. */
  readonly possible: readonly Locked[];
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Matches the file extensions of projects of the modeling tool, packed and unpacked, in all its releases. */
const KIND = /\.(?:mdzip(?:\.zip)?|mdxml|xml\.zip)$/i;

/** Returns the entry in kit.lock.yaml for the profile that release.yaml names; undefined if it names none, or the lock lacks the file. */
export function lockedProfile(release: Pick<Release, "kit" | "lock">): Locked | undefined {
  const path = kitPath(release, "profile");
  return path === null ? undefined : release.lock?.files.find((file) => file.path === path);
}

/** The profile in a release's kit, with the size and digest by which a copy of it can be recognized. */
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
 * Returns the files in a release's kit.lock.yaml that can be its profile.
 * @param name The value of `profile.file` in site.yaml; null if site.yaml has none.
 * @param known The profiles of all releases of the repository.
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
