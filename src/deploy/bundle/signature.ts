import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { contentRefused, isRefusal } from "../../kernel/index.ts";

/** The smallest accepted RSA key in bits: shorter keys can be factored, now or soon. */
export const SHORTEST_KEY = 2048;
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----/;

const PRIVATE_HELP = "an RSA key in PKCS#8: `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out signing.key`";
const PUBLIC_HELP = "the public half of the signing key: `openssl pkey -in signing.key -pubout -out signing.pub`";

function judged(key: KeyObject, what: string, help: string): KeyObject {
  if (key.asymmetricKeyType !== "rsa") {
    throw contentRefused(
      `${what} is an ${key.asymmetricKeyType ?? "unknown"} key: bundles are signed with RSA, the only kind that every Windows PowerShell can verify`,
      null,
      help,
    );
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < SHORTEST_KEY) throw contentRefused(`${what} has ${bits} bits; at least ${SHORTEST_KEY} are needed`, null, help);
  return key;
}

/** Reads a private signing key: unencrypted PKCS#8 PEM, RSA. Throws Refusal; no message contains the key's text. */
export function signingKey(pem: Uint8Array, name: string): KeyObject {
  const text = Buffer.from(pem).toString("latin1");
  const label = BLOCK.exec(text)?.[1];
  if (label === "ENCRYPTED PRIVATE KEY") {
    throw contentRefused(
      `${name} is encrypted; Tierwright asks for no passphrase`,
      null,
      "use --sign-command with a program that holds the key, or decrypt it into a place that only you can read",
    );
  }
  if (label !== "PRIVATE KEY") {
    const found = label === undefined ? "no PEM key" : `a PEM '${label}'`;
    throw contentRefused(`${name} is ${found}; a PKCS#8 'PRIVATE KEY' is needed`, null, PRIVATE_HELP);
  }
  try {
    return judged(createPrivateKey(text), name, PRIVATE_HELP);
  } catch (error) {
    if (isRefusal(error, 1)) throw error;
    throw contentRefused(`${name} cannot be read as a private key`, null, PRIVATE_HELP);
  }
}

/** Reads a public key: PEM 'PUBLIC KEY' or a certificate, RSA. Throws Refusal. */
export function verifyingKey(pem: Uint8Array | string, name: string): KeyObject {
  const text = typeof pem === "string" ? pem : Buffer.from(pem).toString("latin1");
  const label = BLOCK.exec(text)?.[1] ?? "";
  if (label.endsWith("PRIVATE KEY")) {
    throw contentRefused(
      `${name} is a private key; name the public key instead, and do not copy the private one`,
      null,
      PUBLIC_HELP,
    );
  }
  try {
    return judged(createPublicKey(text), name, PUBLIC_HELP);
  } catch (error) {
    if (isRefusal(error, 1)) throw error;
    throw contentRefused(`${name} cannot be read as a public key`, null, PUBLIC_HELP);
  }
}

const BEGIN = /-----BEGIN [A-Z0-9 ]+-----/g;
const END = /-----END [A-Z0-9 ]+-----/g;

/**
 * Returns the PEM blocks of a text, each from a BEGIN line to the next END line. Stops at the first BEGIN without an END, which keeps the
 * scan in linear time.
 */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  for (let at = 0; ; ) {
    BEGIN.lastIndex = at;
    const begin = BEGIN.exec(text);
    END.lastIndex = BEGIN.lastIndex;
    const end = begin && END.exec(text);
    if (!begin || !end) return blocks;
    at = end.index + end[0].length;
    blocks.push(text.slice(begin.index, at));
  }
}

/** Reads every public key of a PEM file: one, or the old and the new key while signing keys are changed. Throws Refusal. */
export function verifyingKeys(pem: Uint8Array, name: string): readonly KeyObject[] {
  const text = Buffer.from(pem).toString("latin1");
  const blocks = blocksOf(text);
  return (blocks.length > 0 ? blocks : [text]).map((block) => verifyingKey(block, name));
}

/** Returns the detached signature over a manifest's bytes: RSA PKCS#1 v1.5 with SHA-256, which gives equal bytes for equal input. */
export const signManifest = (manifest: Uint8Array, key: KeyObject): Buffer => sign("sha256", manifest, key);

/** Returns whether `signature` was made over exactly the bytes of `manifest` with the private half of `key`. */
export function signatureHolds(manifest: Uint8Array, signature: Uint8Array, key: KeyObject): boolean {
  try {
    return verify("sha256", manifest, key, signature);
  } catch {
    return false;
  }
}

/**
 * Decodes the output of a signing program: raw, hexadecimal or base64.
 * @returns null if it is none of them, or has fewer than 256 bytes (a signature of a 2048-bit RSA key) or more than 2,048
 */
export function signatureFrom(output: Uint8Array): Buffer | null {
  const bytes = Buffer.from(output);
  const text = bytes.toString("latin1").replace(/[\r\n\t ]+/g, "");
  const printable = /^[\x20-\x7e\r\n\t]*$/.test(bytes.toString("latin1"));
  if (printable && /^([0-9a-fA-F]{2})+$/.test(text)) return sized(Buffer.from(text, "hex"));
  if (printable && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return sized(Buffer.from(text, "base64"));
  return printable ? null : sized(bytes);
}

const sized = (bytes: Buffer): Buffer | null => (bytes.length >= SHORTEST_KEY / 8 && bytes.length <= 2048 ? bytes : null);
