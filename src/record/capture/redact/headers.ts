import { NOT_SHOWN, isSecretOfKind, kindOfName } from "../../../kernel/index.ts";
import type { Header } from "../head.ts";
import type { Redactor } from "./redactor.ts";

const AUTHORIZES = /^(?:proxy-)?authorization$/;
const CHALLENGES = /^(?:(?:www|proxy)-authenticate|(?:proxy-)?authentication-info)$/;
const ADDRESSES = /^(?:location|content-location|referer|refresh|link|origin|uri)$/;

/** Names, in lower case, of headers that contain no secret although their names suggest one. */
const NONE = new Set(["sec-websocket-key", "sec-websocket-accept", "idempotency-key"]);
/** Returns whether the whole value of a header is a secret, by the header's name; after a name such as `X-Auth` only a long value is. */
const holdsSecret = (name: string, value: string): boolean => !NONE.has(name) && isSecretOfKind(kindOfName(name), value);

/** Returns the name and value of a cookie, NAME=VALUE, as written; the name is "" if there is no '='. */
const pairOf = (text: string): readonly [name: string, value: string] => {
  const sign = text.indexOf("=");
  return sign < 0 ? ["", text] : [text.slice(0, sign), text.slice(sign + 1)];
};
const unquoted = (value: string): string => value.trim().replace(/^"(.*)"$/s, "$1");

/** Returns whether a header's name is `Cookie` or a variant of it: `Cookie2`, `X-Original-Cookie`. */
const isCookie = (lower: string): boolean => /(?:^|[-_])cookies?2?$/.test(lower) && !isSetCookie(lower);
const isSetCookie = (lower: string): boolean => /(?:^|[-_])set-cookie2?$/.test(lower);

/**
 * The form of a challenge (WWW-Authenticate) with a token that has no name (token68, RFC 9110, 11.2). `PROOF` matches parameters of Digest
 * authentication that are hidden, because guesses of the password could be verified against them.
 */
const TOKEN68 = /^([\w-]{1,40}[ \t]{1,20})(?![\w-]{1,40}[ \t]{0,20}=[ \t]{0,20}["\w])\S.*$/s;
const PROOF = /((?:^|[ \t,])(?:rspauth|nextnonce|cnonce|opaque)[ \t]{0,20}=[ \t]{0,20})(?:"[^"]*"?|[^\s,"]+)/gi;
const shownChallenge = (value: string): string => value.replace(TOKEN68, `$1${NOT_SHOWN}`).replace(PROOF, `$1${NOT_SHOWN}`);

const SUBPROTOCOLS = "sec-websocket-protocol";

/**
 * Splits the value of Sec-WebSocket-Protocol into protocol names and separators, and marks names that are secrets. A web page can set no
 * other header for a WebSocket, so some send a token as such a name: after a name that announces a secret, or as a long part of a name.
 */
function subprotocolsIn(value: string): readonly { readonly text: string; readonly isSecret: boolean }[] {
  let isNext = false;
  return value.split(/([,\s]+|[.](?=[^.,\s]{16}))/).map((text, i) => {
    if (i % 2 === 1 || text === "") return { text, isSecret: false };
    const kind = kindOfName(text);
    const isSecret = isNext || text.split(".").some((one) => isSecretOfKind("long", one));
    isNext = kind !== "none" || /(?:^|[.])authorization(?:[.]|$)/i.test(text);
    return { text, isSecret };
  });
}

/** Adds the secrets in a header to those that the redactor knows. */
export function learnHeader({ name, value }: Header, redactor: Redactor): void {
  const lower = name.toLowerCase();
  if (AUTHORIZES.test(lower) || CHALLENGES.test(lower)) {
    const [, scheme = "", rest = ""] = /^(\S+)\s+(.*)$/s.exec(value) ?? [];
    if (AUTHORIZES.test(lower) || /^(?:negotiate|ntlm)$/i.test(scheme)) redactor.learnToken(rest || value);
    if (/^basic$/i.test(scheme)) {
      const [, password = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(rest, "base64").toString("utf8")) ?? [];
      redactor.add(password);
    }
  } else if (lower === SUBPROTOCOLS) {
    for (const one of subprotocolsIn(value)) if (one.isSecret) redactor.learnToken(one.text);
  } else if (isCookie(lower)) {
    for (const one of value.split(";")) redactor.learnToken(unquoted(pairOf(one)[1]));
  } else if (isSetCookie(lower)) redactor.learnToken(unquoted(pairOf(value.split(";")[0] ?? "")[1]));
  else if (holdsSecret(name, value)) redactor.learnToken(value);
  else redactor.learn(value, ADDRESSES.test(lower) ? "address" : "json");
}

/**
 * Returns the redacted value of a header; authentication schemes, cookie names and cookie attributes stay readable.
 * @param isMeasure True if the header gives a size or digest of redacted content, so that its whole value is hidden.
 */
export function shownHeader({ name, value }: Header, redactor: Redactor, isMeasure = false): string {
  const lower = name.toLowerCase();
  const hide = (text: string): string => redactor.hide(text, "address");
  if (value === "") return value;
  if (isMeasure) return NOT_SHOWN;
  if (AUTHORIZES.test(lower))
    return value.replace(/^(\S+)(\s+).*$|^.*$/s, (_, scheme = "", gap = "") => `${hide(scheme)}${gap}${NOT_SHOWN}`);
  if (CHALLENGES.test(lower)) return shownChallenge(hide(value));
  const cookie = (text: string): string => {
    const [key, content] = pairOf(text);
    if (content.trim() === "") return text;
    return key === "" ? NOT_SHOWN : `${hide(key)}=${NOT_SHOWN}`;
  };
  if (lower === SUBPROTOCOLS)
    return subprotocolsIn(value)
      .map(({ text, isSecret }) => (isSecret ? NOT_SHOWN : hide(text)))
      .join("");
  if (isCookie(lower)) return value.split(";").map(cookie).join(";");
  if (isSetCookie(lower)) {
    const [first = "", ...attributes] = value.split(";");
    return [cookie(first), ...attributes.map(hide)].join(";");
  }
  return holdsSecret(name, value) ? NOT_SHOWN : hide(value);
}
