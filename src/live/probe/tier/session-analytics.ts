import { say, value, words } from "../../../kernel/index.ts";
import type { SoaAnswer } from "../../soa/answer.ts";
import { sessionAnalyticsRequests } from "../../soa/operations.ts";
import { sessionFactsOf } from "../../soa/session.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import type { SignedIn } from "../session.ts";
import { inSession, OTHER_USER_HELP, otherUser, refusedWithout, tierOf } from "../support/in-session.ts";
import { besideAnswer } from "../support/partial-errors.ts";
import { describeAnswer } from "../support/tier-answer.ts";
import { answer } from "../words.ts";

/** Fault codes that say nothing about the session: the tier has no server process, or does not know the operation or a field of it. */
const SAYS_NOTHING = new Set([1003, 214022, 214086]);

const succeeds = (soa: SoaAnswer): boolean => sessionFactsOf(soa) !== null;

async function judged(probing: Probing, session: SignedIn): Promise<Answer> {
  const target = tierOf(probing);
  const [first, second] = sessionAnalyticsRequests(target);
  let request = first;
  let called = await session.call(probing.ask, first);
  // a tier that separates its XML and JSON interfaces knows this operation only below JsonRestServices
  if (!succeeds(called.soa)) {
    const other = await session.call(probing.ask, second);
    if (succeeds(other.soa)) [request, called] = [second, other];
  }
  const { soa, http } = called;
  const found = sessionFactsOf(soa);
  if (!found) {
    const { says, help } = describeAnswer(called, probing.toldBy);
    const fault = soa.kind === "fault" ? soa.fault : null;
    const facts = {
      status: http.status,
      ...(fault ? { fault: fault.type, ...(fault.code === null ? {} : { code: fault.code }) } : {}),
    };
    // a fault of a tier that does not know the operation, or lost its server process, says nothing about the session
    if (fault?.code != null && SAYS_NOTHING.has(fault.code))
      return answer("not-proven", say`the tier does not answer for the session, which says nothing of it: ${says}`, {
        help,
        target,
        facts,
      });
    return answer("refuted", say`the tier does not answer for the session as for an authenticated one: ${says}`, {
      help,
      target,
      facts,
    });
  }
  const { userId, release } = found;
  const facts = {
    ...(userId === null ? {} : { user: userId }),
    ...(release?.release ? { release: release.release } : {}),
    signedInBy: "password",
  };
  const other = otherUser(userId, probing);
  if (other)
    return answer("refuted", say`the tier answers for another session than that of the sign-in: ${other}`, {
      help: words(OTHER_USER_HELP),
      target,
      facts,
    });
  const whose = userId === null ? [] : say` of ${value(userId)}`;
  const says = say`the tier knows the session${whose} as authenticated; it was signed in by password, so this says nothing of single sign-on${besideAnswer(soa.kind === "json" || soa.kind === "xml" ? soa.partialErrors : [])}`;
  return answer("proven", says, { target, facts, control: await refusedWithout(probing, request, succeeds) });
}

export const probe: Probe = {
  id: "tier/session-analytics",
  summary: "is the session one that the tier takes for authenticated",
  proves: "that the tier answers getTCSessionAnalyticsInfo within the session that the password opened",
  doesNotProve:
    "anything of single sign-on: the session is a password's. sso/chain asks the same within a session that no password opened",
  control: "the same request without the session must be refused",
  needs: ["sign-in"],
  order: 35,
  run: (probing) => inSession(probing, "the session", (session) => judged(probing, session)),
};
