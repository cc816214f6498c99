import { pathToFileURL } from "node:url";
import { wrongUse } from "../kernel/index.ts";
import { builtEntry } from "./beside.ts";

/** Starts the language server, a built file of its own (src/language-server.ts). Throws a Refusal if it is not built. */
export async function serveEditor(): Promise<0 | 1> {
  const path = builtEntry("language-server.cjs");
  if (path === null) throw wrongUse("the language server is not built", "npm run build makes build/language-server.cjs");
  const server: { serveEditor(): Promise<0 | 1> } = await import(pathToFileURL(path).href);
  return server.serveEditor();
}
