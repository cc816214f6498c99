import { lstatSync, mkdirSync, rmdirSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCode, wrongUse } from "../kernel/index.ts";
import { makeFolders } from "./folders.ts";
import { isTracked } from "./git-index.ts";
import { othersIn, systemRights, type WindowsRights } from "./owner-only.ts";
import { describeError } from "./confined-tree.ts";
import { ofSystem, runWindows } from "./windows-rights.ts";

/** Windows' access rights of a folder, and the function that restricts it to its owner and the system. */
export interface FolderRights extends WindowsRights {
  restrict(folder: string, account: string): boolean;
}

const WINDOWS: FolderRights = {
  ...systemRights(),
  // (OI)(CI): new entries in the folder inherit the rights; S-1-5-18 is the Windows system account, which can read everything anyway
  restrict: (folder, account) =>
    runWindows(ofSystem("icacls.exe"), [
      folder,
      "/inheritance:r",
      "/grant:r",
      `*${account}:(OI)(CI)F`,
      "*S-1-5-18:(OI)(CI)F",
      "/Q",
    ]) === 0,
};

/** Magic numbers of network file systems (statfs(2)): NFS, SMB, CIFS, SMB2, AFS, Ceph, 9P. */
const SERVED = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997]);

/** Names of folders that programs such as OneDrive copy to other machines. */
const SYNCED =
  /^(?:OneDrive(?: - .*)?|Dropbox(?: \(.*\))?|Google ?Drive|My Drive|iCloud ?Drive|com~apple~CloudDocs|Nextcloud|ownCloud|Box Sync)$/i;

/** Returns why the bytes of a capture would leave this machine if it were stored in a folder; null if they stay. */
export function leavesTheMachine(folder: string, typeOf: (folder: string) => number | null = fileSystemOf): string | null {
  if (/^(?:\\\\|\/\/)[^\\/?.]/.test(folder) || /^\\\\\?\\UNC\\/i.test(folder)) return "it lies on a share";
  const synced = folder.split(/[\\/]/).find((part) => SYNCED.test(part));
  if (synced !== undefined) return `'${synced}' is copied to other machines by its own program`;
  const type = typeOf(folder);
  return type !== null && SERVED.has(type) ? "another machine serves that file system" : null;
}

/** Returns the file system type of the nearest existing folder; null if the system does not report it. */
function fileSystemOf(folder: string): number | null {
  if (process.platform !== "linux") return null;
  for (let at = folder; ; at = dirname(at)) {
    try {
      return statfsSync(at).type;
    } catch {
      if (dirname(at) === at) return null;
    }
  }
}

/** Returns which other accounts can access a folder, with the command that prevents it; null if none can. */
function openTo(folder: string, windows: FolderRights | null): Foreign | null {
  if (windows) {
    const [entries, own] = [windows.entries(folder), windows.account()];
    const others = entries === null || own === null ? null : othersIn(entries, own);
    if (others?.length === 0) return null;
    const who = others === null ? "it is unknown who can read it" : "other accounts of this machine can read it";
    return { who, help: `icacls "${folder}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F" leaves it to you alone` };
  }
  const { mode, uid } = lstatSync(folder);
  if (uid !== process.getuid?.()) return { who: "it belongs to another user", help: "name your own folder with --store" };
  const rights = (mode & 0o777).toString(8);
  return (mode & 0o077) === 0
    ? null
    : { who: `other users of this machine can use it (mode ${rights})`, help: `chmod 700 '${folder}' leaves it to you alone` };
}

/**
 * Returns a reason against a capture store if git tracks files in it, or if that is unknown; null otherwise. A commit can bring files of
 * any content, even into a store that only its owner can access.
 */
function fromCommit(store: string): Foreign | null {
  const tracked = isTracked(store);
  if (tracked === false) return null;
  return {
    who: tracked ? "git tracks files in it, so a commit can have brought them" : "it is unknown whether git tracks files in it",
    help: "name your own folder outside the checkout with --store",
  };
}

/** The reason why a capture store can contain or show data of others: who can access it, and the command or option that helps. */
export interface Foreign {
  readonly who: string;
  readonly help: string;
}

/**
 * Returns why other accounts can access a capture store, or the folder of one capture in it. Returns null if none can, or if the folder
 * does not exist. A store in which git tracks a file is refused, too. On Windows, checks the access entries of the store, not its owner,
 * and not its subfolders, which inherit the entries.
 */
export function foreignTo(
  store: string,
  id: string | null,
  windows: FolderRights | null = process.platform === "win32" ? WINDOWS : null,
): Foreign | null {
  if (windows && id !== null) return null;
  const folder = id === null ? store : join(store, id);
  const help = "name your own folder with --store";
  try {
    const stat = lstatSync(folder);
    if (!stat.isDirectory()) return { who: `it is ${stat.isSymbolicLink() ? "a link" : "no folder"}`, help };
    return openTo(folder, windows) ?? (id === null ? fromCommit(store) : null);
  } catch (error) {
    return systemCode(error) === "ENOENT" ? null : { who: `it is unknown who can use it (${describeError(error)})`, help };
  }
}

function makeOwn(folder: string, windows: FolderRights | null): void {
  mkdirSync(folder, { mode: 0o700 });
  const account = windows?.account() ?? null;
  const restricted = !windows || (account !== null && windows.restrict(folder, account));
  const open = restricted ? openTo(folder, windows) : { who: "icacls could not take it from others" };
  if (!open) return;
  rmdirSync(folder);
  throw wrongUse(
    `${folder} cannot be kept from others: ${open.who}`,
    "a capture holds passwords as they were sent: name a folder with --store whose file system keeps rights",
  );
}

function refuseOpen(store: string, windows: FolderRights | null): void {
  const stat = lstatSync(store);
  if (!stat.isDirectory())
    throw wrongUse(
      `${store} is not a folder${stat.isSymbolicLink() ? ", but a link" : ""}`,
      "name the folder itself with --store",
    );
  const open = openTo(store, windows) ?? fromCommit(store);
  if (open)
    throw wrongUse(`captures cannot be stored in ${store}: ${open.who}, and they hold passwords as they were sent`, open.help);
}

const MOST_OF_A_SECOND = 100;

/** Creates a folder for a capture in the store, which only this user can access. Creates a missing store. Throws a Refusal. */
export function newOwnFolder(
  store: string,
  name: string,
  windows: FolderRights | null = process.platform === "win32" ? WINDOWS : null,
): { readonly id: string; readonly path: string } {
  try {
    makeFolders(dirname(store));
    if (lstatSync(store, { throwIfNoEntry: false })) refuseOpen(store, windows);
    else makeOwn(store, windows);
    for (let n = 1; ; n++) {
      const id = n === 1 ? name : `${name}-${n}`;
      const path = join(store, id);
      try {
        makeOwn(path, windows);
        return { id, path };
      } catch (error) {
        if (systemCode(error) !== "EEXIST" || n >= MOST_OF_A_SECOND) throw error;
      }
    }
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw wrongUse(`the store ${store} cannot be used: ${describeError(error)}`, "name a folder that you can write with --store");
  }
}
