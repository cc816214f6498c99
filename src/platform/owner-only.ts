import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAt, unreadable, withOpenFile } from "./ordinary-file.ts";
import { entriesIn, ofSystem, runWindows } from "./windows-rights.ts";

/** The bytes of a file that only its owner can read, or why they were not read. */
export type OwnFile =
  | { readonly kind: "file"; readonly bytes: Buffer }
  /** The file cannot be read; `why` completes "cannot be read: ...". */
  | { readonly kind: "unreadable"; readonly why: string }
  /** Other accounts can read the file: `how` names them, and `mend` is the command that prevents it. */
  | { readonly kind: "open"; readonly how: string; readonly mend: string };

/** Queries about the access rights of a file on Windows. */
export interface WindowsRights {
  /** Returns the file's access entries in SDDL; null if they cannot be read. */
  entries(path: string): string | null;
  /** Returns the SID of the account that runs this process; null if it is unknown. */
  account(): string | null;
}

/** SDDL names and SIDs that can read every file of a machine anyway: the system, administrators, and the owner of the file. */
const ALWAYS = new Set(["SY", "BA", "OW", "S-1-5-18", "S-1-5-32-544", "S-1-3-4"]);

/**
 * Returns the accounts other than `own` to which the access entries (SDDL) grant any right, in SDDL notation; null if the form of the
 * entries is unknown.
 */
export function othersIn(entries: string, own: string): readonly string[] | null {
  if (/^D:[A-Z]*NO_ACCESS_CONTROL/.test(entries)) return ["WD"];
  const rows = [...entries.matchAll(/\(([^()]*)\)/g)].map(([, row = ""]) => row.split(";"));
  if (rows.some((row) => row.length < 6)) return null;
  const allowed = rows.filter(([type = "", flags = ""]) => /^X?A$|^OA$/.test(type) && !/IO/.test(flags));
  return [...new Set(allowed.map((row) => row[5] ?? ""))].filter((account) => account !== own && !ALWAYS.has(account));
}

const WELL_KNOWN: Readonly<Record<string, string>> = {
  WD: "everyone",
  AU: "every signed-in user",
  BU: "the group Users",
  IU: "every user who signs in at the machine",
};

function openOnWindows(path: string, rights: WindowsRights): OwnFile | null {
  const [entries, own] = [rights.entries(path), rights.account()];
  const others = entries === null || own === null ? null : othersIn(entries, own);
  if (others?.length === 0) return null;
  return {
    kind: "open",
    how:
      others === null
        ? "it is unknown who can read it (icacls and whoami did not report it)"
        : `${others.map((one) => WELL_KNOWN[one] ?? one).join(", ")} can read it`,
    mend: `icacls "${path}" /inheritance:r /grant:r "%USERNAME%:R" lets only you read it`,
  };
}

function openElsewhere(
  path: string,
  { mode, uid }: { readonly mode: number; readonly uid: number },
  user: number,
): OwnFile | null {
  const mend = `chmod 600 '${path}' lets only you read it`;
  if (uid !== user && user !== 0) return { kind: "open", how: "it belongs to another user", mend: "create your own file" };
  return (mode & 0o077) === 0
    ? null
    : { kind: "open", how: `other users of this machine can use it (mode ${(mode & 0o777).toString(8)})`, mend };
}

/**
 * Reads a file of at most `largest` bytes that only its owner can read. Does not read a file that other accounts can read. Throws the file
 * system's error.
 */
export function readOwnFile(path: string, largest: number, rights: WindowsRights = systemRights()): OwnFile {
  return withOpenFile(path, "follow", (descriptor, stat) => {
    const other = unreadable(stat);
    if (other) return other;
    if (stat.size > largest) return { kind: "unreadable", why: `it has more than ${largest / 1024} KiB` };
    const user = process.getuid?.();
    const open = user === undefined ? openOnWindows(path, rights) : openElsewhere(path, stat, user);
    return open ?? { kind: "file", bytes: readAt(descriptor, 0, stat.size) };
  });
}

/** Returns an implementation of `WindowsRights` that runs icacls and whoami of this machine. */
export function systemRights(): WindowsRights {
  return {
    entries(path) {
      const work = mkdtempSync(join(tmpdir(), "tierwright-rights-"));
      try {
        const saved = join(work, "saved");
        if (runWindows(ofSystem("icacls.exe"), [path, "/save", saved, "/L", "/Q"]) !== 0 || !existsSync(saved)) return null;
        return entriesIn(readFileSync(saved));
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    },
    account() {
      const options = { encoding: "utf8", windowsHide: true, shell: false, timeout: 60_000 } as const;
      const { stdout } = process
        .getBuiltinModule("node:child_process")
        .spawnSync(ofSystem("whoami.exe"), ["/user", "/fo", "csv", "/nh"], options);
      return /S-1-[\d-]+/.exec(stdout ?? "")?.[0] ?? null;
    },
  };
}
