import type { Ran, RunLimits } from "./run-program.ts";

/**
 * Everything of the outside world that a command may use, given by the entry point. Tests pass their own.
 */
export interface Host {
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  env(name: string): string | undefined;
  now(): Date;
  /** Addresses of a host name (A and AAAA); rejects when it does not resolve. */
  resolve(name: string): Promise<readonly string[]>;
  /** Runs a program without a shell; resolves to its exit code and standard output. */
  run(argv: readonly string[], limits?: RunLimits): Promise<Ran>;
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
