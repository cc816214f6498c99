import { withoutTrailing } from "../kernel/index.ts";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { lockName } from "./swap-lock.ts";
import { POWERSHELL } from "./windows-rights.ts";

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null; // the process belongs to another account, or it has ended
  }
}

/** Returns the account name of a user id from /etc/passwd, or the number if there is no entry. */
function accountName(uid: number): string {
  const line = attempt(() => readFileSync("/etc/passwd", "utf8"))
    ?.split("\n")
    .find((row) => row.split(":")[2] === String(uid));
  return line?.split(":")[0] ?? `with number ${uid}`;
}

/** Returns the inodes of the abstract sockets with the name of a swap lock. Node and deploy.ps1 pad the name in different ways. */
function socketsOf(name: string): ReadonlySet<string> {
  const rows = attempt(() => readFileSync("/proc/net/unix", "latin1"))?.split("\n") ?? [];
  const named = rows.filter((row) => withoutTrailing(row.split(" @")[1] ?? "", "@\0") === name);
  return new Set(named.flatMap((row) => row.trim().split(/\s+/)[6] ?? []));
}

function holdsOne(pid: string, sockets: ReadonlySet<string>): boolean {
  const folder = join("/proc", pid, "fd");
  return (attempt(() => readdirSync(folder)) ?? []).some((entry) => {
    const target = attempt(() => readlinkSync(join(folder, entry))) ?? "";
    return sockets.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? "");
  });
}

/** Returns a hint if the lock holder's account is neither root nor the owner of the .swap folder; "" otherwise. */
function stranger(uid: number, folder: string): string {
  const owner = attempt(() => statSync(folder).uid);
  return owner === null || uid === owner || uid === 0
    ? ""
    : `; that account does not own ${folder}: if no deploy of that account is running, end that program`;
}

/**
 * Returns the account that owns a file, from Windows PowerShell; null if it fails. Passes the path in an environment variable, so that it
 * cannot become part of the command.
 */
function windowsOwner(path: string): string | null {
  const script = "[Console]::Out.Write((Get-Acl -LiteralPath $env:TIERWRIGHT_LOCK).Owner)";
  const said = spawnSync(POWERSHELL, ["-NoProfile", "-NonInteractive", "-Command", script], {
    encoding: "utf8",
    env: { ...process.env, TIERWRIGHT_LOCK: path },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 30_000,
    windowsHide: true,
  });
  return said.status === 0 && said.stdout.trim() !== "" ? said.stdout.trim() : null;
}

/**
 * Returns in words the owner of the lock file on Windows, which is taken as the lock holder: only accounts that can write in .swap can hold
 * it. Returns null if it is unknown. deploy.ps1 reports it in the same way.
 */
export function holderOnWindows(folder: string, ownerOf: (path: string) => string | null = windowsOwner): string | null {
  const owner = attempt(() => ownerOf(join(folder, "lock")));
  return owner === null ? null : `the lock file belongs to ${owner}`;
}

/**
 * Returns the lock holder of a .swap folder in words, on Linux with a hint if its account does not own the folder: on Linux, every account
 * can take the socket name that is the lock. Returns null if the holder is unknown, and always on macOS, which does not report it.
 */
export function lockHolder(folder: string): string | null {
  if (process.platform === "win32") return holderOnWindows(folder);
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
  return `a program of an account other than ${userInfo().username} holds it; only an administrator can see which one: if no deploy of that account is running, have it ended`;
}
