import { NOT_SHOWN } from "../../diagnostic/text.ts";
import type { Header } from "../head.ts";
import type { Redactor } from "./redactor.ts";
import { kindOfName, valueOf } from "./shape.ts";

const AUTHORIZES = /^(?:proxy-)?authorization$/;
const CHALLENGES = /^(?:(?:www|proxy)-authenticate|(?:proxy-)?authentication-info)$/;
const ADDRESSES = /^(?:location|content-location|referer|refresh|link|origin|uri)$/;

/** Headers about a secret that hold none. */
const NONE = new Set(["sec-websocket-key", "sec-websocket-accept", "idempotency-key"]);
/** The value of `X-Auth` and its like is one where it is long; other headers with parameters name their own. */
const holdsSecret = (name: string, value: string): boolean =>
  !NONE.has(name) && !valueOf(kindOfName(name), value, 0, value.length).next().done;

/** A cookie's name, and its value without quotes. */
const pairOf = (text: string): readonly [name: string, value: string] => {
  const sign = text.indexOf("=");
  return sign < 0 ? ["", text] : [text.slice(0, sign), text.slice(sign + 1)];
};
const unquoted = (value: string): string => value.trim().replace(/^"(.*)"$/s, "$1");

/** What a header holds that opens something. */
export function learnHeader({ name, value }: Header, redactor: Redactor): void {
  const lower = name.toLowerCase();
  if (AUTHORIZES.test(lower) || CHALLENGES.test(lower)) {
    const [, scheme = "", rest = ""] = /^(\S+)\s+(.*)$/s.exec(value) ?? [];
    if (AUTHORIZES.test(lower) || /^(?:negotiate|ntlm)$/i.test(scheme)) redactor.learnToken(rest || value);
    if (/^basic$/i.test(scheme)) {
      const [, password = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(rest, "base64").toString("utf8")) ?? [];
      redactor.add(password);
    }
  } else if (lower === "cookie") {
    for (const one of value.split(";")) redactor.learnToken(unquoted(pairOf(one)[1]));
  } else if (lower === "set-cookie") redactor.learnToken(unquoted(pairOf(value.split(";")[0] ?? "")[1]));
  else if (holdsSecret(name, value)) redactor.learnToken(value);
  else redactor.learn(value, ADDRESSES.test(lower) ? "address" : "json");
}

/**
 * Returns the value as it may be shown: schemes, names and attributes stay.
 * @param isMeasure whether the header states a size or a digest of something that is hidden
 */
export function shownHeader({ name, value }: Header, redactor: Redactor, isMeasure = false): string {
  const lower = name.toLowerCase();
  const hide = (text: string): string => redactor.hide(text, "address");
  if (value === "") return value;
  if (isMeasure) return NOT_SHOWN;
  if (AUTHORIZES.test(lower))
    return value.replace(/^(\S+)(\s+).*$|^.*$/s, (_, scheme = "", gap = "") => `${hide(scheme)}${gap}${NOT_SHOWN}`);
  if (CHALLENGES.test(lower)) return hide(value).replace(/^(negotiate|ntlm)(\s+).*$/is, `$1$2${NOT_SHOWN}`);
  const cookie = (text: string): string => {
    const [key, content] = pairOf(text);
    if (content.trim() === "") return text;
    return key === "" ? NOT_SHOWN : `${hide(key)}=${NOT_SHOWN}`;
  };
  if (lower === "cookie") return value.split(";").map(cookie).join(";");
  if (lower === "set-cookie") {
    const [first = "", ...attributes] = value.split(";");
    return [cookie(first), ...attributes.map(hide)].join(";");
  }
  return holdsSecret(name, value) ? NOT_SHOWN : hide(value);
}
