import { dirname } from "node:path";
import { DeployStop, failureWords, reading, refused } from "../protocol/outcome.ts";
import type { Release, SwapFiles, SwapWorld } from "../../../platform/index.ts";
import { refuseLinks } from "../protocol/links.ts";

/** Another runner works on the same installation. */
export class LockHeld extends DeployStop {
  constructor(install: string, holder: string | null) {
    const details = holder === null ? [] : [holder];
    super(
      1618,
      `another deploy is at work in ${install}`,
      "wait until it is done, then run this again; nothing was written",
      details,
    );
  }
}

/** Makes a folder; below a root its missing parents, too. Gives what was made, outermost first. */
function makeWork(files: SwapFiles, folder: string, root: string | null): readonly string[] {
  const missing: string[] = [];
  for (let at = folder; !files.stat(at); at = dirname(at)) {
    missing.unshift(at);
    if (root === null || dirname(at) === at) break;
  }
  for (const path of missing) files.makeFolder(path);
  return missing;
}

/** A run that wrote nothing leaves nothing: the folders that were made for it go again when they are empty. */
function removeEmpty(files: SwapFiles, folders: readonly string[]): void {
  try {
    for (const path of [...folders].reverse()) {
      if (files.stat(path)?.kind === "folder" && files.list(path).length === 0) files.removeFolder(path);
    }
  } catch {
    // an empty folder that stays harms nobody
  }
}

/** Holds the lock of an installation while `work` runs; the folder for it is made first, and goes again when nothing came of it. */
export async function locked<T>(
  world: SwapWorld,
  install: string,
  swap: string,
  root: string | null,
  work: () => Promise<T>,
): Promise<T> {
  await reading(() => refuseLinks(world, [install, swap], "folder"));
  let made: readonly string[] = [];
  let release: Release | null;
  try {
    made = makeWork(world.files, swap, root);
    release = await world.lock(swap);
  } catch (error) {
    removeEmpty(world.files, made);
    throw refused(
      `${swap} cannot be made or locked: ${failureWords(error)}`,
      "run this with the right to write into the tool's folder (an elevated prompt, or the fleet's agent); nothing was written",
    );
  }
  if (!release) throw new LockHeld(install, world.lockHolder(swap));
  try {
    return await work();
  } finally {
    // Linux: before another runner can take the lock of a folder that is about to go; Windows holds a file in it until then
    if (!world.windows) removeEmpty(world.files, made);
    await release();
    if (world.windows) removeEmpty(world.files, made);
  }
}
