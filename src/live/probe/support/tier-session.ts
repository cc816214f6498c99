import { type Text, name, say, value, words } from "../../../kernel/index.ts";
import { type ExchangeAnswer, HttpFault } from "../../../platform/index.ts";
import { readAnswer, type SoaAnswer } from "../../soa/answer.ts";
import type { Fault } from "../../soa/fault.ts";
import { sessionAnalyticsRequests, sessionInfoRequest } from "../../soa/operations.ts";
import type { SoaRequest } from "../../soa/request.ts";
import { sessionFactsOf } from "../../soa/session.ts";
import type { Asked } from "../probe.ts";
import { addCookies, type CookieJar } from "../../soa/cookies.ts";

/** The result of the test whether a request to the tier belongs to a session. */
export type TierSession =
  /** The request belongs to a session; `userId` is null if no answer names the user. */
  | { readonly kind: "authenticated"; readonly userId: string | null }
  | { readonly kind: "refused"; readonly says: Text }
  | { readonly kind: "no-answer"; readonly fault: HttpFault };

type Ask = (asked: Asked) => Promise<ExchangeAnswer>;

/** Fault codes of a tier that does not have the requested operation. */
const NO_OPERATION = new Set([214022, 214086]);

/** Formats a fault of the tier: 'InvalidUserException 1000: The session is not valid.' */
export const faultText = ({ type, messages }: Fault): string => {
  const [first, ...others] = messages.map(({ code, message }) => `${code === null ? "" : ` ${code}`}: ${message}`);
  return [`${type}${first ?? ""}`, ...others.map((one) => one.replace(/^[ :]+/, ""))].join("; ");
};

/** Sends one request with the cookies of the jar, or without cookies if `jar` is null. */
async function sent(ask: Ask, request: SoaRequest, jar: CookieJar | null): Promise<SoaAnswer> {
  return readAnswer(await ask(jar ? addCookies(jar, request) : request));
}

/** Describes an answer of the tier that is not that of the requested operation getTCSessionAnalyticsInfo. */
function refusalOf(answer: SoaAnswer): Text {
  if (answer.kind === "fault") return say`it answers ${value(faultText(answer.fault))}`;
  if (answer.kind === "page")
    return say`it answers a page${answer.title === null ? words("") : say` called ${value(answer.title)}`}`;
  if (answer.kind === "redirect") return say`it leads elsewhere`;
  if (answer.kind === "empty") return say`it answers nothing`;
  if (answer.kind === "not-understood") return say`it does not understand the request: ${value(answer.says)}`;
  return answer.kind === "unreadable"
    ? say`it answers something else: ${name(answer.says)}`
    : say`it answers something else than session analytics`;
}

const isRefused = (answer: SoaAnswer): boolean =>
  answer.kind === "fault" && (answer.fault.code === null || !NO_OPERATION.has(answer.fault.code));

/**
 * Tests whether cookies belong to a session of the tier: it answers getTCSessionAnalyticsInfo only within an authenticated session. Does
 * not sign in.
 */
export async function tierSession(ask: Ask, tc: string, jar: CookieJar | null): Promise<TierSession> {
  try {
    let says: Text = [];
    for (const request of sessionAnalyticsRequests(tc)) {
      const answer = await sent(ask, request, jar);
      const facts = sessionFactsOf(answer);
      if (facts) return { kind: "authenticated", userId: facts.userId ?? (await namedBy(ask, tc, jar)) };
      says = refusalOf(answer);
      // a tier that knows the operation and refuses it refuses the session, so the operation's other address is not tried
      if (isRefused(answer)) break;
    }
    return { kind: "refused", says };
  } catch (error) {
    if (error instanceof HttpFault) return { kind: "no-answer", fault: error };
    throw error;
  }
}

/** Returns the user that the tier's answer to getTCSessionInfo names; null if it names none. */
async function namedBy(ask: Ask, tc: string, jar: CookieJar | null): Promise<string | null> {
  return sessionFactsOf(await sent(ask, sessionInfoRequest(tc), jar))?.userId ?? null;
}
