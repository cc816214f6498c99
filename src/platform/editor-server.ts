import { wrongUse } from "../kernel/index.ts";
import { builtEntry, loadEntry } from "./beside.ts";

/** Starts the language server (src/language-server.ts) and returns its exit code. Throws a Refusal if its file is not built. */
export async function serveEditor(): Promise<0 | 1> {
  const path = builtEntry("language-server.cjs");
  if (path === null) throw wrongUse("the language server is not built", "npm run build makes build/language-server.cjs");
  const server = (await loadEntry(path)) as { serveEditor(): Promise<0 | 1> };
  return server.serveEditor();
}
