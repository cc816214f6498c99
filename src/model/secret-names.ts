/** Words that make a name look like a secret's wherever they stand in it. */
const ANYWHERE = /passw|passphrase|secret|token|credential|private/i;

/**
 * Words that do so only when they stand alone: "key" is in "monkey", "pass" in "passive" and "auth" in "author". Some do so as the last word
 * alone: OAUTH_URL and SAS_EXPIRY_DAYS are ordinary settings.
 */
const ALONE = /(?:^|_)(?:pwd|pass|key|apikey|pin|bearer|cookie|kennwort|(?:authorization|sas|oauth2?|jwt|otp)$)(?:_|$)/i;

/**
 * An address with a password or a token in it, what a header of a request says, a connection text with one, a token or a key in PEM form.
 * By what stands in every text that a pattern finds: nearly no value has it, and a pattern that is never asked is never compiled, which
 * takes longer than all that a short run asks of it.
 */
export const IN_VALUE: readonly { readonly holds: (text: string) => boolean; readonly patterns: readonly RegExp[] }[] = [
  {
    // a licence server (27000@host) and a mail address have none before it
    holds: (text) => text.includes(":") && text.includes("@", text.indexOf(":")),
    patterns: [
      /[a-z0-9+.-]:\/\/[^\s/?#@]{0,256}:[^\s@]{1,256}@/i,
      /[a-z0-9+.-]:\/\/[^\s/?#@:]{16,256}@/i,
      /:thin:[^\s/@]{1,64}\/[^\s@]{1,64}@/i,
    ],
  },
  {
    holds: (text) =>
      /(?:passw(?:or)?d|passphrase|pwd|pass|secret|token|key|signature|sig|sas|jwt|bearer|assertion|otp|credential|code|auth)\s{0,8}=/i.test(
        text,
      ),
    patterns: [
      /(?:^|[^a-z])(?:passw(?:or)?d|passphrase|pwd|pass|secret|token|(?:api|account|access|shared_?access)_?key|shared_?access_?signature)\s{0,8}=\s{0,8}[^\s;&]/i,
      // in the query of an address: a signature (RFC 3986 says nothing of it, every object store signs so), or a long key under a short name
      /(?:^|[?&;])(?:sig|sas)=[^\s&]|[?&;](?:jwt|bearer|assertion|otp|(?:oauth_|x-[a-z]{2,8}-)?(?:signature|credential))=[^\s&]/i,
      /[?&](?:key|code|auth)=[^\s&#]{16}/i,
    ],
  },
  {
    holds: (text) => /b(?:earer|asic) |authorization/i.test(text),
    patterns: [
      /^(?:bearer|basic) {1,8}\S/i,
      /(?:^|[^a-z])(?:authorization\s{0,8}[:=]\s{0,8}[a-z]{1,16}|bearer(?= {1,8}[a-z_~+/-]{0,64}[0-9.])) {1,8}\S/i,
    ],
  },
  {
    // tokens that tell themselves: a signed JSON one (RFC 7519) begins with the letters of '{"', others with the name of their maker
    holds: (text) => /eyJ|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|-----BEGIN/.test(text),
    patterns: [
      /(?:^|[^\w-])eyJ[\w-]{8,2048}\.[\w-]{8}/,
      /(?:^|[^\w-])(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-)[\w-]{16}/,
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/,
    ],
  },
];

/** What one of them has to hold at least, whichever it is: one look for nearly every value. */
const ANY_IN_VALUE = /[@=]|b(?:earer|asic) |authorization|eyJ|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|-----BEGIN/i;

const inValue = (text: string): boolean =>
  ANY_IN_VALUE.test(text) &&
  IN_VALUE.some(({ holds, patterns }) => holds(text) && patterns.some((pattern) => pattern.test(text)));

/** The same without the scheme of an address: user:password@host. A mail address has no password, and 27000@host is a port. */
export const SHORT =
  /(?:^|[\s,;=("'<])(?!(?:mailto|sips?|xmpp|acct|urn):)[^\s/:@\\,;=("'<]{1,64}:[^\s/:@\\]{1,64}@[a-z0-9[][^\s/:@\\,;)"'>]{0,253}(?=$|[\s/:,;)"'>])/i;

/** What all that `SHORT` finds has in it; a licence server (27000@host) and a mail address have not, and the long pattern is not made for them. */
const BEFORE_HOST = /:[^\s/:@\\]{1,64}@/;

/** What stands before the value in a line of YAML or properties: "PORT:27000@host" holds no password. */
const KEY_OF_LINE = /^\s*[\w.$-]{1,128}\s{0,8}[:=]/;

/** True for a key whose value is not shown, declared a secret or not: somebody may have typed one in by hand. */
export function looksSecret(key: string): boolean {
  if (ANYWHERE.test(key)) return true;
  const parts = key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[^A-Za-z0-9]+/g, "_");
  return ALONE.test(parts);
}

/** A name with a separator and a value after it, however the words between them read; "password: { env: NAME }" says none. */
const ASSIGNS = new RegExp(`(?:${ANYWHERE.source}|pwd|api[_-]?key)[^:=]*[:=]\\s*[^\\s{]`, "i");

const NAMED = /([A-Za-z0-9_.$-]{1,128})["']?\s{0,8}[:=]\s{0,8}[^\s{]/g;

/** A user name or password before a host. */
const CREDENTIALS = /:\/\/[^\s/@]*@/;

/** In a line longer than this nobody looks where the value begins, which would take the square of its length. */
const LONG = 4_096;

/** True for a line of YAML or properties that gives a value to a key that looks like a secret, or that carries credentials: it is not quoted. */
export function saysSecret(line: string): boolean {
  if (CREDENTIALS.test(line)) return true;
  if (line.length > LONG) return ANYWHERE.test(line) || /pwd|api[_-]?key/i.test(line);
  if (ASSIGNS.test(line) || inValue(line) || SHORT.test(line.replace(KEY_OF_LINE, ""))) return true;
  // "key" alone is a word of our own documents
  return [...line.matchAll(NAMED)].some(([, name = ""]) => name.toLowerCase() !== "key" && looksSecret(name));
}

/** True for a value that carries credentials itself, whatever its key is called. */
export const carriesSecret = (value: string): boolean => inValue(value) || (BEFORE_HOST.test(value) && SHORT.test(value));

/** True for what no output shows: the name says that it is a secret, or the value carries one. */
export const mayBeSecret = (key: string, value: string): boolean => looksSecret(key) || carriesSecret(value);
