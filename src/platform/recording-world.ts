import { networkInterfaces } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { wrongUse } from "../kernel/index.ts";
import { isAlive } from "./alive.ts";
import { CaptureFiles } from "./capture-folder.ts";
import { startDetached } from "./detached.ts";
import { isPlainFolder } from "./folders.ts";
import { findGit } from "./git-folder.ts";
import { homeFolder } from "./home-folder.ts";
import type { Host } from "./host.ts";
import { localAuthority } from "./local-authority.ts";
import { type Foreign, foreignTo, leavesTheMachine, newOwnFolder } from "./own-folder.ts";
import { connectTo, listenAt } from "./sockets.ts";
import type { RecordingWorld } from "./wire.ts";
import { noteReveal, storedEnds, storedFiles, storedIds } from "./stored-capture.ts";
import type { WriteSome } from "./write-file.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Returns the default folder for this user's captures, inside the system's folder for application state; null if there is none. */
function usualStore(env: Host["env"]): string | null {
  const name = ["tierwright", "captures"];
  const windows = process.platform === "win32";
  const named = env(windows ? "LOCALAPPDATA" : "XDG_STATE_HOME");
  if (named && isAbsolute(named)) return join(named, ...name);
  if (windows) return null;
  const home = homeFolder();
  return isAbsolute(home) ? join(home, ".local", "state", ...name) : null;
}

/** Returns a function that lists this machine's addresses. That function returns the last known ones if no file descriptor is left. */
function ownAddresses(): () => readonly string[] {
  let known: readonly string[] = [];
  const ask = () => {
    try {
      known = Object.values(networkInterfaces()).flatMap((cards) => (cards ?? []).map(({ address }) => address));
    } catch {
      // on a failure, the addresses that were read last are returned
    }
    return known;
  };
  ask();
  return ask;
}

/** Returns the nearest existing folder: the path itself or one above it. */
function existing(folder: string): string {
  let at = folder;
  while (!isPlainFolder(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/** Returns the `RecordingWorld` of this machine: its sockets, files, processes and signals. */
export function recordingWorld({ env, openGit }: Pick<Host, "env" | "openGit">, write?: WriteSome): RecordingWorld {
  // cached by store and capture, because the check of access rights on Windows starts a program
  const foreign = new Map<string, Foreign | null>();
  return {
    store: () => usualStore(env),
    capture(store, at, failed) {
      const leaves = leavesTheMachine(store);
      if (leaves !== null)
        throw wrongUse(
          `captures cannot be stored in ${store}: ${leaves}, and they hold passwords as they were sent`,
          "name a folder on a disk of this machine with --store",
        );
      const name = at
        .toISOString()
        .replace(/\.\d+Z$/, "Z")
        .replaceAll(":", "-");
      const { id, path } = newOwnFolder(store, name);
      return new CaptureFiles(id, path, failed, write);
    },
    ids: storedIds,
    open: storedFiles,
    ends: storedEnds,
    foreign(store, id) {
      const key = JSON.stringify([store, id]);
      const known = foreign.get(key);
      if (known !== undefined) return known;
      const found = foreignTo(store, id);
      foreign.set(key, found);
      return found;
    },
    noteReveal,
    async checkout(folder) {
      const near = existing(folder);
      const found = findGit(near);
      if (!found) return null;
      return { top: found.top, ignored: await openGit(near, (git) => git.ignores(join(folder, "events.ndjson"))) };
    },
    listen: listenAt,
    authority: localAuthority,
    connect: connectTo,
    own: ownAddresses(),
    alive: isAlive,
    elapsed: () => performance.now(),
    pid: process.pid,
    detached: startDetached,
    stopped: () =>
      new Promise((resolve) => {
        const end = (signal: NodeJS.Signals) => {
          for (const one of SIGNALS) process.off(one, end);
          resolve(signal);
        };
        for (const one of SIGNALS) process.on(one, end);
      }),
  };
}
