import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { visibleJson } from "../../report/index.ts";
import { shorten } from "./shorten.ts";
import type { Tool } from "./tool.ts";

/**
 * Longest document in an answer to a tool call, in characters. MCP clients cut longer answers (usually at 25,000 tokens) anywhere, or drop
 * them; the server instead names the parts that it omits, and how to request them.
 */
export const LONGEST_DOCUMENT = 48_000;
const LONGEST_WORDS = 8_000;

/** Result of a command that the MCP server ran: exit code and output. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Returns a text as a part of an answer to a tool call, with invisible characters escaped as in JSON. The text is a document, or a
 * command's message, which can contain such escapes already.
 */
const text = (words: string) => ({ type: "text" as const, text: visibleJson(words) });

/**
 * Returns a refusal as the answer to a tool call: the command's message, for a model to act on. It has no structured content, because that
 * would have to match the answer's schema.
 */
export const refusalAnswer = (words: string): CallToolResult => ({ isError: true, content: [text(shortWords(words))] });

function shortWords(words: string): string {
  if (words.length <= LONGEST_WORDS) return words;
  return `${words.slice(0, LONGEST_WORDS)}… (${words.length} characters; the first ${LONGEST_WORDS} are here)`;
}

/**
 * Pattern of a command line option with the placeholder of its value. It also matches whole commands in backticks (`tierwright ...`), which
 * are for a person, so that options in them stay unchanged.
 */
const OPTION = /`tierwright [^`]{0,500}`|(?<![\w'"=/.-])--([a-z][a-z-]{0,40})(?:[= ][A-Z][A-Z-]{0,30}\b)?/g;

/** Pattern of the words for standard input in a command's message; an MCP client passes an argument of the tool instead. */
const INPUT = /(?<![\w'"])(- for )?standard input\b/g;

/**
 * Returns a command's message with its options replaced by the arguments of the MCP tool, or marked as only available on the command line.
 */
export function inArguments(tool: Tool, words: string): string {
  const input = Object.entries(tool.parameters).find(([, { kind }]) => kind === "input")?.[0];
  const given = (_: string, dash?: string): string => (dash === undefined ? `'${input}'` : `'${input}' for the text itself`);
  const said = input === undefined ? words : words.replace(INPUT, given);
  return said.replace(OPTION, (found, option: string | undefined) => {
    if (option === undefined) return found;
    const own = Object.entries(tool.parameters).find(([, parameter]) => parameter.option === option);
    return own ? `'${own[0]}'` : `'${option}' (an option of the command line alone)`;
  });
}

/** Returns the lines of standard error that are not empty, each without `tierwright: ` at its beginning. */
const linesOf = (err: string): readonly string[] =>
  err
    .split("\n")
    .map((line) => line.replace(/^tierwright: /, "").trimEnd())
    .filter((line) => line !== "");

function documentOf(out: string): object | null {
  try {
    const value: unknown = JSON.parse(out);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

const shortText = (document: object): string => JSON.stringify(shorten(document, LONGEST_WORDS - 200).document);

const schemaOf = (document: object): unknown => (document as { readonly schema?: unknown }).schema;

/** Converts the result of a command to the answer to a tool call. */
export function answerOf(tool: Tool, { code, out, err }: Outcome): CallToolResult {
  const meaning = tool.outcomes[code];
  const document = documentOf(out);
  const says = linesOf(err).map((line) => inArguments(tool, line));
  if (meaning === undefined || document === null || schemaOf(document) === "tierwright/error/v1") {
    // a refusal usually has a reason on standard error; without one, the answer quotes the document
    const reason = document === null ? "the command printed no document and no reason" : shortText(document);
    const words = says.length > 0 ? says : [reason];
    return refusalAnswer([...words, `(tierwright ${tool.command.join(" ")}: exit code ${code})`].join("\n"));
  }
  const made = shorten(document, LONGEST_DOCUMENT);
  const said = shorten(says, LONGEST_WORDS).document as string[];
  const structuredContent = { exitCode: code, meaning, says: said, leftOut: [...made.leftOut], document: made.document };
  const words = [
    `exit code ${code}: ${meaning}`,
    ...said,
    ...(made.leftOut.length > 0
      ? [`The document was too long and is truncated; for the rest ${tool.narrower}. Omitted:`, ...made.leftOut]
      : []),
  ];
  // clients without support for structured content show only the texts to a model
  return { content: [text(words.join("\n")), text(JSON.stringify(made.document))], structuredContent };
}

/**
 * Returns the JSON Schema of a tool's answers. Only names the schema of the document in an answer: including that schema in every list of
 * tools would cost too many tokens.
 */
export const answerSchema = (tool: Tool) => ({
  type: "object" as const,
  properties: {
    exitCode: { type: "integer", enum: Object.keys(tool.outcomes).map(Number), description: meanings(tool) },
    meaning: { type: "string", description: "The meaning of the exit code." },
    says: { type: "array", items: { type: "string" }, description: "Messages of the command, in addition to its document." },
    leftOut: {
      type: "array",
      items: { type: "string" },
      description: "Omitted parts of a document that was too long; empty if the document is complete.",
    },
    document: {
      type: "object",
      description: `What \`tierwright ${tool.command.join(" ")} --format json\` prints (\`tierwright help formats\`).`,
      properties: { schema: { type: "string", const: tool.document } },
      required: ["schema"],
    },
  },
  required: ["exitCode", "meaning", "says", "leftOut", "document"],
});

const meanings = ({ outcomes }: Tool): string =>
  Object.entries(outcomes)
    .map(([code, words]) => `${code}: ${words}`)
    .join("; ");
