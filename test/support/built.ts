import { spawn } from "node:child_process";
import { resolve } from "node:path";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const PROXIES = /^(?:https?|no|all)_proxy$/i;

/** The built command as a user starts it, without the proxies and the further authorities of whoever runs the tests. */
export function built(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((done, fail) => {
    const own = Object.entries(process.env).filter(([key]) => !PROXIES.test(key) && key !== "NODE_EXTRA_CA_CERTS");
    const child = spawn(process.execPath, [resolve("build/cli.js"), ...argv], {
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
