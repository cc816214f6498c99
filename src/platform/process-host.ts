import { fstatSync, statSync, writeSync } from "node:fs";
import { availableParallelism, devNull } from "node:os";
import { isRefusal, systemCode, wrongUse } from "../kernel/index.ts";
import { containerEvidence } from "./container.ts";
import type { Host, Output } from "./host.ts";
import { describeError } from "./confined-tree.ts";
import { runProgram } from "./run-program.ts";

function colorWanted(stream: () => NodeJS.WriteStream | null): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0";
  return NO_COLOR === undefined && TERM !== "dumb" && stream()?.isTTY === true;
}

/**
 * Writes all bytes before it returns, so that a slow pipe does not lose the end of the output. Stops without an error if the reader closed the
 * pipe, and for standard error always: a lost line of progress must not end a change that is half done.
 */
function writeFully(descriptor: 1 | 2, data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? Buffer.from(data, "utf8") : data;
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      const code = systemCode(error);
      if (code === "EAGAIN") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      else if (code === "EPIPE" || descriptor === 2) return;
      else throw wrongUse(`standard output cannot be written: ${describeError(error)}`, "send it where it can be written");
    }
  }
}

/** Returns false if the descriptor is certainly no terminal: a file, a pipe, a socket, the null device. Always returns true on Windows. */
function mayBeTerminal(descriptor: number): boolean {
  if (process.platform === "win32") return true;
  try {
    const stat = fstatSync(descriptor);
    return stat.isCharacterDevice() && stat.rdev !== statSync(devNull).rdev;
  } catch {
    return true;
  }
}

/**
 * Returns an output that writes to the descriptor directly. Creates Node's stream only for a terminal, to read its width and colours,
 * because creating it delays the start.
 */
function output(descriptor: 1 | 2): Output {
  let terminal: NodeJS.WriteStream | null | undefined;
  const stream = () => (terminal ??= mayBeTerminal(descriptor) ? (descriptor === 1 ? process.stdout : process.stderr) : null);
  return {
    write: (data) => writeFully(descriptor, data),
    get color() {
      return colorWanted(stream);
    },
    get width() {
      return stream()?.columns ?? null;
    },
  };
}

/** Returns the `Host` of the real machine, which the entry points pass to the commands. */
export function processHost(): Host {
  const now = () => new Date();
  const env = (name: string) => process.env[name];
  const exchange: Host["exchange"] = async (request) => (await import("./exchange-send.ts")).exchange(request, env);
  // caches the certificate stores of this machine, which are read once
  let certificates: Promise<Host["certificates"]> | undefined;
  const openStores = async () => (await import("./certificate-chain.ts")).certificatesOn({ env, run: runProgram });
  return {
    get cwd() {
      try {
        return process.cwd();
      } catch (error) {
        throw wrongUse(`the current folder cannot be used: ${describeError(error)}`, "change to another folder first");
      }
    },
    stdout: output(1),
    stderr: output(2),
    env,
    now,
    run: runProgram,
    // these modules are loaded on first use, because most commands need none of them
    resolve: async (name) =>
      (await process.getBuiltinModule("node:dns/promises").lookup(name, { all: true })).map(({ address }) => address),
    exchange,
    certificates: async (request) => {
      certificates ??= openStores();
      return (await certificates)(request);
    },
    container: () => containerEvidence({ env }),
    get: async (request) => (await import("./http-get.ts")).httpGet(request, exchange),
    input: async () => (await import("./standard-input.ts")).standardInput(),
    sign: async (argv, input) => (await import("./sign-command.ts")).runSigner(argv, input),
    git: async (folder) => (await import("./git.ts")).gitState(folder),
    openGit: async (folder, use) => (await import("./git.ts")).Git.open(folder, use),
    scratch: async (prefix, work, said) => (await import("./scratch.ts")).inScratch(prefix, work, said),
    interruptible: async (work, said) => (await import("./interrupts.ts")).interruptible(work, said),
    machine: async (reached) => (await import("./swap-world.ts")).machineWorld({ now, run: runProgram }, reached),
    recording: async () =>
      (await import("./recording-world.ts")).recordingWorld({
        env,
        openGit: async (folder, use) => (await import("./git.ts")).Git.open(folder, use),
      }),
    sweep: async () => (await import("./sweep-world.ts")).sweepWorld(),
    editor: async () => (await import("./editor-server.ts")).serveEditor(),
    mcp: async (serving) => (await import("./mcp-server.ts")).serveTools(serving),
    processors: availableParallelism(),
  };
}

/** Prints a failure that no command handled, and returns the exit code: that of a Refusal, otherwise 4. */
function lastWords(error: unknown): number {
  const known = isRefusal(error);
  const words = known ? error.message : `internal error (${error instanceof Error ? error.name : "of unknown kind"})`;
  const help = known
    ? error.help
    : "this is a fault of tierwright, not of your repository: please report it with the command you ran";
  writeFully(2, `tierwright: ${words}\n${help ? `  ${help}\n` : ""}`);
  return known ? error.code : 4;
}

/**
 * Runs a command line and returns its exit code. Every failure, also one outside of `work`, is printed as a sentence, not as a stack trace.
 */
export async function inWords(work: () => Promise<number>): Promise<number> {
  const end = (error: unknown) => process.exit(lastWords(error));
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
  try {
    return await work();
  } catch (error) {
    return lastWords(error);
  }
}
