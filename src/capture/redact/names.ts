/** A name as it is compared: case, separators and a prefix do not count. */
const bare = (name: string): string =>
  name
    .slice(name.lastIndexOf(":") + 1)
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");

const ENDS =
  /(?:password|passwd|passphrase|passwort|pwd|secret|token|ticket|credential|apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|authkey|jsessionid|sessionid|samlresponse|samlassertion|assertion|authorization|signature)s?$/;
/** password1, passwordConfirm, newPasswordAgain: what a form asks for twice. */
const AGAIN =
  /^(?:new|old|current|user|login|admin)?(?:password|passwd|pwd)(?:\d{1,2}|confirm|confirmation|again|repeat|repeated|verify|retype)$/;
const WHOLE = new Set(["pass", "pw", "pin", "otp", "totp", "passcode", "cred", "creds", "jsession", "csrf", "xsrf"]);
/** Their end says that they speak about a secret, and are none. */
const NONE = new Set(["maxtoken", "maxtokens", "numtokens"]);

/** The same few names stand in every message, and are asked about again and again. */
const asked = new Map<string, boolean>();
const MOST_ASKED = 20_000;

/** What is called so is a secret. */
export function namesSecret(name: string): boolean {
  const known = asked.get(name);
  if (known !== undefined) return known;
  const text = bare(name);
  const is = !NONE.has(text) && (WHOLE.has(text) || ENDS.test(text) || AGAIN.test(text));
  if (asked.size >= MOST_ASKED) asked.clear();
  asked.set(name, is);
  return is;
}

const IF_LONG = new Set(["code", "sid", "sessionstate", "key", "auth", "sig", "nonce", "state", "relaystate", "hash"]);
const LONG = 16;

/** What is called so in an address or a form is one where it is long: a code of an error is not. */
export const namesSecretValue = (name: string, value: string): boolean =>
  namesSecret(name) || (value.length >= LONG && IF_LONG.has(bare(name)));

/** A group whose members have names of their own: a user stands in it beside the password. */
export const namesGroup = (name: string): boolean => /^(?:sso)?cred(?:ential)?s?$/.test(bare(name));
