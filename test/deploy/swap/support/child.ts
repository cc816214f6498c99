import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions } from "esbuild";
import { bundleOptions } from "../../../../scripts/bundle/options.mjs";
import { atFileEnd } from "../../../support/file-end.ts";
import type { Event, Fault } from "./fault.ts";
import { type Options, type Outcome, type Runner, words } from "./runner.ts";
import { scratch } from "./scratch.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

let program: Promise<string> | null = null;

/** The command with faults as one file, built once for a test file. */
export function faultyProgram(): Promise<string> {
  if (program === null) {
    program = built();
    atFileEnd(() => {
      program = null;
    });
  }
  return program;
}

async function built(): Promise<string> {
  const outfile = join(scratch(), "child.mjs");
  const options = (await bundleOptions()) as BuildOptions;
  await build({
    ...options,
    entryPoints: [here("child-entry.ts")],
    outfile,
    logLevel: "error",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outfile;
}

async function run(argv: readonly string[], fault: Fault | undefined): Promise<Outcome> {
  const path = await faultyProgram();
  const log = `${path}.events`;
  rmSync(log, { force: true });
  const env = {
    ...process.env,
    TIERWRIGHT_TEST_EVENTS: log,
    TIERWRIGHT_TEST_FAULT: fault ? JSON.stringify(fault) : "",
    NO_COLOR: "1",
  };
  const child = spawn(process.execPath, [path, ...argv], { env, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    return chunks;
  });
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => resolve({ code, signal }));
  });
  const text = (chunks: readonly Buffer[] | undefined) => Buffer.concat(chunks ?? []).toString("utf8");
  const dead = signal !== null || (fault !== undefined && process.platform === "win32" && code === 1);
  return {
    code: dead ? null : code === 82 ? 1618 : code,
    out: text(out),
    err: text(err),
    events: dead ? [] : (JSON.parse(readFileSync(log, "utf8")) as Event[]),
  };
}

/** The built-in runner as a process of its own, which a kill really ends (SIGKILL). */
export const child: Runner = {
  name: "built-in, own process",
  deploy: (bundle: string, options: Options, fault?: Fault) => run(["deploy", bundle, ...words(options)], fault),
  rollback: ({ root, install }: Options, fault?: Fault) =>
    run(["rollback", ...words({ root, ...(install === undefined ? {} : { install }) })], fault),
  verify: ({ root }: Options) => run(["deploy", "--verify", `--root=${root}`], undefined),
};
