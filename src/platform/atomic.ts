import { randomBytes } from "node:crypto";
import { accessSync, chmodSync, constants, lstatSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemCode, wrongUse } from "../kernel/index.ts";
import { renameWithPatience } from "./rename.ts";
import { describeError } from "./confined-tree.ts";
import { createFile } from "./write-file.ts";

const MAX_LINKS = 40;

/** Returns the path at which no symbolic link is left to follow; nothing needs to exist there yet. Throws ELOOP after 40 links. */
function targetOf(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < MAX_LINKS; links++) {
    let link: boolean;
    try {
      link = lstatSync(target).isSymbolicLink();
    } catch (error) {
      if (systemCode(error) === "ENOENT") return target;
      throw error;
    }
    if (!link) return target;
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  }
  throw Object.assign(new Error("too many symbolic links"), { code: "ELOOP" });
}

/** Returns the permission bits of the file that will be replaced, null if it does not exist. Throws if it is not an ordinary, writable file. */
function modeOf(target: string): number | null {
  const stat = statSync(target, { throwIfNoEntry: false });
  if (!stat) return null;
  if (!stat.isFile()) throw Object.assign(new Error("not an ordinary file"), { code: stat.isDirectory() ? "EISDIR" : "EINVAL" });
  // the right to write is tested explicitly, because a rename would replace even a read-only file
  accessSync(target, constants.W_OK);
  return stat.mode & 0o7777;
}

/**
 * Replaces a file as a whole or not at all: writes a temporary file beside it, flushes it and renames it. Keeps the permission bits; a
 * symbolic link stays and its target is replaced. Deletes the temporary file on failure and throws the file system's error.
 */
export function writeFileAtomic(path: string, bytes: Uint8Array): void {
  const target = targetOf(path);
  replaceFile(target, bytes, modeOf(target));
}

/**
 * Replaces whatever is at `path` with a new file, as a whole or not at all. Replaces a symbolic link itself, not its target, and does not
 * block on a named pipe. Throws EISDIR for a folder.
 */
export function writeFileAnew(path: string, bytes: Uint8Array): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
  replaceFile(path, bytes, null);
}

/**
 * Replaces the file or symbolic link at `target`, as a whole or not at all.
 * @param mode permission bits of the new file, whatever the umask; null for 0o666 without the bits of the umask.
 */
export function replaceFile(target: string, bytes: Uint8Array, mode: number | null): void {
  const temporary = join(
    dirname(target),
    `.${basename(target).slice(0, 100)}.${process.pid}-${randomBytes(6).toString("hex")}.tmp`,
  );
  try {
    createFile(temporary, [bytes], { mode: mode ?? 0o666 });
    // permission bits are set again, because the umask removed some at creation
    if (mode !== null) chmodSync(temporary, mode);
    renameWithPatience(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Replaces a file that the user named on the command line, as a whole or not at all. Throws a Refusal (exit 2) if the file cannot be written. */
export function writeNamedFile(cwd: string, path: string, bytes: Uint8Array): void {
  try {
    writeFileAtomic(resolve(cwd, path), bytes);
  } catch (error) {
    throw wrongUse(`${path} cannot be written: ${describeError(error)}`, "nothing was changed; name a file that can be written");
  }
}
