import { type Exchange, type ExchangeAnswer, HttpFault, type Via } from "../../platform/index.ts";
import { readAnswer } from "../soa/answer.ts";
import type { Ask, Asked } from "./asked.ts";
import type { ExchangeFault, RecordedExchange } from "./result.ts";

/** The largest accepted answer to a probe, in bytes. */
const LARGEST = 4 * 1024 * 1024;

/** The settings that all requests of one `probe` command share. */
export interface Recorder {
  readonly exchange: Exchange;
  readonly via: readonly Via[];
  readonly ca: string | null;
  /** Returns the time in milliseconds; only differences of two times are used. */
  now(): number;
}

/**
 * Query parameters of a URL whose values are printed. Any other value can be an authorization code, a ticket or an OAuth state that could
 * be misused.
 */
const SHOWN = new Set([
  "client_id",
  "redirect_uri",
  "scope",
  "response_type",
  "post_logout_redirect_uri",
  "code_challenge_method",
  "error",
  "error_description",
  "ui_locales",
]);

/** Returns an address for display: without user and password, and with "..." for query values that are not in `SHOWN`. */
export function shownUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.username = "";
  url.password = "";
  for (const key of new Set(url.searchParams.keys())) if (!SHOWN.has(key)) url.searchParams.set(key, "...");
  return url.href;
}

/** Returns the fault of the PLM tier's web services in an answer, whatever its HTTP status; null if there is none. */
function faultIn(answer: ExchangeAnswer): ExchangeFault | null {
  const read = readAnswer(answer);
  if (read.kind !== "fault") return null;
  const { type, code, level, message, messages } = read.fault;
  return { type, code, level, message, messages };
}

/**
 * Returns the function `ask`, which sends the requests of one probe, with a record of its exchanges. After `close`, `ask` sends nothing
 * more, and answers that still arrive are not recorded.
 */
export function recording(
  { exchange, via, ca, now }: Recorder,
  patience: number,
): { readonly ask: Ask; exchanges(): readonly RecordedExchange[]; close(): void } {
  const until = now() + patience;
  let over = false;
  const exchanges: RecordedExchange[] = [];
  const ask = async ({ method, url, headers = {}, body = null, largest = LARGEST, hostHeader }: Asked) => {
    const told = { method, url: shownUrl(url) };
    const left = until - now();
    try {
      if (over || left <= 0) throw new HttpFault("no-answer", url, "the time of the probe was over before it was asked");
      const host = hostHeader === undefined ? {} : { hostHeader };
      const answer = await exchange({ method, url, headers, body, via, ca, patience: left, largest, ...host });
      if (!over) exchanges.push({ ...told, status: answer.status, fault: faultIn(answer), error: null });
      return answer;
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      if (!over) exchanges.push({ ...told, status: null, fault: null, error: error.says });
      throw error;
    }
  };
  return {
    ask,
    exchanges: () => exchanges,
    close: () => {
      over = true;
    },
  };
}
