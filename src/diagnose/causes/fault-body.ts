import { type Fault, readAnswer } from "../../live/index.ts";

/** The fault that a text is, when it is one as a whole: XML or JSON, as a tier answers with. */
export function faultOf(text: string): Fault | null {
  const body = Buffer.from(text, "utf8");
  const answer = readAnswer({ ...NO_HTTP, body });
  return answer.kind === "fault" ? answer.fault : null;
}

/** Only a body was kept. */
const NO_HTTP = {
  url: "",
  status: 500,
  headers: new Map<string, readonly string[]>(),
  type: "",
  charset: "utf-8",
  peer: "",
} as const;

/** A fault in the one spelling that signs are looked for in. */
export const faultText = ({ type, messages }: Fault): string =>
  messages.map(({ code, message }) => `${type}${code === null ? "" : ` code=${code}`}: ${message}`).join("\n");
