import { spawn } from "node:child_process";
import { builtEntry } from "./beside.ts";

/** How a program that goes on by itself began. */
export interface DetachedStart {
  /** Its exit code, where it ended before it was ready; null: it goes on. */
  readonly code: number | null;
  /** The document that it printed. */
  readonly out: string;
  readonly err: string;
}

/** True once the whole JSON document is there that says that it is ready: one that says why not is followed by its end. */
function isReady(text: string, schema: string): boolean {
  if (!text.trimEnd().endsWith("}")) return false;
  try {
    return (JSON.parse(text) as { readonly schema?: unknown }).schema === schema;
  } catch {
    return false;
  }
}

/**
 * Starts this program once more, in a session of its own, so that closing the terminal does not end it; resolves when it has printed the
 * document of a schema, or has ended. Whoever goes on must print nothing after it: nobody reads any more.
 */
export function startDetached(
  schema: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<DetachedStart> {
  return new Promise((resolve, reject) => {
    // in a thread the first word is the thread's own file
    const program = builtEntry("cli.cjs") ?? process.argv[1] ?? "";
    const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
      detached: true,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...variables },
    });
    let [out, err] = ["", ""];
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString("utf8");
    });
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
      if (!isReady(out, schema)) return;
      child.removeAllListeners();
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      resolve({ code: null, out, err });
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 2, out, err }));
  });
}
