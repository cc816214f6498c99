/** Words that make a name look like a secret's wherever they stand in it. */
const ANYWHERE = /passw|passphrase|secret|token|credential|private/i;

/** Words that do so only when they stand alone: "key" is in "monkey", "pass" in "passive" and "auth" in "author". */
const ALONE = /(?:^|_)(?:pwd|pass|key|apikey|pin|bearer|cookie|kennwort|authorization$)(?:_|$)/i;

/** An address with a password or a token before the host, what a header of a request says, a connection text with one, or a key in PEM form. */
const IN_VALUE = [
  /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#@]{0,256}:[^\s@]{1,256}@/i,
  /(?:^|[^a-z])(?:password|passwd|pwd|secret|access_token|api_?key|token)\s{0,8}=\s{0,8}[^\s;&]/i,
  /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#@:]{16,256}@/i,
  /:thin:[^\s/@]{1,64}\/[^\s@]{1,64}@/i,
  /^(?:bearer|basic) {1,8}\S/i,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/,
];

/** True for a key whose value is not shown, declared a secret or not: somebody may have typed one in by hand. */
export function looksSecret(key: string): boolean {
  if (ANYWHERE.test(key)) return true;
  const parts = key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[^A-Za-z0-9]+/g, "_");
  return ALONE.test(parts);
}

/** A name with a separator and a value behind it, however the words between them read; "password: { env: NAME }" says none. */
const ASSIGNS = new RegExp(`(?:${ANYWHERE.source}|pwd|api[_-]?key)[^:=]*[:=]\\s*[^\\s{]`, "i");

const NAMED = /([A-Za-z0-9_.$-]{1,128})["']?\s{0,8}[:=]\s{0,8}[^\s{]/g;

/** A user name or password in front of a host. */
const CREDENTIALS = /:\/\/[^\s/@]*@/;

/** In a line longer than this nobody looks where the value begins, which would take the square of its length. */
const LONG = 4_096;

/** True for a line of YAML or properties that gives a value to a key that looks like a secret, or that carries credentials: it is not quoted. */
export function saysSecret(line: string): boolean {
  if (CREDENTIALS.test(line)) return true;
  if (line.length > LONG) return ANYWHERE.test(line) || /pwd|api[_-]?key/i.test(line);
  if (ASSIGNS.test(line) || carriesSecret(line)) return true;
  // "key" alone is a word of our own documents
  return [...line.matchAll(NAMED)].some(([, name = ""]) => name.toLowerCase() !== "key" && looksSecret(name));
}

/** True for a value that carries credentials itself, whatever its key is called. */
export const carriesSecret = (value: string): boolean => IN_VALUE.some((pattern) => pattern.test(value));
