import { spawn } from "node:child_process";
import { builtEntry, executable } from "./beside.ts";

/** The result of starting Tierwright once more as a process that continues in the background. */
export interface DetachedStart {
  /** The exit code if the program ended before it was ready; null if it continues. */
  readonly code: number | null;
  /** The program's standard output until it was ready: one JSON document. */
  readonly out: string;
  readonly err: string;
}

/**
 * Returns whether a text is a whole JSON document of the schema. The caller then stops waiting: either the started program is ready, or the
 * document reports a refusal, after which the program ends by itself.
 */
function isReady(text: string, schema: string): boolean {
  if (!text.trimEnd().endsWith("}")) return false;
  try {
    return (JSON.parse(text) as { readonly schema?: unknown }).schema === schema;
  } catch {
    return false;
  }
}

/**
 * Starts Tierwright once more, as a process in a session of its own, so that closing the terminal does not end it. Resolves when it has
 * printed the document of `schema`, or has ended. The started program must print nothing after that document: nobody reads its output any
 * more.
 */
export function startDetached(
  schema: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<DetachedStart> {
  return new Promise((resolve, reject) => {
    // in a worker thread, process.argv[1] is the thread's file and not Tierwright's entry
    const program = executable() ? [] : [...process.execArgv, builtEntry("cli.cjs") ?? process.argv[1] ?? ""];
    const child = spawn(process.execPath, [...program, ...words], {
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
