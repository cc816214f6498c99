import { NOT_SHOWN } from "../diagnostic/text.ts";

/*
 * A log may hold passwords, tickets and secrets, and what is printed of it is copied into mails and tickets. A line is shown without them;
 * the log itself is never changed.
 */

const KEY =
  "[\\w.-]{0,80}(?:passw(?:or)?d|passphrase|pwd|secret|token|api_?-?key|credential|authorization|cookie|ticket|kennwort)\\w{0,40}";

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // an attribute, a JSON member, a setting in quotes
  [new RegExp(`(${KEY}["']?\\s{0,3}[=:]\\s{0,3})(["'])(?:\\\\.|(?!\\2)[^\\\\\\n])*\\2?`, "gi"), `$1$2${NOT_SHOWN}$2`],
  // an element
  [new RegExp(`(<(?:[\\w.-]{1,40}:)?${KEY}(?:\\s[^<>]{0,200})?>)[^<]*`, "gi"), `$1${NOT_SHOWN}`],
  // a setting, a header, a query: a value may have spaces, so that it goes to the end of the line
  [new RegExp(`(${KEY}\\s{0,3}[=:]\\s{0,3})(?!["'\\s(])[^&<\\n]+`, "gi"), `$1${NOT_SHOWN}`],
  [/([?&](?:code|state|session_state|SAMLResponse|jsessionid)=)[^&\s"'<>]+/gi, `$1${NOT_SHOWN}`],
  [/(\b(?:Basic|Bearer)\s{1,3})[\w+/=.~-]{6,}/g, `$1${NOT_SHOWN}`],
  [/(:\/\/[^\s/:@"']{1,100}:)[^\s/@"']+(?=@)/g, `$1${NOT_SHOWN}`],
  // what is long and has no words in it: keys, signatures, tickets
  [/[A-Za-z0-9+/_-]{60,}={0,2}/g, NOT_SHOWN],
];

/** A line of a log without what opens something. */
export function withoutSecrets(line: string): string {
  let shown = line;
  for (const [pattern, kept] of PATTERNS) shown = shown.replace(pattern, kept);
  return shown;
}
