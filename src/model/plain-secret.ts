import { withoutTrailing } from "../kernel/runs.ts";
import type { Spelling } from "../diagnostic/spelling.ts";
import { PLACEHOLDER } from "./secret.ts";
import { carriesSecret } from "./secret-names.ts";

/** Names that end as a secret's do: TC_PASSWORD, keyStorePassword, API_TOKEN. Others only hold such a word (PASSWORD_EXPIRY_DAYS). */
const ENDS = /(passw(or)?d|passphrase|secret|token|credentials?|(api|private)_?key|(^|[_.-])(pwd|pass|pin))$/i;

const SWITCH = /^(true|false|yes|no|on|off)?$/i;

/** True for a key whose text is a secret, going by the key's name. */
export const namesSecret = (key: string, text: string): boolean => ENDS.test(key) && !SWITCH.test(text.trim());

/** What stands where somebody or something fills a secret in: a placeholder, a reference, a mark or a word that says so. */
const STANDS_IN =
  /^(?:[*.xX•…_-]+|<[^<>]*>|\{\{.*\}\}|\$\{[^}]*\}|\$\([^)]*\)|\$[A-Za-z_]\w*|%[^%\s]+%|@[A-Za-z_.]+@|\[[^\]]*\]|#\{[^}]*\}|none|null|nil|undefined|empty|todo|tbd|redacted|hidden|masked|placeholder|unused\w*|your[-_ ].*)$/i;

export const standsIn = (text: string): boolean => {
  const trimmed = text.trim();
  return SWITCH.test(trimmed) || trimmed.startsWith(PLACEHOLDER) || STANDS_IN.test(trimmed);
};

/**
 * A cheap look at a whole text: without any of these there is nothing in it to be found below. Three patterns, the dear one last and for
 * long texts alone: as one they took a tenth of what a short run does after its start.
 */
const SIGNS = /[=@%]|eyJ|-----BEGIN/i;
const WORDS = /\b(?:bearer|basic|gh[pousr]_|glpat-|xox|authorization)/i;
const LONG_WORD = /[A-Za-z0-9+/_-]{16}/;
export const mayHoldSecret = (text: string): boolean =>
  SIGNS.test(text) || WORDS.test(text) || (text.length >= 16 && LONG_WORD.test(text));

function percentDecoded(text: string): string | null {
  if (!text.includes("%") || !/%[0-9a-f]{2}/i.test(text)) return null;
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch {
    return null;
  }
}

/** Base64 (RFC 4648, 4 and 5) of at least 12 bytes, no part of a longer word, path or name. */
const BASE64 = /(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+/_-]{16,4096}={0,2}(?![A-Za-z0-9+/_=.-])/g;
/** What decodes to text that a person could have typed. */
const TYPED = /^[\t\n\r\x20-\x7e\u00a0-\ufffd]+$/;
/** What HTTP's basic scheme encodes (RFC 7617), without the name of the scheme. */
const USER_AND_PASSWORD = /^[\w.@+-]{1,64}:(?!\/\/)[^\s:]{6,128}$/;

function base64Decoded(text: string): readonly string[] {
  const found: string[] = [];
  BASE64.lastIndex = 0;
  for (let match = BASE64.exec(text); match; match = BASE64.exec(text)) {
    const bare = withoutTrailing(match[0], "=");
    if (bare.length % 4 === 1) continue;
    const decoded = Buffer.from(bare, "base64").toString("utf8"); // reads both alphabets
    if (!decoded.includes("\ufffd") && TYPED.test(decoded)) found.push(decoded);
  }
  return found;
}

/**
 * Texts that hold none, by themselves and wherever they stand: three of four values of an environment are those of others, too. What holds one
 * is not remembered. So many and so long at most, so that a large repository fills no memory.
 */
const harmless = new Set<string>();
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 200;

/** How a text carries a secret in itself, whatever its key is called; null: it carries none that can be seen. */
export function secretInside(text: string): Spelling | null {
  if (harmless.has(text)) return null;
  const spelling = spellingIn(text);
  if (spelling === null && text.length <= LONGEST_REMEMBERED && harmless.size < MOST_REMEMBERED) {
    // a piece of a document would keep the whole of it in memory
    const own = Buffer.from(text).toString();
    if (own === text) harmless.add(own);
  }
  return spelling;
}

function spellingIn(text: string): Spelling | null {
  if (!mayHoldSecret(text)) return null;
  if (carriesSecret(text)) return "plain";
  const percent = percentDecoded(text);
  if (percent !== null && carriesSecret(percent)) return "percent";
  const decoded = base64Decoded(percent ?? text);
  return decoded.some((inner) => carriesSecret(inner) || USER_AND_PASSWORD.test(inner)) ? "base64" : null;
}
