import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const PROXIES = /^(?:https?|no|all)_proxy$/i;

/**
 * For a program of Node: writes how much memory it has had at most, in KiB, to a file when it ends. What the system counts for a process
 * (ru_maxrss) begins with the size of the one that started it; the peak of its own memory is VmHWM, where there is a /proc.
 */
const PEAK = `process.on("exit", () => {
  const fs = require("node:fs");
  const rss = process.memoryUsage().rss / 1024;
  const status = fs.existsSync("/proc/self/status") ? fs.readFileSync("/proc/self/status", "utf8") : "";
  fs.writeFileSync(process.env.PEAK_FILE, String(Number(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? rss)));
});
`;

/** What `built` is given besides, and how many MiB the program has had at most once it has ended. */
export function measured(folder: string): { readonly env: Readonly<Record<string, string>>; peak(): number } {
  const [script, file] = [join(folder, "peak.cjs"), join(folder, "peak.txt")];
  writeFileSync(script, PEAK);
  return {
    env: { NODE_OPTIONS: `--require ${JSON.stringify(script)}`, PEAK_FILE: file },
    peak: () => Number(readFileSync(file, "utf8")) / 1024,
  };
}

/** The built command as a user starts it, without the proxies and the further authorities of whoever runs the tests. */
export function built(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((done, fail) => {
    const own = Object.entries(process.env).filter(([key]) => !PROXIES.test(key) && key !== "NODE_EXTRA_CA_CERTS");
    const child = spawn(process.execPath, [resolve("build/cli.cjs"), ...argv], {
      cwd,
      env: { ...Object.fromEntries(own), NO_COLOR: "1", ...env },
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (part: Buffer) => out.push(part));
    child.stderr.on("data", (part: Buffer) => err.push(part));
    const text = (parts: readonly Buffer[]) => Buffer.concat(parts).toString("utf8");
    child.on("error", fail).on("close", (code) => done({ code: code ?? -1, out: text(out), err: text(err) }));
  });
}
