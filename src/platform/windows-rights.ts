import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Runs a Windows program and returns its exit code; null if it cannot be started or takes longer than a minute. */
export type RunWindows = (program: string, args: readonly string[]) => number | null;

export const runWindows: RunWindows = (program, args) =>
  process
    .getBuiltinModule("node:child_process")
    .spawnSync(program, [...args], { stdio: "ignore", windowsHide: true, shell: false, timeout: 60_000 }).status;

/**
 * Returns the full path of a program of Windows: Windows would look for a bare name in the current folder first, which can be the share
 * with the swap bundle.
 */
export const ofSystem = (...name: readonly string[]): string =>
  join(process.env.SystemRoot ?? "C:\\Windows", "System32", ...name);

export const POWERSHELL = ofSystem("WindowsPowerShell", "v1.0", "powershell.exe");

/**
 * Returns the access entries of one file (one line of SDDL, Microsoft's security descriptor strings) from the bytes that `icacls /save`
 * wrote. Returns null if their form is unknown.
 */
export function entriesIn(saved: Buffer): string | null {
  const text = saved.toString("utf16le").replace(/^\ufeff/, "");
  const [, entries = ""] = text.split(/\r?\n/);
  return entries.startsWith("D:") ? entries : null;
}

/**
 * Returns whether a file has access entries of its own, or does not inherit those of its folder. In every other case, a new file in the
 * folder gets the same entries by itself.
 */
export function hasOwnEntries(entries: string): boolean {
  // the file system has no access rights
  if (entries.startsWith("D:NO_ACCESS_CONTROL")) return false;
  const flags = /^D:([A-Z]*)/.exec(entries)?.[1] ?? "";
  if (/^(?:AR|AI)*P/.test(flags)) return true;
  // (type;flags;rights;object;inherited object;account): two letters for a flag; ID means inherited from the folder
  const rows = [...entries.matchAll(/\(([A-Z]+);([A-Z]*);/g)].map(([, , set = ""]): readonly string[] => set.match(/../g) ?? []);
  return rows.length === 0 ? !flags.includes("AI") : rows.some((set) => !set.includes("ID"));
}

function failure(from: string, to: string, what: string): Error {
  return new Error(
    `${from} has access entries of its own, and icacls could not ${what}: the new file would be open to others than the old one, so ${basename(to)} is not put in its place`,
  );
}

/**
 * Gives a new file the access entries of another file in the same folder, if that file has entries of its own: Windows keeps them with a
 * file and not with a name. The caller keeps the new file open so that nobody can exchange it. The files that icacls reads and writes are
 * in a new folder of this account. Throws if icacls fails.
 */
export function keepEntries(from: string, to: string, program = ofSystem("icacls.exe"), start: RunWindows = runWindows): void {
  // Wine's icacls does nothing and reports success; wineboot.exe distinguishes Wine from Windows
  if (existsSync(join(dirname(program), "wineboot.exe"))) return;
  const work = mkdtempSync(join(tmpdir(), "tierwright-rights-"));
  try {
    const [saved, wanted] = [join(work, "saved"), join(work, "wanted")];
    if (start(program, [from, "/save", saved, "/L", "/Q"]) !== 0) throw failure(from, to, "read them");
    if (!existsSync(saved)) throw failure(from, to, "save them");
    const entries = entriesIn(readFileSync(saved));
    if (entries === null) throw failure(from, to, "say them in a form that is known");
    if (!hasOwnEntries(entries)) return;
    writeFileSync(wanted, Buffer.from(`${basename(to)}\r\n${entries}\r\n`, "utf16le"), { flag: "wx" });
    if (start(program, [dirname(to), "/restore", wanted, "/L", "/Q"]) !== 0) throw failure(from, to, "give them to the new file");
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
