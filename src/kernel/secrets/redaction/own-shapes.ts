import { matchAt, placesOf } from "./anchors.ts";
import { namelessSecretsIn } from "../values.ts";
import { endOfMatch, part, type Shape } from "./shape.ts";

const OF_SCHEME = /[a-z\d+.-]/i;
const USER_INFO = /:\/\/[^\s/?#"'<>@:]{0,200}:([^\s/?#"'<>]{1,500})@/y;
/** A JSON Web Token begins with the base64 of `{"`, or of a brace followed by a space or a line end. */
const JWT = /e(?:yJ|yA|wo|w0|wk)[\w-]{6,}\.[\w-]*\.[\w-]*(?:\.[\w-]*){0,2}/y;
const JWT_BEGINS = ["eyJ", "eyA", "ewo", "ew0", "ewk"];
const OF_TOKEN = /[\w-]/;
const PEM = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;

const beginsObject = (token: string): boolean => /^\{\s*"/.test(Buffer.from(token.slice(0, 24), "base64").toString("latin1"));

/** Yields secrets that are recognizable without a name before them: a password in an address, a JSON Web Token, a private key. */
export function* byShape(text: string): Generator<Shape> {
  for (const [from, to] of namelessSecretsIn(text))
    if (!/^[\w-]{1,40}=["']/.test(text.slice(from, to + 1).slice(0, 50))) yield* part(text, from, to);
  for (const at of placesOf(text, "://")) {
    const match = OF_SCHEME.test(text[at - 1] ?? "") ? matchAt(USER_INFO, text, at) : null;
    if (match) yield* part(text, endOfMatch(match) - 1 - (match[1] ?? "").length, endOfMatch(match) - 1);
  }
  let until = 0;
  for (const at of [...JWT_BEGINS].flatMap((sign) => [...placesOf(text, sign)]).sort((a, b) => a - b)) {
    const match = at < until || OF_TOKEN.test(text[at - 1] ?? "") ? null : matchAt(JWT, text, at);
    if (!match || !beginsObject(match[0])) continue;
    until = endOfMatch(match);
    yield* part(text, at, until);
  }
  until = 0;
  for (const match of text.matchAll(PEM)) {
    if (match.index < until) continue;
    const end = text.indexOf("-----END", endOfMatch(match));
    until = end < 0 ? text.length : end;
    yield* part(text, endOfMatch(match), until);
  }
}
