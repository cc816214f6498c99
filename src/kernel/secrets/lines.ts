import { carriesSecret } from "./judge.ts";
import { asUtf8, isHarmless, nameKind } from "./names.ts";
import { SECRET_PATTERNS } from "./patterns.ts";
import { standsIn } from "./stand-in.ts";
import { holdsPlainSecret } from "./values.ts";

/** Signs between a name and its value, in a line of YAML, properties or prose. */
const SIGN = /[:=\uff1a\uff1d]/;
/** A longer one is no name, and no phrase that names a value. */
const LONGEST_PHRASE = 200;
/** What `{ env: NAME }` and its like begin with: a reference, and no value. */
const REFERENCE = /^\s{0,40}(?:\{|$)/;

/**
 * Returns whether a line of YAML, properties or a log may hold a secret, so that nobody quotes it. Rather too often than too seldom: a comment
 * ("the old password of jane is: ...") and a line with backslashes before its signs count as well.
 */
export function saysSecret(quoted: string): boolean {
  const line = asUtf8(quoted);
  const plain = line.includes("\\") ? line.replaceAll("\\", "") : line;
  if (carriesSecret(line) || (plain !== line && holdsPlainSecret(plain)) || holdsUser(plain) || tellsPassword(plain)) return true;
  const head = plain.slice(0, LONGEST_PHRASE);
  for (let from = 0, at = head.search(SIGN); at >= from; ) {
    const value = plain.slice(at + 1);
    const kind = nameKind(head.slice(from, at));
    if (kind !== "none" && !REFERENCE.test(value) && !isHarmless(kind, value)) return true;
    const next = head.slice(at + 1).search(SIGN);
    if (next < 0) return false;
    [from, at] = [at + 1, at + 1 + next];
  }
  return false;
}

/** "the old password is hunter2". */
function tellsPassword(line: string): boolean {
  for (const [, name = "", value = ""] of line.matchAll(SECRET_PATTERNS.said))
    if (value.search(SECRET_PATTERNS.mixed) === 0 && nameKind(name) === "password" && !standsIn(value)) return true;
  return false;
}

/** A user name before a host may be a token. */
function holdsUser(line: string): boolean {
  const at = line.indexOf("://");
  if (at < 0) return false;
  const rest = line.slice(at + 3);
  const end = rest.search(/[\s/]/);
  return (end < 0 ? rest : rest.slice(0, end)).includes("@");
}
