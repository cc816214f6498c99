import { asUtf8 } from "./names.ts";
import { holdsPlainSecret } from "./values.ts";

/** The spelling of a secret in a text: plain, percent-encoded as in an address, or in base64. */
export type SecretSpelling = "plain" | "percent" | "base64";

const ENTITY = /&(?:(quot|apos|lt|gt|amp)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  amp: "&",
};

function withoutEntities(text: string): string | null {
  if (!text.includes("&")) return null;
  const plain = text.replace(ENTITY, (entity, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return name === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : entity) : (CHARACTERS[name] ?? entity);
  });
  return plain === text ? null : plain;
}

const PERCENT = /%[0-9A-Fa-f]{2}/;
/** The most levels of percent-encoding that are decoded: an address in an address in an address, as in a redirect after a sign-in. */
const MOST_PERCENTS = 3;

/** Returns the text percent-decoded; null if it has no escape or its bytes are not UTF-8. A percent sign without an escape is kept. */
function withoutPercents(text: string): string | null {
  if (!text.includes("%") || !PERCENT.test(text)) return null;
  try {
    return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"));
  } catch {
    return null;
  }
}

/** Base64 (RFC 4648, sections 4 and 5) of at least 12 bytes that is not part of a longer word, path or name. */
const BASE64 = /(?<![A-Za-z0-9+/_.-])[A-Za-z0-9+/_-]{16,4096}={0,2}(?![A-Za-z0-9+/_=.-])/g;
/** A text of characters that a person can type. */
const TYPED = /^[\t\n\r\x20-\x7e\u00a0-\ufffd]+$/;
/** The decoded credentials of HTTP's basic scheme (RFC 7617), without the name of the scheme. */
const USER_AND_PASSWORD = /^[A-Za-z0-9_.@+\\-]{1,64}:(?!\/\/)[^ \t\r\n:]{6,128}$/;

function base64Decoded(text: string): readonly string[] {
  const found: string[] = [];
  if (text.length < 16) return found;
  BASE64.lastIndex = 0;
  for (let match = BASE64.exec(text); match; match = BASE64.exec(text)) {
    const bare = match[0].endsWith("==") ? match[0].slice(0, -2) : match[0].endsWith("=") ? match[0].slice(0, -1) : match[0];
    if (bare.length % 4 === 1) continue;
    const decoded = Buffer.from(bare, "base64").toString("utf8"); // Buffer decodes the standard and the URL-safe base64 alphabet
    if (!decoded.includes("\ufffd") && TYPED.test(decoded)) found.push(decoded);
  }
  return found;
}

function spellingOf(written: string): SecretSpelling | null {
  const text = asUtf8(written);
  if (holdsPlainSecret(text)) return "plain";
  const plain = withoutEntities(text);
  if (plain !== null && holdsPlainSecret(plain)) return "plain";
  let read = plain ?? text;
  for (let depth = 0; depth < MOST_PERCENTS; depth++) {
    const percent = withoutPercents(read);
    if (percent === null) break;
    if (holdsPlainSecret(percent)) return "percent";
    read = percent;
  }
  const decoded = base64Decoded(read);
  return decoded.some((inner) => holdsPlainSecret(inner) || USER_AND_PASSWORD.test(inner)) ? "base64" : null;
}

/**
 * The cache of texts without a secret, because most values of an environment occur in others, too. It is bounded, so that a large
 * repository does not fill the memory.
 */
const harmless = new Set<string>();
const MOST_KNOWN = 1_000;
const LONGEST_KNOWN = 200;

/** An address that consists of scheme, host and port only, as most addresses of an environment do. */
const HOST_ALONE = /^[a-z]{1,8}:\/\/[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8}(?::\d{1,5})?\/?$/;

/** Returns the spelling of the first secret in a text; null if none is found. */
export function secretSpelling(text: string): SecretSpelling | null {
  if (harmless.has(text) || HOST_ALONE.test(text)) return null;
  const spelling = spellingOf(text);
  if (spelling === null && text.length <= LONGEST_KNOWN && harmless.size < MOST_KNOWN) {
    // a copy, because a slice of a document would keep the whole document in memory
    const own = Buffer.from(text).toString();
    if (own === text) harmless.add(own);
  }
  return spelling;
}
