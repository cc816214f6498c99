import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";

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
