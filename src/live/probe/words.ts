import { type Text, name, say, words } from "../../kernel/index.ts";
import type { HttpFault } from "../../platform/index.ts";
import type { Answer } from "./probe.ts";
import { reachHelp } from "./reach-help.ts";

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

/** No answer came that can be used: in words, and whether the target was reached at all. */
export const notAnswered = (fault: HttpFault, what: string): Answer =>
  answer("not-proven", say`${name(fault.url)}: ${words(fault.says)}, so ${words(what)} is not known`, {
    help: reachHelp(fault),
    target: fault.url,
    unreachable: fault.notReached,
  });
