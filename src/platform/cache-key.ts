import { fstatSync, openSync, closeSync, readFileSync, realpathSync, constants, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";
import { crypto } from "./crypto.ts";
import { partsBelow } from "./confined.ts";
import { makeFolders } from "./folders.ts";
import { findGit } from "./git-folder.ts";
import type { Host } from "./host.ts";
import { systemCode } from "../kernel/index.ts";

const BYTES = 32;

/** The file that holds this user's key; null where there is no folder for it. */
function keyPath(env: Host["env"]): string | null {
  const folder = cacheFolder(env);
  return folder === null ? null : join(folder, "cache-key");
}

/** The key when it is this user's alone; null otherwise. Throws the file system's error. */
function readKey(path: string): Buffer | null {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const { mode, uid, size } = fstatSync(descriptor, { bigint: false });
    const user = process.getuid?.();
    if (size !== BYTES || (user !== undefined && (uid !== user || (mode & 0o077) !== 0))) return null;
    const key = readFileSync(descriptor);
    return key.length === BYTES ? key : null;
  } finally {
    closeSync(descriptor);
  }
}

/** True where the key's file could have come with the checkout: then it is nobody's secret. */
function liesInCheckout(root: string, path: string): boolean {
  const top = findGit(root)?.top ?? realpathSync.native(root);
  return partsBelow(top, realpathSync.native(dirname(path))) !== null;
}

/**
 * What the cache of a repository is sealed with: a key of this user and machine, bound to the repository's real path. `make`: a user
 * without a key gets one. null: there is none that can be trusted, so there is no cache.
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
