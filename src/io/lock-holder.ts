import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { lockName } from "./swap-lock.ts";

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null; // another account's process, or one that is over
  }
}

/** Linux names accounts in a file; without an entry the number has to do. */
function accountName(uid: number): string {
  const line = attempt(() => readFileSync("/etc/passwd", "utf8"))
    ?.split("\n")
    .find((row) => row.split(":")[2] === String(uid));
  return line?.split(":")[0] ?? `with number ${uid}`;
}

/** Numbers of the sockets that have the lock's name; two runners may fill it up differently. */
function socketsOf(name: string): ReadonlySet<string> {
  const rows = attempt(() => readFileSync("/proc/net/unix", "latin1"))?.split("\n") ?? [];
  const named = rows.filter((row) => (row.split(" @")[1] ?? "").replace(/[@\0]+$/, "") === name);
  return new Set(named.flatMap((row) => row.trim().split(/\s+/)[6] ?? []));
}

function holdsOne(pid: string, sockets: ReadonlySet<string>): boolean {
  const folder = join("/proc", pid, "fd");
  return (attempt(() => readdirSync(folder)) ?? []).some((entry) => {
    const target = attempt(() => readlinkSync(join(folder, entry))) ?? "";
    return sockets.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? "");
  });
}

/** Account and owner of the folder, where they differ from each other and from root: whoever has no business here is named as such. */
function stranger(uid: number, folder: string): string {
  const owner = attempt(() => statSync(folder).uid);
  return owner === null || uid === owner || uid === 0
    ? ""
    : `; that account does not own ${folder}: if no deploy of theirs is at work, end that program`;
}

/**
 * Who holds the lock of a .swap folder. On Linux everybody may take an abstract name, so a holder that has no business here is named. On
 * Windows and macOS the lock is a file that only who may write in .swap can hold; they do not tell a program who has it open.
 */
export function lockHolder(folder: string): string | null {
  if (process.platform !== "linux") return null;
  const sockets = attempt(() => socketsOf(lockName(folder)));
  if (!sockets || sockets.size === 0) return null;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (!holdsOne(pid, sockets)) continue;
    const uid = attempt(() => statSync(join("/proc", pid)).uid);
    const name = attempt(() => readFileSync(join("/proc", pid, "comm"), "utf8").trim()) ?? "a program";
    if (uid === null) continue;
    return `${name} (process ${pid}, account ${accountName(uid)}) holds it${stranger(uid, folder)}`;
  }
  return `a program of an account other than ${userInfo().username} holds it, and which one only an administrator is told: if no deploy of theirs is at work, have it ended`;
}
