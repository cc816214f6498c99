/** Public surface of the slice `serve`: other slices import nothing else of it. */
export { withCommits } from "./action/commits.ts";
export { runAction } from "./action/run.ts";
export { SERVE_COMMANDS } from "./commands/registry.generated.ts";
export { check, compile, plan } from "./library/api.ts";
export type {
  Change,
  Finding,
  FindingsDocument,
  PlanDocument,
  PlannedEnvironment,
  PlannedFinding,
  Verdict,
} from "./library/documents.generated.ts";
export { type Log4j2Appender, Log4j2Document, type Log4j2Logger } from "./library/log4j2.ts";
export type { CheckOptions, PlanOptions } from "./library/options.ts";
export type { Checked, Compiled, Planned } from "./library/results.ts";
export type { Source } from "./library/source.ts";
export { type EndableSession, RemoteSession, SESSION, runSession } from "./lsp/remote-session.ts";
export { serve as serveLsp } from "./lsp/server.ts";
export { type Editor, Session } from "./lsp/session.ts";
export type { Outcome } from "./mcp/answer.ts";
export { CALLS, type CallJob, runCalls } from "./mcp/calls.ts";
export { serve as serveMcp } from "./mcp/server.ts";
export { LineTransport } from "./mcp/stdio.ts";
