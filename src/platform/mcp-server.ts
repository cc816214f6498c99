import { wrongUse } from "../kernel/index.ts";
import { builtEntry, loadEntry } from "./beside.ts";
import type { Serving } from "./host.ts";

/** Starts the MCP server, which is built as a file of its own (src/mcp-server.ts). Throws a Refusal if it is not built. */
export async function serveTools(serving: Serving): Promise<0> {
  const path = builtEntry("mcp-server.cjs");
  if (path === null) throw wrongUse("the MCP server is not built", "npm run build makes build/mcp-server.cjs");
  const server = (await loadEntry(path)) as { serveTools(serving: Serving): Promise<0> };
  return server.serveTools(serving);
}
