import { join } from "node:path";
import { type KnownProfile, knownProfiles as profilesOf } from "../../../compiler/index.ts";
import type { Looked } from "../looked.ts";

/** Returns the profile, an .mdzip file that the modeling tool loads, of each kit in the repository. */
export const knownProfiles = ({ shared }: Looked): readonly KnownProfile[] => profilesOf(shared?.releases.values() ?? []);

/**
 * Returns the kit profile (an .mdzip file) that belongs on this workstation: the one in the kit of the environment's release, otherwise the
 * one that the last deploy installed, otherwise the one in the plug-in's lib folder. Returns null if all three are missing.
 */
export function rightProfile(looked: Looked): (KnownProfile & { readonly says: string }) | null {
  const { wanted, places, station } = looked;
  const [own] = wanted?.release ? profilesOf([wanted.release]) : [];
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
