import { spawn } from "node:child_process";
import { wrongUse } from "../kernel/index.ts";
import { describeError } from "./confined-tree.ts";

/** The largest output of a signing program, in bytes; every signature is smaller. */
const MOST_OUTPUT = 64 * 1024;

/**
 * Runs a signing program without a shell: `input` goes to its standard input, and its output is returned. Its standard error goes to the
 * user's terminal, because it can prompt for a smart card. Rejects with a Refusal (exit 2) if it cannot be started or fails.
 */
export function runSigner(argv: readonly string[], input: Uint8Array): Promise<Buffer> {
  const [program = "", ...args] = argv;
  const help = "try the command by hand: it gets the bytes on standard input and prints the signature, raw, in hex or in base64";
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"], windowsHide: true, shell: false });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_OUTPUT) chunks.push(chunk);
      else child.kill();
    });
    child.stdin.on("error", () => undefined); // a program that does not read its input is no error; its output is used
    child.once("error", (error) => {
      reject(wrongUse(`the signing program '${program}' cannot be started: ${describeError(error)}`, help));
    });
    child.once("close", (code) => {
      if (size > MOST_OUTPUT) reject(wrongUse(`the signing program '${program}' prints more than a signature`, help));
      else if (code !== 0) reject(wrongUse(`the signing program '${program}' ended with ${code ?? "a signal"}`, help));
      else resolve(Buffer.concat(chunks));
    });
    child.stdin.end(input);
  });
}
