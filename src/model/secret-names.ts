/** Words that make a name look like a secret's wherever they stand in it. */
const ANYWHERE = /passw|passphrase|secret|token|credential|private/i;

/** Words that do so only when they stand alone: "key" is in "monkey", "pass" in "passive" and "auth" in "author". */
const ALONE = /(?:^|_)(?:pwd|pass|key|apikey|pin)(?:_|$)/i;

/** An address with a password in it, a connection text with one, or a key in PEM form. */
const IN_VALUE = [
  /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#@]{0,256}:[^\s@]{1,256}@/i,
  /(?:^|[^a-z])(?:password|passwd|pwd|secret|access_token|api_?key|token)\s{0,8}=\s{0,8}[^\s;&]/i,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/,
];

/** True for a key whose value is not shown, declared a secret or not: somebody may have typed one in by hand. */
export function looksSecret(key: string): boolean {
  if (ANYWHERE.test(key)) return true;
  const parts = key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[^A-Za-z0-9]+/g, "_");
  return ALONE.test(parts);
}

/** True for a value that carries credentials itself, whatever its key is called. */
export const carriesSecret = (value: string): boolean => IN_VALUE.some((pattern) => pattern.test(value));
