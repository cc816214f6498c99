import { name, say, value, words } from "../../../kernel/index.ts";
import { typeDescriptionsRequest } from "../../soa/operations.ts";
import type { SoaAnswer } from "../../soa/answer.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import type { SignedIn } from "../session.ts";
import { inSession, refusedWithout, tierOf } from "../support/in-session.ts";
import { besideAnswer } from "../support/partial-errors.ts";
import { describeAnswer } from "../support/tier-answer.ts";
import { answer } from "../words.ts";

/** Fault codes of a tier that does not know the operation getTypeDescriptions, or a field of the request. */
const WRONG_OPERATION = new Set([214086, 214022]);

/** The beginning of the XML namespaces of elements in answers of the PLM tier's web services; no other XML has it. */
const OF_THE_SERVICES = "http://teamcenter.com/Schemas/";

/**
 * Returns whether an answer comes from the PLM tier's web services and is not the answer to a sign-in. The exact name of the answer's root
 * element is not tested, because it is not known.
 */
const succeeds = (soa: SoaAnswer): boolean =>
  soa.kind === "xml" && soa.root.namespace?.startsWith(OF_THE_SERVICES) === true && !/^Login/.test(soa.root.local);

async function judged(probing: Probing, session: SignedIn): Promise<Answer> {
  const target = tierOf(probing);
  const request = typeDescriptionsRequest(target);
  const called = await session.call(probing.ask, request);
  const { soa, http } = called;
  if (soa.kind === "xml" && succeeds(soa)) {
    const says = say`the tier's server process answers the connector's second request after the sign-in${besideAnswer(soa.partialErrors)}`;
    return answer("proven", says, {
      target,
      facts: { status: http.status, answer: soa.root.local },
      control: await refusedWithout(probing, request, succeeds),
    });
  }
  const { says, help } = describeAnswer(called, probing.toldBy);
  const fault = soa.kind === "fault" ? soa.fault : null;
  const facts = {
    status: http.status,
    ...(fault ? { fault: fault.type, ...(fault.code === null ? {} : { code: fault.code }) } : {}),
  };
  if (fault?.code === 1003)
    return answer("refuted", say`sign-in succeeded, and then ${says}; the tool would show this as its own failure`, {
      help,
      target,
      facts,
    });
  if (fault?.code != null && WRONG_OPERATION.has(fault.code))
    return answer("not-proven", say`the tier does not take the request as it was sent: ${says}`, {
      help: words("what the connector sends in it is not known; tier/session-analytics asks the session in another way"),
      target,
      facts,
    });
  return answer("refuted", say`sign-in succeeded, and the request after it did not: ${says}`, {
    help: help ?? say`look at ${name(target)} for ${value(String(http.status))}`,
    target,
    facts,
  });
}

export const probe: Probe = {
  id: "tier/type-descriptions",
  summary: "does the tier's server process behind the web tier answer after sign-in",
  proves: "that the web tier has a living server process for the session: the connector's second request is answered",
  doesNotProve: "that further operations work; a fault's message is what the server said, not where it happened",
  control: "the same request without the session must be refused",
  needs: ["sign-in"],
  order: 20,
  run: (probing) => inSession(probing, "the request after the sign-in", (session) => judged(probing, session)),
};
