import type { Git, GitState } from "./git.ts";
import type { Certificates } from "./certificates.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpGet } from "./http.ts";
import type { SwapWorld, SweepWorld } from "./machine.ts";
import type { RecordingWorld } from "./wire.ts";
import type { Ran, RunLimits } from "./run-program.ts";

/**
 * The parts of the machine and the network that a command can use, apart from the files that it gets by path. The entry points pass the
 * real ones; tests pass their own and need not replace a module.
 */
export interface Host {
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  env(name: string): string | undefined;
  now(): Date;
  /** Resolves a host name to its addresses (A and AAAA). Rejects if it does not resolve. */
  resolve(name: string): Promise<readonly string[]>;
  /** Sends one request to a server, with a timeout and a largest size of the answer. Rejects with HttpFault. */
  readonly exchange: Exchange;
  /** Checks the chain that a server shows against every certificate store that this machine can read. */
  readonly certificates: Certificates;
  /** Returns evidence that this program runs in a container, in words; null if there is none. */
  container(): string | null;
  /** Sends one GET and follows redirects within the same origin. Rejects with HttpFault. */
  readonly get: HttpGet;
  /** Reads all of standard input. Rejects with a Refusal if it has more than 64 MiB. */
  input(): Promise<Buffer>;
  /** Runs a program without a shell. Resolves to its exit code and output. */
  run(argv: readonly string[], limits?: RunLimits): Promise<Ran>;
  /**
   * Runs a program that signs: `input` goes to its standard input, and its output is returned. The program can prompt the user, for example
   * for a smart card.
   */
  sign(argv: readonly string[], input: Uint8Array): Promise<Buffer>;
  /** Returns the commit of a config repository, and whether its files differ from that commit. */
  git(folder: string): Promise<GitState>;
  /** Opens the checkout of a folder while `use` runs. Rejects with NoGit. */
  openGit<T>(folder: string, use: (git: Git) => Promise<T>): Promise<T>;
  /** Runs `work` with a temporary folder that is deleted in every case. Calls `said` if a signal ends the program meanwhile. */
  scratch<T>(prefix: string, work: (folder: string) => Promise<T>, said?: (signal: string) => void): Promise<T>;
  /**
   * Runs `work`. If a signal would end the program meanwhile, calls `said` with the usual exit code (128 plus the signal's number) and exits
   * with the code that `said` returns.
   */
  interruptible<T>(work: () => Promise<T>, said: (usual: number) => number): Promise<T>;
  /** Returns access to this machine for a swap (files, lock, processes). The swap calls `reached` before each step. */
  machine(reached: SwapWorld["reached"]): Promise<SwapWorld>;
  /** Returns the sockets, files and signals for a recording. */
  recording(): Promise<RecordingWorld>;
  /** Returns access to this machine's files for `sweep`, which deletes old logs and captures. */
  sweep(): Promise<SweepWorld>;
  /** Serves an editor (LSP) on standard input and output until it sends `exit`. Resolves to an exit code. */
  editor(): Promise<0 | 1>;
  /** Serves a client of the Model Context Protocol on standard input and output until the client closes it. Resolves to an exit code. */
  mcp(serving: Serving): Promise<0>;
  /** The number of threads that can work in parallel. */
  readonly processors: number;
}

/** The parts of the host that the compiler can use, apart from files. */
export type RunWorld = Pick<Host, "env" | "run" | "processors" | "resolve" | "now">;

export interface Output {
  write(data: string | Uint8Array): void;
  /** True for a terminal that shows colours. */
  readonly color: boolean;
  /** The width of the terminal in columns; null if the output is no terminal. */
  readonly width: number | null;
}

/** The input of `tierwright mcp`: its settings, and the function that runs Tierwright's own commands in this process. */
export interface Serving {
  /** The host that the MCP server uses. Its standard error is the server's log. */
  readonly host: Host;
  /** The absolute path of the folder in which a command works if the call names none. */
  readonly directory: string;
  /** The absolute paths of the folders within which all paths of a client's call must be. */
  readonly roots: readonly string[];
  /** True if MCP clients can start and stop recordings. */
  readonly allowRecord: boolean;
  /** The timeout of one call of a client, in milliseconds. */
  readonly patience: number;
  /** Runs one tierwright command line with a given host and returns its exit code. Never throws. */
  run(argv: readonly string[], host: Host): Promise<number>;
}
