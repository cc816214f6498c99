import { name, say, type Text, value, words } from "../../diagnostic/text.ts";
import type { ExchangeAnswer } from "../../io/exchange.ts";
import { HttpFault } from "../../io/http.ts";
import type { Asked } from "../probe.ts";
import type { CookieJar } from "./cookies.ts";
import { symptomOf } from "./sign-in-page.ts";

/** What a tier says of the session that a request came with. */
export type TierSession =
  | { readonly kind: "authenticated"; readonly userIds: readonly string[] }
  | { readonly kind: "refused"; readonly says: Text; readonly ticket: boolean }
  | { readonly kind: "no-answer"; readonly fault: HttpFault };

const ANALYTICS = "Internal-AWS2-2017-12-DataManagement/getTCSessionAnalyticsInfo";
const SESSION_INFO = "Core-2007-01-Session/getTCSessionInfo";

/** Fields that hold a user's id, in the spellings of the tier's answers. */
const ID_FIELDS = new Set(["user_id", "userid"]);
const DEEPEST = 16;

type Json = unknown;
const isObject = (value: Json): value is Readonly<Record<string, Json>> => typeof value === "object" && value !== null;

/** A field's text: plain, or as a model object's property has it. */
function textsOf(held: Json): readonly string[] {
  if (typeof held === "string") return held === "" ? [] : [held];
  if (!isObject(held)) return [];
  const values = held.dbValues ?? held.dbValue ?? held.values ?? held.value;
  return (Array.isArray(values) ? values : [values]).filter((one): one is string => typeof one === "string" && one !== "");
}

/** Every user id that an answer names, each once. */
export function userIdsIn(document: Json, depth = 0): readonly string[] {
  if (!isObject(document) || depth > DEEPEST) return [];
  const found = Object.entries(document).flatMap(([key, held]) =>
    ID_FIELDS.has(key.toLowerCase()) ? textsOf(held) : userIdsIn(held, depth + 1),
  );
  return [...new Set(found)];
}

function jsonIn({ body }: ExchangeAnswer): Json {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

/** The fault in a JSON answer, whatever its status; null: none is in it. */
function faultIn(document: Json): { readonly type: string; readonly message: string } | null {
  if (!isObject(document)) return null;
  const type = document[".QName"];
  if (typeof type !== "string" || !/(?:Exception|Fault)$/.test(type)) return null;
  const messages = document.messages;
  const first = Array.isArray(messages) && isObject(messages[0]) ? messages[0] : document;
  const code = first.code === undefined ? "" : `${String(first.code)}: `;
  return { type: type.replace(/^.*\./, ""), message: `${code}${String(first.message ?? "")}` };
}

/** One request of the JSON root with the cookies of the jar; without one, with none. */
async function called(
  ask: (asked: Asked) => Promise<ExchangeAnswer>,
  tc: string,
  operation: string,
  jar: CookieJar | null,
): Promise<ExchangeAnswer> {
  const url = new URL(`${tc.replace(/\/+$/, "")}/JsonRestServices/${operation}`);
  const cookie = jar?.header(url) ?? null;
  const token = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(cookie ?? "")?.[1];
  return ask({
    method: "POST",
    url: url.href,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(cookie === null ? {} : { cookie }),
      ...(token === undefined ? {} : { "x-xsrf-token": token }),
    },
    body: Buffer.from(JSON.stringify({ header: { state: {}, policy: {} }, body: {} })),
  });
}

/** Whether a session of the tier comes with these cookies: session analytics answer for an authenticated one alone. Nobody signs in here. */
export async function tierSession(
  ask: (asked: Asked) => Promise<ExchangeAnswer>,
  tc: string,
  jar: CookieJar | null,
): Promise<TierSession> {
  try {
    const answer = await called(ask, tc, ANALYTICS, jar);
    const document = jsonIn(answer);
    const text = answer.body.subarray(0, 8_000).toString("utf8");
    const ticket = symptomOf(text)?.ticket === true;
    const fault = faultIn(document);
    if (fault) return { kind: "refused", ticket, says: say`${name(fault.type)}: ${value(fault.message)}` };
    if (answer.status !== 200) return { kind: "refused", ticket, says: say`status ${answer.status}` };
    if (!isObject(document) || !Object.hasOwn(document, "extraInfoOut"))
      return { kind: "refused", ticket, says: words("status 200 with something else than session analytics") };
    const own = userIdsIn(document);
    if (own.length > 0) return { kind: "authenticated", userIds: own };
    const info = await called(ask, tc, SESSION_INFO, jar);
    return { kind: "authenticated", userIds: faultIn(jsonIn(info)) ? [] : userIdsIn(jsonIn(info)) };
  } catch (error) {
    if (error instanceof HttpFault) return { kind: "no-answer", fault: error };
    throw error;
  }
}
