import { type Text, name, say, words } from "../../kernel/index.ts";
import type { HttpFault } from "../../platform/index.ts";
import type { Answer } from "./probe.ts";
import { reachHelp } from "./reach-help.ts";

/** Builds an answer without help, target, facts and control, unless `more` has them. */
export const answer = (outcome: Answer["outcome"], says: Text, more: Partial<Omit<Answer, "outcome" | "says">> = {}): Answer => ({
  help: null,
  target: null,
  facts: {},
  control: null,
  ...more,
  outcome,
  says,
});

/** Returns the answer for a request without a usable answer. `unreachable` shows whether the target was reached at all. */
export const notAnswered = (fault: HttpFault, what: string): Answer =>
  answer("not-proven", say`${name(fault.url)}: ${words(fault.says)}, so ${words(what)} is not known`, {
    help: reachHelp(fault),
    target: fault.url,
    unreachable: fault.notReached,
  });
