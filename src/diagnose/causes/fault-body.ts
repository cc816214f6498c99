import { type Fault, readAnswer } from "../../live/index.ts";

/** Returns the fault if the whole text is one, in XML or JSON as a tier sends it. Returns null for any other text. */
export function faultOf(text: string): Fault | null {
  const body = Buffer.from(text, "utf8");
  const answer = readAnswer({ ...NO_HTTP, body });
  return answer.kind === "fault" ? answer.fault : null;
}

/** Placeholder for the HTTP part of an answer of which only the body is known. */
const NO_HTTP = {
  url: "",
  status: 500,
  headers: new Map<string, readonly string[]>(),
  type: "",
  charset: "utf-8",
  peer: "",
} as const;

/** Returns a fault in the one spelling that signs are searched in. */
export const faultText = ({ type, messages }: Fault): string =>
  messages.map(({ code, message }) => `${type}${code === null ? "" : ` code=${code}`}: ${message}`).join("\n");
