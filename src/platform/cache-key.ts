import { realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";
import { crypto } from "./crypto.ts";
import { partsBelow } from "./confined.ts";
import { makeFolders } from "./folders.ts";
import { findGit } from "./git-folder.ts";
import type { Host } from "./host.ts";
import { readAt, withOpenFile } from "./ordinary-file.ts";
import { systemCode } from "../kernel/index.ts";

const BYTES = 32;

/** Returns the path of the file with this user's cache key (of the cache file's HMACs). Returns null if the user has no cache folder. */
function keyPath(env: Host["env"]): string | null {
  const folder = cacheFolder(env);
  return folder === null ? null : join(folder, "cache-key");
}

/**
 * Returns this user's cache key if its file belongs to the user and nobody else can read it; otherwise null. Throws the file system's
 * error.
 */
function readKey(path: string): Buffer | null {
  return withOpenFile(path, "no", (descriptor, { mode, uid, size }) => {
    const user = process.getuid?.();
    if (size !== BYTES || (user !== undefined && (uid !== user || (mode & 0o077) !== 0))) return null;
    const key = readAt(descriptor, 0, BYTES);
    return key.length === BYTES ? key : null;
  });
}

/** Returns whether the file of the cache key is inside the checkout: then a commit can have brought it, and it is no secret. */
function liesInCheckout(root: string, path: string): boolean {
  const top = findGit(root)?.top ?? realpathSync.native(root);
  return partsBelow(top, realpathSync.native(dirname(path))) !== null;
}

/**
 * Returns the function that computes the HMACs of a repository's cache file, with a key of this user and machine that is bound to the
 * repository's real path.
 * @param make creates a key for a user who has none.
 * @returns null if no key can be trusted; then there is no cache.
 */
export function cacheSeal(root: string, make: boolean, env: Host["env"]): ((text: string | Uint8Array) => string) | null {
  const path = keyPath(env);
  if (path === null) return null;
  try {
    if (make) {
      makeFolders(dirname(path));
      try {
        writeFileSync(path, crypto().randomBytes(BYTES), { flag: "wx", mode: 0o600 });
      } catch (error) {
        if (systemCode(error) !== "EEXIST") throw error;
      }
    }
    const key = readKey(path);
    if (key === null || liesInCheckout(root, path)) return null;
    const own = crypto().createHmac("sha256", key).update(realpathSync.native(root)).digest();
    return (text) => crypto().createHmac("sha256", own).update(text).digest("hex").slice(0, 32);
  } catch {
    return null;
  }
}
