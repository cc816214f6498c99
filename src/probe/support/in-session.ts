import { say, type Text, value, words } from "../../diagnostic/text.ts";
import type { SoaAnswer } from "../../soa/answer.ts";
import type { SoaRequest } from "../../soa/request.ts";
import type { Answer, Control, Probing } from "../probe.ts";
import { type Called, type SignedIn, withoutSession } from "../session.ts";
import { answer } from "../words.ts";
import { HttpFault } from "../../io/http.ts";

/** The address that the tool would sign in to; "" where the compiled files name none. */
export const tierOf = ({ addresses }: Probing): string => addresses.signIn?.text ?? "";

/** Whom the tier names, where it is somebody else than who was to be signed in; null: nobody else is named. */
export const otherUser = (named: string | null, { profile }: Probing): Text | null =>
  named === null || named.toLowerCase() === (profile?.user ?? "").toLowerCase()
    ? null
    : say`${value(named)} is whom the tier names, and ${value(profile?.user ?? "")} was meant`;

export const OTHER_USER_HELP =
  "look at the profile's user, at what maps ids before the tier, and at what stands between and may hand out another's answer";

/** True for the first probe of a run that tells why nobody is signed in: the others need not say it all again. */
export async function firstToTell(probing: Probing): Promise<boolean> {
  let first = false;
  await probing.once("why nobody is signed in", async () => {
    first = true;
  });
  return first;
}

/** What is asked within the session; without one it is not asked, for the sign-in is not tried again. */
export async function inSession(probing: Probing, what: string, use: (session: SignedIn) => Promise<Answer>): Promise<Answer> {
  const session = await probing.session();
  if (session.kind === "signed-in") return use(session);
  const says = (await firstToTell(probing))
    ? say`nobody is signed in, so ${words(what)} was not asked: ${session.says}`
    : say`nobody is signed in, as was told before, so ${words(what)} was not asked`;
  return answer("not-proven", says, {
    help: words("tier/sign-in says what to do; a refused sign-in is not tried again"),
    target: tierOf(probing) || null,
    unreachable: session.unreachable,
  });
}

const said = ({ http, soa }: Called): Text =>
  soa.kind === "fault" ? say`status ${http.status} with ${words(soa.fault.type)}` : say`status ${http.status}`;

/** The same request without the session has to be refused: what everybody is answered proves nothing of a session. */
export async function refusedWithout(
  probing: Probing,
  request: SoaRequest,
  succeeds: (soa: SoaAnswer) => boolean,
): Promise<Control> {
  const did = say`the same was asked without the session`;
  try {
    const called = await withoutSession(probing.ask, request);
    return succeeds(called.soa)
      ? { did, outcome: "failed", says: say`it is answered just as well (${said(called)})` }
      : { did, outcome: "held", says: say`it is refused (${said(called)})` };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { did, outcome: "none", says: say`no answer came to it: ${words(error.says)}` };
  }
}
