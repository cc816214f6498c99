import { headerOf, type IdpAnswer, type Time, type Transport } from "./transport.ts";

/** The limits of retries: how often one request is sent at most, and, in `LONGEST_MS`, how long all waits take together at most. */
const MOST_TRIES = 5;
const LONGEST_MS = 60_000;

/**
 * Returns the wait from an answer's Retry-After in milliseconds; the header has seconds or a date (RFC 9110, 10.2.3). Returns one second
 * without a usable header.
 */
function waitOf(answer: IdpAnswer, now: number): number {
  const text = headerOf(answer, "retry-after")?.trim() ?? "";
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 1000 : Math.max(0, date - now);
}

const isBusy = (answer: IdpAnswer): boolean =>
  answer.status === 429 || (answer.status === 503 && headerOf(answer, "retry-after") !== null);

/**
 * Returns a transport that repeats a request while the identity provider is busy (status 429, or 503 with Retry-After), after the wait that
 * its answer asks for. At the limit of attempts or of the total wait, that answer is returned.
 */
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
