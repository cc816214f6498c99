import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as ListedTool,
} from "@modelcontextprotocol/sdk/types.js";
import { VERSION, nearest } from "../../kernel/index.ts";
import { shownWord } from "./shown-word.ts";
import type { Serving } from "../../platform/index.ts";
import { answerSchema, refusalAnswer } from "./answer.ts";
import type { PathRefusal } from "./arguments.ts";
import { OneByOne } from "./one-by-one.ts";
import { schemaOf } from "./parameter.ts";
import { type Calls, runTool } from "./run.ts";
import type { Tool } from "./tool.ts";
import { toolsFor, TOOLS } from "./tools.ts";

const INSTRUCTIONS =
  "Tierwright compiles and proves the configuration of PLM connectors from a repository of YAML. Begin with `check` for a repository, `diagnose` for an error message or a log, `why` for one value. Places are FILE:LINE:COLUMN. Secrets are never shown, and no tool signs in anywhere.";

/** Returns a tool in the form in which the protocol lists tools (`tools/list`). */
const listed = (tool: Tool): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: schemaOf(tool.parameters),
  outputSchema: answerSchema(tool),
  annotations: {
    title: tool.title,
    readOnlyHint: !tool.changes,
    ...(tool.changes && { destructiveHint: tool.changes.ends, idempotentHint: tool.changes.repeatable }),
    openWorldHint: tool.asksServers ?? false,
  },
});

function unknownTool(name: string, allowRecord: boolean): McpError {
  const shown = shownWord(name.slice(0, 100));
  if (TOOLS.some((tool) => tool.name === name))
    return new McpError(
      ErrorCode.InvalidParams,
      `${shown} is not offered: this server changes nothing. Recordings must be allowed when it is started, with \`tierwright mcp --allow-record\``,
    );
  const names = toolsFor(allowRecord).map((tool) => tool.name);
  const near = nearest(name.slice(0, 100), names);
  return new McpError(
    ErrorCode.InvalidParams,
    `there is no tool '${shown}'; ${near ? `did you mean '${near}'?` : `there are ${names.join(", ")}`}`,
  );
}

/** A running MCP server. */
export interface Served {
  /** Resolves when the client has disconnected. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client of the Model Context Protocol on a transport. */
export async function serve(serving: Serving, refusal: PathRefusal, transport: Transport, thread: Calls = null): Promise<Served> {
  const log = (words: string) => serving.host.stderr.write(`tierwright mcp: ${words}\n`);
  const tools = toolsFor(serving.allowRecord);
  const calls = new OneByOne();
  const server = new Server(
    { name: "tierwright", title: "Tierwright", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw unknownTool(params.name, serving.allowRecord);
    if (calls.isFull) return refusalAnswer("too many calls are waiting; call again when some of them are answered");
    const result = await calls.add(() => runTool(serving, tool, params.arguments, refusal, signal, thread), signal);
    const code = (result?.structuredContent as { exitCode?: number } | undefined)?.exitCode;
    log(`${tool.name}: ${signal.aborted ? "cancelled" : code === undefined ? "refused" : `exit code ${code}`}`);
    return result ?? refusalAnswer(`${tool.name} was cancelled`);
  });
  server.onerror = ({ message }) => log(shownWord(message.split("\n")[0] ?? "").slice(0, 500));
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  await server.connect(transport);
  return { closed, close: () => server.close() };
}
