import { resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { dispatch } from "../../../src/cli/dispatch.ts";
import { Roots } from "../../../src/platform/roots.ts";
import type { Serving } from "../../../src/platform/host.ts";
import type { Calls } from "../../../src/serve/mcp/run.ts";
import { serve } from "../../../src/serve/mcp/server.ts";
import { documentFault } from "../../support/printed-documents.ts";
import { type FakeHost, fakeHost } from "../../support/host.ts";

export interface Connected {
  readonly client: Client;
  readonly fake: FakeHost;
  /** A call, with what its document is not as its schema says. */
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** The words of an answer. */
  words(name: string, args?: Record<string, unknown>): Promise<string>;
}

export interface Structured {
  readonly exitCode: number;
  readonly meaning: string;
  readonly says: readonly string[];
  readonly leftOut: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what is really in the document
  readonly document: any;
}

export const structured = (result: CallToolResult): Structured => result.structuredContent as unknown as Structured;

/** The texts of an answer, one below the other. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((each) => (each.type === "text" ? each.text : `(${each.type})`)).join("\n");

/** The protocol's own client, connected in this process to a server for a folder. */
export async function connect(
  directory: string,
  given: Partial<Serving> & { readonly machine?: Parameters<typeof fakeHost>[0]; readonly thread?: Calls } = {},
): Promise<Connected> {
  const { machine, thread = null, ...rest } = given;
  const fake = fakeHost({ cwd: directory, ...machine });
  const serving: Serving = {
    host: fake.host,
    directory,
    roots: [directory],
    allowRecord: false,
    patience: 60_000,
    run: (argv, host) => dispatch(argv, host, resolve),
    ...rest,
  };
  const roots = new Roots(serving.roots);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await serve(serving, (path) => roots.refusal(path), ours, thread);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(theirs);
  await client.listTools(); // from here on it holds every answer to the schema that was listed
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    const { document, leftOut = [] } = structured(result) ?? {};
    const fault = document && !given.run && leftOut.length === 0 ? documentFault(JSON.stringify(document)) : null;
    if (fault !== null) throw new Error(`${name}: ${fault}`);
    return result;
  };
  return { client, fake, call, words: async (name, args) => textOf(await call(name, args)) };
}
