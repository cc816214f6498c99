import { resolve } from "node:path";
import { wrongUse } from "../../../kernel/index.ts";
import { isFolder } from "../../../platform/index.ts";
import { type Command, type ExitCode, type Invocation, timeoutOf, valuesOf } from "../../../report/index.ts";

const PATIENCE = 120;
const MOST_PATIENCE = 3_600;

export const command: Command = {
  name: "mcp",
  summary:
    "an MCP server on standard input and output: check, why, plan, diagnose, probe and recordings as tools of an assistant",
  group: "Tools",
  short: "serves an assistant: check, why, plan as tools",
  arguments: [],
  options: [
    {
      name: "root",
      value: "DIR",
      summary: "a further folder whose files clients can name: logs, another checkout (default: the config repository only)",
      many: true,
    },
    { name: "allow-record", summary: "allow starting and stopping recordings; without it nothing can be changed" },
    { name: "timeout", value: "SECONDS", summary: `for one call (default: ${PATIENCE})` },
  ],
  formats: ["text"],
  examples: [
    {
      command: "mcp -C C:\\plm-config",
      does: "what a client starts (`tierwright help mcp.md` shows how to configure it); nothing can be changed",
    },
    { command: "mcp --root C:\\Temp", does: "the same, and logs in C:\\Temp can be diagnosed" },
  ],
  run: runMcp,
};

/**
 * Returns the folders in which the paths that an MCP client names must be: the repository and the --root folders. Throws a Refusal if there
 * is neither, because a client can start the server in any folder.
 */
function rootsOf(invocation: Invocation): { readonly directory: string; readonly roots: readonly string[] } {
  const { directory, host } = invocation;
  const named = valuesOf(invocation, "root").map((folder) => {
    const path = resolve(host.cwd, folder);
    if (!isFolder(path)) throw wrongUse(`--root ${folder} is not a folder`, "name an existing folder");
    return path;
  });
  const repository = isFolder(resolve(directory, "environments"));
  const [first] = named;
  if (repository) return { directory, roots: [directory, ...named] };
  if (first !== undefined) return { directory: first, roots: named };
  throw wrongUse(
    `${directory} is not a config repository, and no other folder is named for clients to read`,
    "name one with -C DIR, or folders of logs with --root DIR",
  );
}

/** Runs `mcp`: serves an MCP client until it disconnects. */
async function runMcp(invocation: Invocation): Promise<ExitCode> {
  const { host, dispatch, options } = invocation;
  const { directory, roots } = rootsOf(invocation);
  return host.mcp({
    host,
    directory,
    roots,
    allowRecord: options.has("allow-record"),
    patience: timeoutOf(invocation, PATIENCE, MOST_PATIENCE),
    run: dispatch,
  });
}
