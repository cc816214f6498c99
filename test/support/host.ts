import { resolve } from "node:path";
import { dispatch } from "../../src/cli/dispatch.ts";
import { Git, gitState } from "../../src/platform/git.ts";
import type { Certificates } from "../../src/platform/certificates.ts";
import type { Exchange } from "../../src/platform/exchange.ts";
import { HttpFault, type HttpGet } from "../../src/platform/http.ts";
import type { Host } from "../../src/platform/host.ts";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import type { SwapWorld } from "../../src/platform/machine.ts";
import { inScratch } from "../../src/platform/scratch.ts";
import { runSigner } from "../../src/platform/sign-command.ts";
import type { SweepWorld } from "../../src/platform/machine.ts";
import { sweepWorld } from "../../src/platform/sweep-world.ts";
import { machineWorld } from "../../src/platform/swap-world.ts";
import { documentFault } from "./printed-documents.ts";

export interface FakeHost {
  readonly host: Host;
  /** Everything written so far. */
  out(): string;
  err(): string;
}

/** The folder of the cache's key is one of the test file's own (scratch.ts). */
export const cacheFolder = (name: string): string | undefined => (name === "XDG_CACHE_HOME" ? process.env[name] : undefined);

/** Nothing of a machine but its files: what a test of commands that read and write needs. */
export const NO_MACHINE: Pick<
  Host,
  | "resolve"
  | "exchange"
  | "certificates"
  | "container"
  | "get"
  | "input"
  | "run"
  | "sign"
  | "git"
  | "openGit"
  | "scratch"
  | "interruptible"
  | "machine"
  | "recording"
  | "sweep"
  | "editor"
  | "mcp"
  | "processors"
> = {
  resolve: () => Promise.reject(new Error("no name may be resolved")),
  certificates: ({ host }) => Promise.reject(new HttpFault("refused", `https://${host}`, "no server may be asked")),
  container: () => null,
  exchange: ({ url }) => Promise.reject(new HttpFault("refused", url, "no server may be asked")),
  get: ({ url }) => Promise.reject(new HttpFault("refused", url, "no server may be asked")),
  input: () => Promise.reject(new Error("nothing may be read from standard input")),
  run: () => Promise.reject(new Error("no program may run")),
  sign: () => Promise.reject(new Error("no program may sign")),
  git: () => Promise.reject(new Error("git may not be asked")),
  openGit: () => Promise.reject(new Error("git may not be asked")),
  scratch: () => Promise.reject(new Error("no folder may be made")),
  interruptible: (work) => work(),
  machine: () => Promise.reject(new Error("nothing may be installed")),
  recording: () => Promise.reject(new Error("nothing may be recorded")),
  sweep: () => Promise.reject(new Error("nothing may be swept")),
  editor: () => Promise.reject(new Error("no editor may be served")),
  mcp: () => Promise.reject(new Error("no client may be served")),
  processors: 1,
};

/** A host without a real environment, network or clock; git, signing programs and the disk are this machine's. */
export function fakeHost(
  given: {
    cwd?: string;
    env?: Readonly<Record<string, string>>;
    dns?: Readonly<Record<string, readonly string[]>>;
    now?: string;
    /** A clock that goes. */
    clock?: () => Date;
    color?: boolean;
    /** The width of the terminal, where standard output is one. */
    width?: number;
    /** What servers answer; without it none may be asked. */
    get?: HttpGet;
    exchange?: Exchange;
    /** What certificates servers show. */
    certificates?: Certificates;
    /** What shows that it runs in a container. */
    container?: string;
    /** What a program prints, by its command line; one that reads is given its standard input. */
    programs?: Readonly<Record<string, string | ((input: Buffer) => string)>>;
    /** What is piped into the command. */
    input?: string | Uint8Array;
    /** Told everything that was written to standard output so far, each time. */
    written?: (out: string) => void;
    /** Sockets and files of a recording; without it nothing is recorded. */
    recording?: RecordingWorld;
    /** The machine that is swept, where it is not this one. */
    sweep?: SweepWorld;
    /** The machine that a swap works on, where it is not this one as it is. */
    machine?: (real: SwapWorld) => SwapWorld;
  } = {},
): FakeHost {
  const chunks: { out: Buffer[]; err: Buffer[] } = { out: [], err: [] };
  const output = (into: Buffer[]) => ({
    write: (data: string | Uint8Array) => {
      into.push(Buffer.from(data));
      if (into === chunks.out) given.written?.(Buffer.concat(into).toString("utf8"));
    },
    color: given.color ?? false,
    width: into === chunks.out ? (given.width ?? null) : null,
  });
  const host: Host = {
    cwd: given.cwd ?? process.cwd(),
    stdout: output(chunks.out),
    stderr: output(chunks.err),
    env: (name) => given.env?.[name] ?? cacheFolder(name),
    now: () => given.clock?.() ?? new Date(given.now ?? "2026-11-21T12:00:00Z"),
    resolve: async (name) => {
      const addresses = given.dns?.[name];
      if (!addresses) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
      return addresses;
    },
    exchange: given.exchange ?? NO_MACHINE.exchange,
    certificates: given.certificates ?? NO_MACHINE.certificates,
    container: () => given.container ?? null,
    get: given.get ?? NO_MACHINE.get,
    run: async (argv, limits) => {
      const program = given.programs?.[argv.join(" ")];
      const stdout = typeof program === "function" ? program(Buffer.from(limits?.input ?? [])) : program;
      if (stdout === undefined) throw Object.assign(new Error("no such program"), { code: "ENOENT" });
      return { code: 0, stdout };
    },
    input: () => (given.input === undefined ? NO_MACHINE.input() : Promise.resolve(Buffer.from(given.input))),
    sign: runSigner,
    git: gitState,
    openGit: (folder, use) => Git.open(folder, use),
    scratch: inScratch,
    interruptible: (work) => work(),
    machine: async (reached) => {
      const real = machineWorld(host, reached);
      // asking the system for all its processes takes longer than a swap; test/deploy/swap/machine.test.ts does
      return given.machine?.(real) ?? { ...real, processes: () => Promise.resolve([]) };
    },
    recording: async () => given.recording ?? NO_MACHINE.recording(),
    sweep: async () => given.sweep ?? sweepWorld(),
    editor: NO_MACHINE.editor,
    mcp: NO_MACHINE.mcp,
    processors: 1,
  };
  return {
    host,
    out: () => Buffer.concat(chunks.out).toString("utf8"),
    err: () => Buffer.concat(chunks.err).toString("utf8"),
  };
}

/** One command line, as a user types it. */
export async function cli(
  argv: readonly string[],
  given: Parameters<typeof fakeHost>[0] = {},
): Promise<{ code: number; out: string; err: string }> {
  const fake = fakeHost(given);
  const code = await dispatch(argv, fake.host, resolve);
  const out = fake.out();
  const fault = documentFault(out);
  if (fault !== null) throw new Error(`${argv.join(" ")}: ${fault}`);
  return { code, out, err: fake.err() };
}
