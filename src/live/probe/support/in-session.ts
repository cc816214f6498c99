import { type Text, name, say, value, words } from "../../../kernel/index.ts";
import type { SoaAnswer } from "../../soa/answer.ts";
import type { SoaRequest } from "../../soa/request.ts";
import type { Answer, Control, Probing } from "../probe.ts";
import { type Called, type SignedIn, withoutSession } from "../session.ts";
import { answer } from "../words.ts";
import { HttpFault } from "../../../platform/index.ts";

/** Returns the address that the connector would sign in to, from the compiled files; "" if they have none. */
export const tierOf = ({ addresses }: Probing): string => addresses.signIn?.text ?? "";

/** Returns a note if the tier's answer names another user than the --profile; null if it names that user or none. */
export const otherUser = (named: string | null, { profile }: Probing): Text | null =>
  named === null || named.toLowerCase() === (profile?.user ?? "").toLowerCase()
    ? null
    : say`${value(named)} is whom the tier names, and ${value(profile?.user ?? "")} was meant`;

export const OTHER_USER_HELP =
  "look at the profile's user, at the id mapping in front of the tier, and at proxies in between that may return another user's answer";

/** The name of a fact for `toldBy`, so that only the first probe without a session explains why nobody is signed in. */
export const WHY_NOBODY = "why nobody is signed in";

/**
 * Calls `use` with the session of the tier and returns its answer. Without a session, returns the answer that the request was not sent,
 * because the sign-in is not retried.
 */
export async function inSession(probing: Probing, what: string, use: (session: SignedIn) => Promise<Answer>): Promise<Answer> {
  const session = await probing.session();
  if (session.kind === "signed-in") return use(session);
  const teller = probing.toldBy(WHY_NOBODY);
  const says =
    teller === null
      ? say`nobody is signed in, so ${words(what)} was not asked: ${session.says}`
      : say`not asked, because nobody is signed in: see ${name(teller)}`;
  return answer("not-proven", says, {
    help: teller === null ? (session.help ?? words("tier/sign-in says more; a refused sign-in is not tried again")) : null,
    target: tierOf(probing) || null,
    unreachable: session.unreachable,
  });
}

/** Returns the words for an answer of the tier in short: 'status 500 with InvalidUserException'. */
export function shortly({ http: { status }, soa }: Called): Text {
  if (soa.kind === "fault") return say`status ${status} with ${words(soa.fault.type)}`;
  if (soa.kind === "xml") return say`status ${status} with ${name(soa.root.local)}`;
  return soa.kind === "page" ? say`status ${status} with a page` : say`status ${status}`;
}

/** Returns whether an answer of the tier is a fault or has an error status. */
export const isRefused = ({ http: { status }, soa }: Called): boolean => soa.kind === "fault" || status >= 400;

/**
 * Runs the control of a probe within the session: the same request must fail without the session, otherwise the probe's answer proves
 * nothing.
 */
export async function refusedWithout(
  probing: Probing,
  request: SoaRequest,
  succeeds: (soa: SoaAnswer) => boolean,
): Promise<Control> {
  const did = say`the same was asked without the session`;
  return runControl(did, async () => {
    const called = await withoutSession(probing.ask, request);
    if (succeeds(called.soa)) return { outcome: "failed", says: say`it is answered just as well (${shortly(called)})` };
    return isRefused(called)
      ? { outcome: "held", says: say`it is refused (${shortly(called)})` }
      : { outcome: "held", says: say`it is not answered so (${shortly(called)})` };
  });
}

/** Runs a control. If no server answers it, the control's outcome is `none`, which does not change the probe's answer. */
export async function runControl(did: Text, work: () => Promise<Omit<Control, "did">>): Promise<Control> {
  try {
    return { did, ...(await work()) };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { did, outcome: "none", says: say`no answer came to it: ${words(error.says)}` };
  }
}
