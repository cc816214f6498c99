import { lookup } from "node:dns/promises";
import { writeSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Host, Output } from "./host.ts";
import { runProgram } from "./run-program.ts";

function colorWanted(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0";
  return NO_COLOR === undefined && TERM !== "dumb" && stream.isTTY === true;
}

/** Writes all of it before the next statement runs: a pipe that is slow to read must not lose the end of the output. */
function writeFully(descriptor: number, data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? Buffer.from(data, "utf8") : data;
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function output(stream: NodeJS.WriteStream, descriptor: number): Output {
  return {
    write: (data) => writeFully(descriptor, data),
    get color() {
      return colorWanted(stream);
    },
    get width() {
      return stream.columns ?? null;
    },
  };
}

/** The real world: what the entry points hand to the commands. */
export function processHost(): Host {
  return {
    cwd: process.cwd(),
    stdout: output(process.stdout, 1),
    stderr: output(process.stderr, 2),
    env: (name) => process.env[name],
    now: () => new Date(),
    resolve: async (name) => (await lookup(name, { all: true })).map((answer) => answer.address),
    run: runProgram,
    processors: availableParallelism(),
  };
}
