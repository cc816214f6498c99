import { type Text, name, say, words } from "../../kernel/index.ts";
import type { HttpFault } from "../../platform/index.ts";
import type { Answer } from "./probe.ts";
import { reachHelp } from "./reach-help.ts";

/** Returns an answer of a probe without help, target, facts and control, unless `more` has them. */
export const answer = (outcome: Answer["outcome"], says: Text, more: Partial<Omit<Answer, "outcome" | "says">> = {}): Answer => ({
  help: null,
  target: null,
  facts: {},
  control: null,
  ...more,
  outcome,
  says,
});

/** Returns a probe's answer to a request that got no usable answer. `unreachable` is true if the server was not reached at all. */
export const notAnswered = (fault: HttpFault, what: string): Answer =>
  answer("not-proven", say`${name(fault.url)}: ${words(fault.says)}, so ${words(what)} is not known`, {
    help: reachHelp(fault),
    target: fault.url,
    unreachable: fault.notReached,
  });
