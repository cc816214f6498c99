import type { Git, GitState } from "./git.ts";
import type { Certificates } from "./certificates.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpGet } from "./http.ts";
import type { SwapWorld } from "./machine.ts";
import type { SweepWorld } from "./sweep-machine.ts";
import type { RecordingWorld } from "./wire.ts";
import type { Ran, RunLimits } from "./run-program.ts";

/**
 * What a command may use of the outside world beside the files that it is pointed to, given by the entry point. Tests pass their own: no test
 * replaces a module.
 */
export interface Host {
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  env(name: string): string | undefined;
  now(): Date;
  /** Addresses of a host name (A and AAAA); rejects when it does not resolve. */
  resolve(name: string): Promise<readonly string[]>;
  /** One request to a server, within limits; rejects with HttpFault. */
  readonly exchange: Exchange;
  /** The chain that a server shows, and what each store that can be read here says of it. */
  readonly certificates: Certificates;
  /** What shows that this program runs in a container; null: nothing does. */
  container(): string | null;
  /** One GET that follows redirects within the origin; rejects with HttpFault. */
  readonly get: HttpGet;
  /** All of standard input, within limits. */
  input(): Promise<Buffer>;
  /** Runs a program without a shell; resolves to its exit code and standard output. */
  run(argv: readonly string[], limits?: RunLimits): Promise<Ran>;
  /** Runs a program that signs: the bytes go to its standard input, what it prints is given back. It may ask the user for a card. */
  sign(argv: readonly string[], input: Uint8Array): Promise<Buffer>;
  /** Where a config repository stands in its history. */
  git(folder: string): Promise<GitState>;
  /** The checkout that a folder lies in, open for as long as `use` runs. Throws NoGit. */
  openGit<T>(folder: string, use: (git: Git) => Promise<T>): Promise<T>;
  /** A folder of its own for some work, gone on every way out; `said` is told the signal that ends the program meanwhile. */
  scratch<T>(prefix: string, work: (folder: string) => Promise<T>, said?: (signal: string) => void): Promise<T>;
  /** Does some work; a signal that would end the program meanwhile calls `said`, and the program ends with the exit code that it returns. `usual`: 128 and the signal's number. */
  interruptible<T>(work: () => Promise<T>, said: (usual: number) => number): Promise<T>;
  /** The machine as the swap protocol works on it; `reached` is told each step. */
  machine(reached: SwapWorld["reached"]): Promise<SwapWorld>;
  /** Sockets, files and signals of a recording. */
  recording(): Promise<RecordingWorld>;
  /** The machine as a sweep of old logs works on it. */
  sweep(): Promise<SweepWorld>;
  /** Serves the editor at standard input and output until it says exit; resolves to an exit code. */
  editor(): Promise<0 | 1>;
  /** Serves a client of the Model Context Protocol at standard input and output until it closes; resolves to an exit code. */
  mcp(serving: Serving): Promise<0>;
  /** How many threads may work in parallel. */
  readonly processors: number;
}

export interface Output {
  write(data: string | Uint8Array): void;
  /** True for a terminal that shows colours. */
  readonly color: boolean;
  /** Columns of the terminal, or null. */
  readonly width: number | null;
}

/** What `tierwright mcp` serves a client with: the tool's own commands, in this process. */
export interface Serving {
  /** The machine as the server itself knows it; what it writes on standard error is the server's log. */
  readonly host: Host;
  /** Where a command works that is told no other folder; absolute. */
  readonly directory: string;
  /** Folders that paths may lie in, absolute: nothing else is named to a command. */
  readonly roots: readonly string[];
  /** Recordings may be started and stopped. */
  readonly allowRecord: boolean;
  /** So long may one call take, in milliseconds. */
  readonly patience: number;
  /** One command line on a machine that is given, from words to exit code; never throws. */
  run(argv: readonly string[], host: Host): Promise<number>;
}
