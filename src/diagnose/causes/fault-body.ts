import { type Fault, readAnswer } from "../../live/index.ts";

/** Returns the tier's fault if the whole text is one, in XML or JSON. Returns null for any other text. */
export function faultOf(text: string): Fault | null {
  const body = Buffer.from(text, "utf8");
  const answer = readAnswer({ ...NO_HTTP, body });
  return answer.kind === "fault" ? answer.fault : null;
}

/** Placeholder for the HTTP headers and status of a response of which only the body is known. */
const NO_HTTP = {
  url: "",
  status: 500,
  headers: new Map<string, readonly string[]>(),
  type: "",
  charset: "utf-8",
  peer: "",
} as const;

/** Returns a fault as a text in which signs of causes can be searched. */
export const faultText = ({ type, messages }: Fault): string =>
  messages.map(({ code, message }) => `${type}${code === null ? "" : ` code=${code}`}: ${message}`).join("\n");
