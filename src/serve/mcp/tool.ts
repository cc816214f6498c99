import type { Parameters } from "./parameter.ts";

/**
 * One tool of the MCP server: a command of Tierwright, and the parameters that a client can set. Each tool is declared in a file of its own
 * in tools/.
 */
export interface Tool {
  /** Name by which MCP clients call the tool. */
  readonly name: string;
  /** Title of the tool that MCP clients show to people. */
  readonly title: string;
  /** Description from which a model decides whether to call the tool. */
  readonly description: string;
  /** Words of the command that the tool runs, such as `["record", "start"]`. */
  readonly command: readonly string[];
  /** Arguments that every call of the tool passes to its command. */
  readonly always?: readonly string[];
  readonly parameters: Parameters;
  /** Meanings of the exit codes of an answer; every other code is a refusal. */
  readonly outcomes: Readonly<Record<number, string>>;
  /** Schema name of the command's JSON document. */
  readonly document: string;
  /** Advice for the client how to request less if an answer is too long. */
  readonly narrower: string;
  /** True if the tool sends requests over the network to servers of an environment. */
  readonly asksServers?: true;
  /**
   * Set if the tool changes something; the tool is then only offered with --allow-record. `ends`: a call can stop something that runs, such
   * as a recording. `late`: the effects that a call can still have after its timeout, and how to check for them.
   */
  readonly changes?: { readonly ends: boolean; readonly repeatable: boolean; readonly late: string };
}
