import type { Parameters } from "./parameter.ts";

/** One tool: a command of the tool itself, and what of it a client may ask for. A small declaration, a file each in tools/. */
export interface Tool {
  /** As clients call it. */
  readonly name: string;
  /** As clients show it to people. */
  readonly title: string;
  /** What a model decides by whether to call it. */
  readonly description: string;
  /** The command's words: `["record", "start"]`. */
  readonly command: readonly string[];
  /** Words that every call has. */
  readonly always?: readonly string[];
  readonly parameters: Parameters;
  /** What the exit codes of an answer mean; every other code is a refusal. */
  readonly outcomes: Readonly<Record<number, string>>;
  /** The schema that the command's JSON names. */
  readonly document: string;
  /** How to ask for less, where an answer is too long. */
  readonly narrower: string;
  /** It asks servers. */
  readonly asksServers?: true;
  /**
   * It changes something, and is there with --allow-record alone; `ends`: it may end what somebody is using; `late`: what may have happened, and how
   * to find out, where it was stopped at its time limit.
   */
  readonly changes?: { readonly ends: boolean; readonly repeatable: boolean; readonly late: string };
}
