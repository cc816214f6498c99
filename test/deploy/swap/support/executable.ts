import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Event, Fault } from "./fault.ts";
import { type Options, type Outcome, type Runner, words } from "./runner.ts";
import { scratch } from "./scratch.ts";

const PRELOAD = fileURLToPath(new URL("killed-at.cjs", import.meta.url));

const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString("utf8");

/** The released file is never built for tests: what meets a fault in it is its calls of the system, counted before its own code runs. */
async function run(file: string, argv: readonly string[], fault: Fault | undefined): Promise<Outcome> {
  if (fault && (fault.what !== "operation" || fault.how !== "kill"))
    throw new Error("an executable can only be killed at a call");
  const counted = join(scratch(), "calls");
  rmSync(counted, { force: true });
  const env = {
    ...process.env,
    NODE_OPTIONS: `--require=${PRELOAD}`,
    TIERWRIGHT_TEST_CALLS: counted,
    TIERWRIGHT_TEST_KILL: fault ? String(fault.at) : "",
    NO_COLOR: "1",
  };
  const child = spawn(file, argv, { env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => resolve({ code, signal }));
  });
  const calls = signal === null ? Number(readFileSync(counted, "utf8")) : 0;
  return {
    code: code === 82 ? 1618 : code,
    out: text(out),
    err: text(err),
    events: Array.from({ length: calls }, (_, i): Event => ({ kind: "operation", name: "write", path: `call ${i + 1}` })),
  };
}

/** The executable of a file, as a process for each run; null if there is no file. Each event is one call that changes the disk. */
export function executableAt(file: string | undefined): Runner | null {
  if (file === undefined || !existsSync(file)) return null;
  return {
    name: "executable",
    deploy: (bundle: string, options: Options, fault?: Fault) => run(file, ["deploy", bundle, ...words(options)], fault),
    rollback: ({ root, install, receiptCopy, whatIf, list }: Options, fault?: Fault) => {
      const given = Object.entries({ install, receiptCopy, whatIf, list }).filter(([, value]) => value !== undefined);
      return run(file, ["rollback", ...words({ root, ...Object.fromEntries(given) })], fault);
    },
    verify: (options: Options, fault?: Fault) => run(file, ["deploy", "--verify", ...words(options)], fault),
  };
}
