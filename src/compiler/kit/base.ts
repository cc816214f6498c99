import { sha256 } from "../../kernel/index.ts";
import type { LockedFile } from "../model/kit-lock.ts";
import type { Release } from "../model/release.ts";
import { BASE_OF_KIT, baseBytes, kitPathOfBase } from "./places.ts";

/** A base file that differs from the kit's file of which it should be a copy. */
export interface BaseDifference {
  /** File name in base/. */
  readonly base: string;
  /** Path, inside the kit, of the file that the base file is a copy of. */
  readonly kit: string;
  /** `changed`: its size or digest differs from the lock's. `missing`: base/ lacks it. `unlocked`: kit.lock.yaml lacks the kit's file. */
  readonly problem: "changed" | "missing" | "unlocked";
  readonly locked: LockedFile | null;
  readonly size: number | null;
}

/**
 * Compares base/ with kit.lock.yaml, without the kit itself. Skips files for which release.yaml states no path in the kit; returns an empty
 * list for a release without a lock.
 */
export function baseDifferences(release: Pick<Release, "base" | "kit" | "lock">): readonly BaseDifference[] {
  const { lock } = release;
  if (!lock) return [];
  const locked = new Map(lock.files.map((file) => [file.path, file]));
  return BASE_OF_KIT.flatMap((pair): readonly BaseDifference[] => {
    const kit = kitPathOfBase(release, pair);
    const bytes = baseBytes(release, pair.base);
    if (kit === null) return [];
    const file = locked.get(kit) ?? null;
    const found = { base: pair.base, kit, locked: file, size: bytes?.length ?? null };
    if (!file) return [{ ...found, problem: "unlocked" }];
    if (!bytes) return [{ ...found, problem: "missing" }];
    const same = bytes.length === file.size && sha256(bytes) === file.sha256;
    return same ? [] : [{ ...found, problem: "changed" }];
  });
}
