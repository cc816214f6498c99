import type { ChildProcess } from "node:child_process";
import { join } from "node:path";

/** Limits and input of a started program. */
export interface RunLimits {
  /** The environment variables of the program; absent to pass those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** The most bytes of standard output; a program that prints more is stopped. */
  readonly largest?: number;
  /** The timeout in milliseconds after which the program is stopped. */
  readonly milliseconds?: number;
  /** The content of the program's standard input; none by default. */
  readonly input?: Uint8Array;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  /** The standard output as bytes. */
  readonly bytes?: Buffer;
  /** The reason why the program was stopped with everything that it had started; absent if it ended by itself. */
  readonly stopped?: "output" | "time";
}

type Spawn = typeof import("node:child_process").spawn;

/** Kills a program and everything that it started: its process group, or its process tree on Windows. */
function endAll(child: ChildProcess, spawn: Spawn): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    const taskkill = join(process.env.SystemRoot ?? "C:\\Windows", "System32", "taskkill.exe");
    spawn(taskkill, ["/PID", String(child.pid), "/T", "/F"], { stdio: "ignore", windowsHide: true }).on("error", () =>
      child.kill("SIGKILL"),
    );
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

/** Runs a program without a shell and drops its standard error. Rejects if it cannot be started. */
export async function runProgram(argv: readonly string[], limits: RunLimits = {}): Promise<Ran> {
  const { spawn } = process.getBuiltinModule("node:child_process"); // slow to load, and most commands start no program
  const { env, cwd, largest = Number.POSITIVE_INFINITY, milliseconds, input } = limits;
  const [program = "", ...args] = argv;
  return new Promise((resolve, reject) => {
    // the program gets a process group of its own, so that it can be killed with everything that it started
    const child = spawn(program, args, {
      stdio: [input ? "pipe" : "ignore", "pipe", "ignore"],
      windowsHide: true,
      shell: false,
      detached: process.platform !== "win32",
      ...(env ? { env: { ...env } } : {}),
      ...(cwd === undefined ? {} : { cwd }),
    });
    const end = () => endAll(child, spawn);
    process.once("exit", end);
    const chunks: Buffer[] = [];
    let size = 0;
    let stopped: Ran["stopped"];
    const settle = (code: number | null) => {
      clearTimeout(timer);
      process.removeListener("exit", end);
      const bytes = Buffer.concat(chunks);
      resolve({ code: code ?? 1, stdout: bytes.toString("utf8"), bytes, ...(stopped ? { stopped } : {}) });
    };
    const stop = (why: NonNullable<Ran["stopped"]>) => {
      if (stopped) return;
      stopped = why;
      end();
      // a process that left the group can still hold the pipe open; the pipe is closed instead of waiting for that process
      child.stdout?.destroy();
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(() => stop("time"), milliseconds);
    // writing to a program that ended early fails; the program's exit code reports the failure instead
    child.stdin?.on("error", () => undefined).end(input);
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largest) chunks.push(chunk);
      else stop("output");
    });
    child.once("error", (error) => {
      clearTimeout(timer);
      process.removeListener("exit", end);
      reject(error);
    });
    child.once("close", settle);
  });
}
