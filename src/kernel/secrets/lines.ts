import { carriesSecret } from "./judge.ts";
import { asUtf8, isHarmless, nameKind } from "./names.ts";
import { SECRET_PATTERNS } from "./patterns.ts";
import { standsIn } from "./stand-in.ts";
import { holdsPlainSecret } from "./values.ts";

/** The separators between a name and its value in a line of YAML, properties or prose, also in full width. */
const SIGN = /[:=\uff1a\uff1d]/;
/** The most characters of a line that are searched for names; a longer text is no phrase that names a value. */
const LONGEST_PHRASE = 200;
/** The beginning of a value that is a reference to a secret such as `{ env: NAME }`, or is empty. */
const REFERENCE = /^\s{0,40}(?:\{|$)/;

/**
 * Returns true if a line of YAML, properties or a log can contain a secret, so that no output quotes it. Prefers false positives: a comment
 * ("the old password of jane is: ...") and a line with backslashes before its separators also count.
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

/** Returns true for a phrase such as "the old password is hunter2". */
function tellsPassword(line: string): boolean {
  for (const [, name = "", value = ""] of line.matchAll(SECRET_PATTERNS.said))
    if (value.search(SECRET_PATTERNS.mixed) === 0 && nameKind(name) === "password" && !standsIn(value)) return true;
  return false;
}

/** Returns true if a line contains a URL with a user name before its host, which can be a token. */
function holdsUser(line: string): boolean {
  const at = line.indexOf("://");
  if (at < 0) return false;
  const rest = line.slice(at + 3);
  const end = rest.search(/[\s/]/);
  return (end < 0 ? rest : rest.slice(0, end)).includes("@");
}
