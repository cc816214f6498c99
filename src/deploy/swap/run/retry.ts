import { must, systemCode } from "../../../kernel/index.ts";
import type { SwapFiles, SwapWorld } from "../../../platform/index.ts";

/**
 * Milliseconds between retries of a file operation while a virus scanner or an indexer possibly holds the file. The last value repeats
 * until the waits reach `SwapWorld.patience`. deploy.ps1 has equal values (powershell/parts/40-world.ps1).
 */
export const WAITS = [10, 20, 50, 100, 200] as const;

const HELD = ["EBUSY"] as const;
const HELD_OR_DENIED = ["EBUSY", "EACCES", "EPERM"] as const;
const HELD_OR_FILLED = [...HELD_OR_DENIED, "ENOTEMPTY"] as const;

/**
 * Codes of system errors, by file operation, after which a retry can succeed because another program has the file open. Windows also
 * reports "access denied" for a rename or removal of an open file, and "not empty" for a folder whose deleted files are still open. A read
 * with "access denied" lacks rights, and is not retried.
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

/** Repeats an operation until it succeeds, fails for another reason, or has waited `SwapWorld.patience`; then throws the system's error. */
function retry<T>({ patience, pause }: SwapWorld, codes: readonly string[], act: () => T): T {
  // sums up the waits instead of reading the clock: if that were set back, the loop would be endless
  for (let waited = 0, tried = 0; ; tried++) {
    try {
      return act();
    } catch (error) {
      if (!codes.includes(systemCode(error)) || waited >= patience) throw error;
      const wait = must(WAITS[Math.min(tried, WAITS.length - 1)], "the wait");
      pause(wait);
      waited += wait;
    }
  }
}

/** Writes a file with retries, but only until the first byte is requested, because the bytes can be read only once. */
function writes(world: SwapWorld, ...[path, chunks, like, alone]: Parameters<SwapFiles["write"]>): void {
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
      world.files.write(path, watched, like, alone);
    } catch (error) {
      if (!begun) throw error;
      failure = { error };
    }
  });
  if (failure) throw (failure as { readonly error: unknown }).error;
}

/** Returns `world` with file operations that are retried; `world` itself if its `patience` is 0, as on systems other than Windows. */
export function withRetries(world: SwapWorld): SwapWorld {
  if (world.patience === 0) return world;
  const { files } = world;
  const entries = Object.entries(files) as [keyof SwapFiles, (...args: unknown[]) => unknown][];
  const methods = entries.map(([name, act]) => [name, (...args: unknown[]) => retry(world, HOLDS[name], () => act(...args))]);
  return {
    ...world,
    files: {
      ...(Object.fromEntries(methods) as SwapFiles),
      write: (...given) => writes(world, ...given),
    },
  };
}
