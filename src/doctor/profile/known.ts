import { join } from "node:path";
import { kitPath } from "../../kit/places.ts";
import type { Release } from "../../model/release.ts";
import type { Looked } from "../looked.ts";

/** One profile by its content. */
export interface KnownProfile {
  readonly release: string;
  readonly size: number;
  readonly sha256: string;
}

function ofRelease(release: Release): readonly KnownProfile[] {
  const path = kitPath(release, "profile");
  const locked = release.lock?.files.find((file) => file.path === path);
  return locked ? [{ release: release.name, size: locked.size, sha256: locked.sha256 }] : [];
}

/** Every profile that the repository's kits have. */
export const knownProfiles = ({ shared }: Looked): readonly KnownProfile[] =>
  [...(shared?.releases.values() ?? [])].flatMap(ofRelease);

/** The profile that belongs here: of the environment's release, else what the last deploy put there, else the plug-in's own copy. */
export function rightProfile(looked: Looked): (KnownProfile & { readonly says: string }) | null {
  const { wanted, places, station } = looked;
  const [own] = wanted?.release ? ofRelease(wanted.release) : [];
  if (own) return { ...own, says: `the kit of ${own.release}` };
  const receipt = looked.receipt();
  const installed = receipt?.state?.files.find(({ id }) => id.startsWith("profile-"));
  if (installed)
    return { release: receipt?.bundle?.connector ?? "", size: installed.size, sha256: installed.sha256, says: "the last deploy" };
  if (places.profileName === null) return null;
  const inside = join(places.plugin, "lib", places.profileName);
  if (station.files.stat(inside)?.kind !== "file") return null;
  return { release: "", ...station.files.hash(inside), says: "the plug-in's own lib folder" };
}
