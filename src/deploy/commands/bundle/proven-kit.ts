import { join } from "node:path";
import { type RuleProblem, ZipWriter, isRefusal, lockPath, notLocked, startOf, wrongUse } from "../../../kernel/index.ts";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { MANIFEST_ENTRY } from "../../bundle/manifest-rules.ts";
import type { BundlePart } from "../../publish/parts.ts";
import { KITS_VARIABLE, compareKit, fileChunks, hashFile, locateKit, writingNewFile } from "../../../platform/index.ts";
import {
  type Release,
  differenceProblems,
  kitFolder,
  kitPath,
  mappingCounts,
  unavailableProblem,
} from "../../../compiler/index.ts";
import type { Invocation } from "../../../report/index.ts";

/** A mapping definition above this is recorded by size and hash alone. */
const LARGEST_COUNTED = 32 * 1024 * 1024;

/** The kit is not what the lock says; `problems` are all differences. */
export class KitDiffers extends Error {
  override readonly name = "KitDiffers";
  constructor(readonly problems: readonly RuleProblem[]) {
    super("the kit differs from its lock");
  }
}

/** A kit at hand whose names are those of its lock; its contents are proven while they are used. */
export class ProvenKit {
  constructor(
    readonly release: Release,
    readonly folder: string,
  ) {}

  #path(path: string): string {
    return join(this.folder, path);
  }

  get #locked() {
    return this.release.lock?.files ?? [];
  }

  /** Reads everything and throws KitDiffers with every difference; returns when there is none. */
  differences(): void {
    const found = differenceProblems(this.release, compareKit(this.folder, this.#locked));
    if (found.length > 0) throw new KitDiffers(found);
  }

  /** The mapping definition's record; null where the release names none (C9). */
  mapping(): BundleManifest["mapping"] {
    const path = kitPath(this.release, "mapping");
    const file = this.#locked.find((item) => item.path === path);
    if (!file) return null;
    const bytes =
      file.size > LARGEST_COUNTED
        ? null
        : Buffer.concat(Array.from(fileChunks(this.#path(file.path)), (chunk) => Buffer.from(chunk)));
    return { path: file.path, size: file.size, sha256: file.sha256, judged: false, counts: bytes ? mappingCounts(bytes) : {} };
  }

  /** Files of the kit that no part is made of. */
  others(parts: readonly BundlePart[]): readonly string[] {
    const used = new Set(parts.flatMap(({ from }) => ("kit" in from ? [from.kit] : [])));
    return this.#locked.flatMap(({ path }) => (used.has(path) ? [] : [path]));
  }

  /**
   * Writes the zip: manifest first, then every part. What is read of the kit is hashed on its way and compared with the lock, and so is
   * what is not installed, in one pass. Throws KitDiffers when anything differs; nothing is left then.
   */
  write(zip: string, manifest: Buffer, parts: readonly BundlePart[]): void {
    try {
      writingNewFile(zip, (sink) => {
        const writer = new ZipWriter(sink);
        writer.add(MANIFEST_ENTRY, [manifest]);
        for (const { path, size, sha256, from } of parts) {
          const written = writer.add(path, "kit" in from ? fileChunks(this.#path(from.kit)) : [from.bytes]);
          if (written.size !== size || written.sha256 !== sha256) throw new KitDiffers([]);
        }
        writer.finish();
      });
      const rest = new Set(this.others(parts));
      for (const file of this.#locked) {
        if (!rest.has(file.path)) continue;
        const { size, sha256 } = hashFile(this.#path(file.path));
        if (size !== file.size || sha256 !== file.sha256) throw new KitDiffers([]);
      }
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.differences(); // all of them, not only the first
      throw error instanceof KitDiffers
        ? wrongUse("the kit changed while it was read", "run it again when nobody writes to the kit")
        : error;
    }
  }
}

/** Without a lock nothing says which files the kit has: no bundle can be built from it. */
function unlocked({ name }: Release): RuleProblem {
  const lock = lockPath(name);
  return notLocked.at(startOf(lock), { seen: "no-lock", release: name, lock }, { severity: "error" });
}

/** The kit of a release where it lies, by the names in its lock (C6). Throws KitDiffers where it is nowhere or has other files. */
export function openKit({ directory, host }: Invocation, release: Release): ProvenKit {
  if (!release.lock) throw new KitDiffers([unlocked(release)]);
  const location = locateKit(directory, release.name, kitFolder(release), host.env(KITS_VARIABLE));
  if (location.kind === "unavailable") throw new KitDiffers([unavailableProblem(release, location.looked)]);
  const kit = new ProvenKit(release, location.folder);
  if (compareKit(location.folder, release.lock.files, { names: true }).length > 0) kit.differences();
  return kit;
}

/** Writes a bundle that holds its manifest alone. */
export function writeSettings(zip: string, manifest: Buffer): void {
  writingNewFile(zip, (sink) => {
    const writer = new ZipWriter(sink);
    writer.add(MANIFEST_ENTRY, [manifest]);
    writer.finish();
  });
}
