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

const IF_LONG = new Set(["code", "sid", "sessionstate", "key", "auth", "sig", "nonce", "state", "relaystate", "hash"]);
const LONG = 16;

/** `long`: it is one where its value is long. */
type Kind = "secret" | "long" | "none";

function kindOf(name: string): Kind {
  const text = bare(name);
  if (!NONE.has(text) && (WHOLE.has(text) || ENDS.test(text) || AGAIN.test(text))) return "secret";
  return IF_LONG.has(text) ? "long" : "none";
}

const LAST = new Set([..."defghlmnpstwy"].flatMap((one) => [one.charCodeAt(0), one.toUpperCase().charCodeAt(0)]));
const D = [68, 100];
const MOST_DIGITS = 2;

/** By its last letter, and digits after it: most names are told apart so, without a look at the rest. */
function mayBe(name: string): boolean {
  let digits = 0;
  for (let at = name.length - 1; at >= 0; at--) {
    const code = name.charCodeAt(at);
    if (code >= 48 && code <= 57) digits++;
    else if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122))
      return digits === 0 ? LAST.has(code) : digits <= MOST_DIGITS && D.includes(code);
  }
  return false;
}

/** The same few names stand in every message, and are asked about again and again. */
const asked = new Map<string, Kind>();
const MOST_ASKED = 20_000;

function kind(name: string): Kind {
  if (!mayBe(name)) return "none";
  const known = asked.get(name);
  if (known !== undefined) return known;
  const is = kindOf(name);
  if (asked.size >= MOST_ASKED) asked.clear();
  asked.set(name, is);
  return is;
}

/** What is called so is a secret. */
export const namesSecret = (name: string): boolean => kind(name) === "secret";

/** The same, or it depends on the value. */
export const mayNameSecret = (name: string): boolean => kind(name) !== "none";

/** What is called so in an address or a form is one where it is long: a code of an error is not. */
export const namesSecretValue = (name: string, value: string): boolean =>
  value.length >= LONG ? mayNameSecret(name) : namesSecret(name);

/** A group whose members have names of their own: a user stands in it beside the password. */
export const namesGroup = (name: string): boolean => /^(?:sso)?cred(?:ential)?s?$/.test(bare(name));
