import { dirname } from "node:path";
import { DeployStop, failureWords, refuseOnReadError, refusal } from "../protocol/outcome.ts";
import type { Release, SwapFiles, SwapWorld } from "../../../platform/index.ts";
import { refuseLinks } from "../protocol/links.ts";

/** Thrown if another deploy or rollback has the lock of the installation; `details` names the process that holds it. */
export class LockHeld extends DeployStop {
  constructor(install: string, holder: string | null) {
    const details = holder === null ? [] : [holder];
    super(
      1618,
      `another deploy is running in ${install}`,
      "wait until it is done, then run this again; nothing was written",
      details,
    );
  }
}

/**
 * Makes a folder; if `root` (the folder of --root) is not null, its missing parents, too. Returns the folders that it made, outermost
 * first.
 */
function makeWork(files: SwapFiles, folder: string, root: string | null): readonly string[] {
  const missing: string[] = [];
  for (let at = folder; !files.stat(at); at = dirname(at)) {
    missing.unshift(at);
    if (root === null || dirname(at) === at) break;
  }
  for (const path of missing) files.makeFolder(path);
  return missing;
}

/** Deletes the folders that were made for the lock of a deploy or rollback if they are still empty. Ignores failures. */
function removeEmpty(files: SwapFiles, folders: readonly string[]): void {
  try {
    for (const path of [...folders].reverse()) {
      if (files.stat(path)?.kind === "folder" && files.list(path).length === 0) files.removeFolder(path);
    }
  } catch {
    // an empty lock folder that remains does no harm
  }
}

/**
 * Holds the lock of an installation while `work` runs. Makes the lock's folder first and deletes it afterwards if it is empty. Throws
 * LockHeld if another deploy or rollback has the lock.
 */
export async function withLock<T>(
  world: SwapWorld,
  install: string,
  swap: string,
  root: string | null,
  work: () => Promise<T>,
): Promise<T> {
  await refuseOnReadError(() => refuseLinks(world, [install, swap], "folder"));
  let made: readonly string[] = [];
  let release: Release | null;
  try {
    made = makeWork(world.files, swap, root);
    release = await world.lock(swap);
  } catch (error) {
    removeEmpty(world.files, made);
    throw refusal(
      `${swap} cannot be created or locked: ${failureWords(error)}`,
      "run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written",
    );
  }
  if (!release) throw new LockHeld(install, world.lockHolder(swap));
  try {
    return await work();
  } finally {
    // On Linux, delete the lock's folder before releasing the lock, so that no other run locks a folder about to be deleted. On Windows, a
    // file in the folder is open until the release.
    if (!world.windows) removeEmpty(world.files, made);
    await release();
    if (world.windows) removeEmpty(world.files, made);
  }
}
