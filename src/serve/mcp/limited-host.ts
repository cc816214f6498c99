import { wrongUse } from "../../kernel/index.ts";
import type { Host, Output } from "../../platform/index.ts";

/** Largest output of a command in bytes; a longer one is refused, because it would fill the memory of the MCP server. */
const LONGEST_OUTPUT = 256 * 1024 * 1024;

const TAKEN = "standard input and output are the client's, and belong to the protocol";

/** The `Host` that the command of one tool call gets, with the output of the command. */
export interface LimitedHost {
  readonly host: Host;
  /** Returns the standard output of the command so far. */
  out(): string;
  err(): string;
}

function collected(stopped: () => void): { readonly output: Output; text(): string } {
  const pieces: Buffer[] = [];
  let length = 0;
  const write = (data: string | Uint8Array): void => {
    stopped();
    const piece = Buffer.from(data as string);
    length += piece.length;
    if (length > LONGEST_OUTPUT) throw wrongUse("the answer is too long for this server", "ask for less");
    pieces.push(piece);
  };
  return { output: { write, color: false, width: null }, text: () => Buffer.concat(pieces).toString("utf8") };
}

/**
 * Returns the `Host` for the command of one tool call: it collects the output and has `input` as standard input. After `signal`, it rejects
 * output, network requests, programs and git, so that the command ends.
 */
export function limitedHost(host: Host, cwd: string, input: string | null, signal: AbortSignal): LimitedHost {
  const stopped = () => {
    if (signal.aborted) throw wrongUse("the call was stopped", null);
  };
  const untilStopped = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> =>
      new Promise((resolve, reject) => {
        stopped();
        const end = () => reject(wrongUse("the call was stopped", null));
        signal.addEventListener("abort", end, { once: true });
        work(...args)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener("abort", end));
      });
  };
  const taken = () => Promise.reject(wrongUse(TAKEN, null));
  const [out, err] = [collected(stopped), collected(() => undefined)];
  return {
    host: {
      ...host,
      cwd,
      stdout: out.output,
      stderr: err.output,
      input: input === null ? taken : () => Promise.resolve(Buffer.from(input, "utf8")),
      editor: taken,
      mcp: taken,
      sign: taken,
      resolve: untilStopped(host.resolve),
      exchange: untilStopped(host.exchange),
      certificates: untilStopped(host.certificates),
      get: untilStopped(host.get),
      run: untilStopped(host.run),
      git: untilStopped(host.git),
    },
    out: out.text,
    err: err.text,
  };
}
