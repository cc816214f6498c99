import { name, say, type Text, words } from "../diagnostic/text.ts";
import type { HttpFault } from "../io/http.ts";
import type { Answer } from "./probe.ts";

/** What a probe answers with, where it says no more than this. */
export const answer = (outcome: Answer["outcome"], says: Text, more: Partial<Omit<Answer, "outcome" | "says">> = {}): Answer => ({
  help: null,
  target: null,
  facts: {},
  control: null,
  ...more,
  outcome,
  says,
});

const HELP: Readonly<Partial<Record<HttpFault["kind"], string>>> = {
  "no-name": "--connect HOST:PORT:ADDRESS names the address to ask",
  refused: "is the server up, and is the port that of the tier that is meant?",
  "no-answer": "is a firewall or proxy between, or the server too busy? --timeout SECONDS waits longer",
  untrusted: "--ca FILE names a certificate (PEM) to trust, after you have compared its fingerprint with the server's",
  "other-name": "ask the server under a name of its certificate",
  "no-tls": "is it the port of plain http, or is the address to begin with http:?",
};

/** No answer came that can be used: in words, and whether the target was reached at all. */
export const notAnswered = (fault: HttpFault, what: string): Answer =>
  answer("not-proven", say`${name(fault.url)}: ${words(fault.says)}, so ${words(what)} is not known`, {
    help: words(HELP[fault.kind] ?? "look at what answers there, for example with curl -v"),
    target: fault.url,
    unreachable: fault.notReached,
  });
