import { type Text, words } from "../../kernel/index.ts";
import { type HttpFault, REACH_HELP } from "../../platform/index.ts";

const HELP: Readonly<Partial<Record<HttpFault["kind"], string>>> = {
  ...REACH_HELP,
  refused: "is the server up, and is the port right?",
  "no-answer": "is a firewall or proxy between, or the server too busy? --timeout SECONDS waits longer",
  "other-name": "ask the server under a name of its certificate",
  "no-tls": "is it the port of plain http, or is the address to begin with http:?",
};

/** Returns the help line for a server that did not answer, or not with a usable answer. */
export const reachHelp = ({ kind }: Pick<HttpFault, "kind">): Text =>
  words(HELP[kind] ?? "look at what answers there, for example with curl -v");
