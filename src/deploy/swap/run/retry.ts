import { systemCode } from "../../../kernel/index.ts";
import type { SwapFiles, SwapWorld } from "../../../platform/index.ts";

/**
 * Milliseconds between two tries of a file operation while a virus scanner or an indexer may hold the file; the last one again and again,
 * until the world's patience is used up. deploy.ps1 waits by the same numbers (powershell/parts/40-world.ps1).
 */
export const WAITS = [10, 20, 50, 100, 200] as const;

const HELD = ["EBUSY"] as const;
const HELD_OR_DENIED = ["EBUSY", "EACCES", "EPERM"] as const;
const HELD_OR_FILLED = [...HELD_OR_DENIED, "ENOTEMPTY"] as const;

/**
 * The codes by which each operation says that somebody holds the file for the moment. Windows says "access denied", too, for a rename or a
 * removal of what is open, and "not empty" of a folder whose removed files are still open; for a look it means missing rights and nothing
 * else, and waiting would not help.
 */
const HOLDS: Readonly<Record<keyof SwapFiles, readonly string[]>> = {
  stat: HELD,
  real: HELD,
  list: HELD,
  read: HELD,
  hash: HELD,
  makeFolder: HELD,
  probe: HELD,
  write: HELD_OR_DENIED,
  rename: HELD_OR_DENIED,
  replace: HELD_OR_DENIED,
  remove: HELD_OR_DENIED,
  removeFolder: HELD_OR_FILLED,
  removeTree: HELD_OR_FILLED,
};

/** Tries until it works, fails for another reason, or the patience is used up; then the system's error is thrown. */
function retry<T>({ patience, pause }: SwapWorld, codes: readonly string[], act: () => T): T {
  // waited time is added up: a clock that is set back must not make it endless
  for (let waited = 0, tried = 0; ; tried++) {
    try {
      return act();
    } catch (error) {
      if (!codes.includes(systemCode(error)) || waited >= patience) throw error;
      const wait = WAITS[Math.min(tried, WAITS.length - 1)] as number;
      pause(wait);
      waited += wait;
    }
  }
}

/** A file's bytes that cannot be had twice: once they are asked for, the write is not tried again. */
function writes(world: SwapWorld, path: string, chunks: Iterable<Uint8Array>, like?: string | null): void {
  let begun = false;
  const watched = {
    *[Symbol.iterator]() {
      begun = true;
      yield* chunks;
    },
  };
  let failure: { readonly error: unknown } | null = null;
  retry(world, HOLDS.write, () => {
    try {
      world.files.write(path, watched, like);
    } catch (error) {
      if (!begun) throw error;
      failure = { error };
    }
  });
  if (failure) throw (failure as { readonly error: unknown }).error;
}

/**
 * The same world with one patient way for every file operation of a run: journal, receipt, exchange, undo, staging and cleaning up. Without
 * patience (off Windows, where an open file blocks nothing) it is the world itself.
 */
export function withRetries(world: SwapWorld): SwapWorld {
  if (world.patience === 0) return world;
  const { files } = world;
  const entries = Object.entries(files) as [keyof SwapFiles, (...args: unknown[]) => unknown][];
  const methods = entries.map(([name, act]) => [name, (...args: unknown[]) => retry(world, HOLDS[name], () => act(...args))]);
  return {
    ...world,
    files: {
      ...(Object.fromEntries(methods) as SwapFiles),
      write: (path, chunks, like) => writes(world, path, chunks, like),
    },
  };
}
