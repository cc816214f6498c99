/** Public surface of the slice `serve`: other slices import only from this file. */
export { withCommits } from "./action/commits.ts";
export { runAction } from "./action/run.ts";
export { SERVE_COMMANDS } from "./commands/registry.generated.ts";
export { type EndableSession, RemoteSession, SESSION, runSession } from "./lsp/remote-session.ts";
export { serve as serveLsp } from "./lsp/server.ts";
export { type Editor, Session } from "./lsp/session.ts";
export type { Outcome } from "./mcp/answer.ts";
export { CALLS, type CallJob, runCalls } from "./mcp/calls.ts";
export { serve as serveMcp } from "./mcp/server.ts";
export { LineTransport } from "./mcp/stdio.ts";
