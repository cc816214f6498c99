import { headerOf, type IdpAnswer, type Time, type Transport } from "./transport.ts";

/** The limits of retries: the number of attempts of one request, and the total wait in milliseconds. */
const MOST_TRIES = 5;
const LONGEST_MS = 60_000;

/** Returns the wait from Retry-After in milliseconds; the header has seconds or a date (RFC 9110, 10.2.3). Returns one second without it. */
function waitOf(answer: IdpAnswer, now: number): number {
  const text = headerOf(answer, "retry-after")?.trim() ?? "";
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 1000 : Math.max(0, date - now);
}

const isBusy = (answer: IdpAnswer): boolean =>
  answer.status === 429 || (answer.status === 503 && headerOf(answer, "retry-after") !== null);

/** Returns a transport that retries a request after the wait the server asks for, for a minute in total. After that, the busy answer is returned. */
export function patient(ask: Transport, time: Time): Transport {
  return async (request) => {
    let waited = 0;
    for (let tries = 1; ; tries++) {
      const answer = await ask(request);
      if (!isBusy(answer) || tries === MOST_TRIES) return answer;
      const wait = waitOf(answer, time.now());
      if (waited + wait > LONGEST_MS) return answer;
      waited += wait;
      await time.pause(wait);
    }
  };
}
