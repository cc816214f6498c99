import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signatureFrom, signatureHolds, signingKey, signManifest, verifyingKey } from "../../../src/deploy/bundle/signature.ts";
import { commandWords } from "../../../src/deploy/commands/bundle/signing.ts";
import { rsaKeys } from "../../support/keys.ts";

const rsa = rsaKeys();
const pem = (key: KeyObject, type: "pkcs8" | "spki" | "pkcs1"): Buffer =>
  Buffer.from(key.export({ type, format: "pem" } as never) as string);
const MANIFEST = Buffer.from('{"schema":"tierwright/bundle/v1"}\n');

describe("[D1] a key that signs", () => {
  test("is RSA in PKCS#8, and the same key makes the same signature every time", () => {
    const key = signingKey(pem(rsa.privateKey, "pkcs8"), "signing.key");
    const signature = signManifest(MANIFEST, key);
    expect(signature).toHaveLength(256);
    expect(signManifest(MANIFEST, key)).toEqual(signature);
    const pub = verifyingKey(pem(rsa.publicKey, "spki"), "signing.pub");
    expect(signatureHolds(MANIFEST, signature, pub)).toBe(true);
    expect(signatureHolds(Buffer.from("{}"), signature, pub)).toBe(false);
  });

  const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const edwards = generateKeyPairSync("ed25519");
  const locked = rsa.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }) as string;
  test.each([
    ["of 1024 bits", pem(short.privateKey, "pkcs8"), /has 1024 bits; at least 2048/],
    ["on an elliptic curve", pem(elliptic.privateKey, "pkcs8"), /is an ec key.*RSA/],
    [
      "of Ed25519, which Windows PowerShell cannot check",
      pem(edwards.privateKey, "pkcs8"),
      /is an ed25519 key.*every Windows PowerShell/,
    ],
    ["in PKCS#1", pem(rsa.privateKey, "pkcs1"), /'RSA PRIVATE KEY'; a PKCS#8/],
    ["that is encrypted", Buffer.from(locked), /is encrypted/],
    ["that is the public one", pem(rsa.publicKey, "spki"), /'PUBLIC KEY'; a PKCS#8/],
    ["that is no PEM", Buffer.from("hello"), /no PEM key/],
    [
      "that is damaged",
      Buffer.from("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"),
      /cannot be read as a private key/,
    ],
  ])("is refused with why: one %s", (_, bytes, words) => {
    expect(() => signingKey(bytes, "signing.key")).toThrow(words);
  });

  test("is in no message", () => {
    const secret = pem(short.privateKey, "pkcs8").toString().split("\n")[1] ?? "";
    expect(secret.length).toBeGreaterThan(20);
    expect(() => signingKey(pem(short.privateKey, "pkcs8"), "k")).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    );
  });

  test.each([
    ["the private key", pem(rsa.privateKey, "pkcs8"), /is a private key/],
    ["a short key", pem(short.publicKey, "spki"), /1024 bits/],
    ["another kind", pem(edwards.publicKey, "spki"), /ed25519/],
    ["no key", Buffer.from("hello"), /cannot be read as a public key/],
  ])("is checked with a public RSA key; refused is %s", (_, bytes, words) => {
    expect(() => verifyingKey(bytes, "signing.pub")).toThrow(words);
  });
});

describe("[D1] what a signing program prints", () => {
  const raw = signManifest(MANIFEST, rsa.privateKey);
  const base64 = raw.toString("base64");
  test.each([
    ["raw", raw],
    ["in hex", Buffer.from(raw.toString("hex"))],
    ["in capital hex with a line end", Buffer.from(`${raw.toString("hex").toUpperCase()}\r\n`)],
    ["in base64", Buffer.from(base64)],
    ["in base64 of 64 columns", Buffer.from(base64.replace(/.{64}/g, "$&\n"))],
  ])("is understood %s", (_, bytes) => {
    expect(signatureFrom(bytes)).toEqual(raw);
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["words", Buffer.from("please insert the card\n")],
    ["a short signature", Buffer.from(raw.subarray(0, 64).toString("hex"))],
    ["a short raw one", raw.subarray(0, 100)],
    ["far too much", Buffer.alloc(5000, 0x80)],
  ])("is no signature: %s", (_, bytes) => {
    expect(signatureFrom(bytes)).toBe(null);
  });

  test("comes from a command line without a shell: quotes keep blanks, nothing else has a meaning", () => {
    expect(commandWords('"C:\\Program Files\\sign tool.exe" --slot 9a  $(id) ; *')).toEqual([
      "C:\\Program Files\\sign tool.exe",
      "--slot",
      "9a",
      "$(id)",
      ";",
      "*",
    ]);
    expect(commandWords('a --pin="1 2"')).toEqual(["a", "--pin=1 2"]);
    expect(() => commandWords("  ")).toThrow(/cannot be/);
    expect(() => commandWords('a "b')).toThrow(/cannot be/);
  });
});
