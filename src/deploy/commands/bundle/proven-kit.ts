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

/** The largest mapping definition in bytes whose entries are counted; larger ones are recorded by size and digest only. */
const LARGEST_COUNTED = 32 * 1024 * 1024;

/** Thrown if a local kit does not match kit.lock.yaml of its release; `problems` lists all differences. */
export class KitDiffers extends Error {
  override readonly name = "KitDiffers";
  constructor(readonly problems: readonly RuleProblem[]) {
    super("the kit differs from its lock");
  }
}

/** A local kit whose file names match kit.lock.yaml of its release; its contents are verified when they are read. */
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

  /** Compares every file of the kit with the lock. Throws KitDiffers with all differences if there are any. */
  differences(): void {
    const found = differenceProblems(this.release, compareKit(this.folder, this.#locked));
    if (found.length > 0) throw new KitDiffers(found);
  }

  /** Returns size, digest and entry counts of the kit's mapping definition; null if the release names none. */
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

  /** Returns the paths of the kit's files that are not copied into the bundle. */
  others(parts: readonly BundlePart[]): readonly string[] {
    const used = new Set(parts.flatMap(({ from }) => ("kit" in from ? [from.kit] : [])));
    return this.#locked.flatMap(({ path }) => (used.has(path) ? [] : [path]));
  }

  /**
   * Writes the zip of a swap bundle: the manifest first, then every entry of `parts`. Compares the digest of every kit file with the lock
   * while reading it, also of files that are not installed. Throws KitDiffers if anything differs; then no zip remains.
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
      this.differences(); // throws KitDiffers with all differences, which `error` does not list
      throw error instanceof KitDiffers
        ? wrongUse("the kit changed while it was read", "run it again when nobody writes to the kit")
        : error;
    }
  }
}

/** Returns the problem of a release without a lock: nothing lists the kit's files, so no bundle can be built. */
function unlocked({ name }: Release): RuleProblem {
  const lock = lockPath(name);
  return notLocked.at(startOf(lock), { seen: "no-lock", release: name, lock }, { severity: "error" });
}

/** Opens the local kit of a release. Throws KitDiffers without a lock, without a kit, or if its file names differ from the lock. */
export function openKit({ directory, host }: Invocation, release: Release): ProvenKit {
  if (!release.lock) throw new KitDiffers([unlocked(release)]);
  const location = locateKit(directory, release.name, kitFolder(release), host.env(KITS_VARIABLE));
  if (location.kind === "unavailable") throw new KitDiffers([unavailableProblem(release, location.looked)]);
  const kit = new ProvenKit(release, location.folder);
  if (compareKit(location.folder, release.lock.files, { names: true }).length > 0) kit.differences();
  return kit;
}

/** Writes the zip of a settings bundle, which has only its manifest. */
export function writeSettings(zip: string, manifest: Buffer): void {
  writingNewFile(zip, (sink) => {
    const writer = new ZipWriter(sink);
    writer.add(MANIFEST_ENTRY, [manifest]);
    writer.finish();
  });
}
