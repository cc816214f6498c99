import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyPairKeyObjectResult,
} from "node:crypto";

const made = new Map<number, KeyPairKeyObjectResult>();

/** An RSA key pair, another one for each number. Making one takes up to half a second, so that the test files of a worker share them. */
export function rsaKeys(number = 1): KeyPairKeyObjectResult {
  const keys = made.get(number) ?? generateKeyPairSync("rsa", { modulusLength: 2048 });
  made.set(number, keys);
  return keys;
}

/** The same in text. */
export function rsaPems(number = 1): { readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = rsaKeys(number);
  return {
    publicKey: publicKey.export({ type: "spki", format: "pem" }) as string,
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

/**
 * Makes a key pair and returns both keys as JSON web keys. Node 20 waits for itself for ever if it collects garbage while it writes such a key of
 * a pair that it has just made: the pair's job and its key share one lock. A key that was read from PEM has a lock of its own.
 */
export function newJwks(kind: "RS256" | "ES256"): { readonly publicKey: JsonWebKey; readonly privateKey: JsonWebKey } {
  const publicKeyEncoding = { type: "spki", format: "pem" } as const;
  const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const;
  const pems =
    kind === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding })
      : generateKeyPairSync("ec", { namedCurve: "P-256", publicKeyEncoding, privateKeyEncoding });
  return {
    publicKey: createPublicKey(pems.publicKey).export({ format: "jwk" }),
    privateKey: createPrivateKey(pems.privateKey).export({ format: "jwk" }),
  };
}
