import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import type { ExchangeAnswer } from "../../../src/platform/exchange.ts";
import { readAnswer, type SoaAnswer } from "../../../src/live/soa/answer.ts";
import type { SoaRequest } from "../../../src/live/soa/request.ts";
import { addCookies, CookieJar } from "../../../src/live/soa/cookies.ts";
import { loginRequest } from "../../../src/live/soa/sign-in.ts";
import { inProcess } from "../../support/live/live.ts";
import { JANE, type Tier, type TierOptions, tierOf } from "../../support/live/tier.ts";

export const ORIGIN = "https://plm.example.com:8443";
export const TIER = `${ORIGIN}/tc`;
export const CREDENTIALS = { user: JANE.user, password: new SecretValue(JANE.password), group: "", role: "" };

/** A tier, and how it is asked. */
export function tier(
  options: TierOptions = {},
): Tier & { send(request: SoaRequest): Promise<ExchangeAnswer>; ask(request: SoaRequest): Promise<SoaAnswer> } {
  const made = tierOf(options);
  const exchange = inProcess({ [ORIGIN]: made.live });
  const send = (request: SoaRequest) => exchange({ ...request, via: [], ca: null, patience: 1000, largest: 4_000_000 });
  return {
    ...made,
    get asked() {
      return made.asked;
    },
    send,
    ask: async (request) => readAnswer(await send(request)),
  };
}

/** Somebody who is signed in to it. */
export async function signedInTo(options: TierOptions = {}) {
  const made = tier(options);
  const { url, headers } = await made.send(loginRequest(TIER, CREDENTIALS));
  const jar = new CookieJar([ORIGIN], () => new Date("2026-11-22T12:00:00Z"));
  jar.take(new URL(url), headers.get("set-cookie") ?? []);
  return { ...made, ask: (request: SoaRequest) => made.ask(addCookies(jar, request)) };
}

/** An answer of a server, without one. */
export const answered = (body: string | Buffer, given: Partial<ExchangeAnswer> = {}): ExchangeAnswer => ({
  url: `${TIER}/RestServices/Core-2008-06-Session/login`,
  status: 200,
  headers: new Map(),
  type: "application/xml",
  charset: null,
  body: Buffer.from(body as string),
  peer: "192.0.2.1:8443",
  ...given,
});
