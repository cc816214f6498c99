import { generateKeyPairSync } from "node:crypto";
import { der, extension, nameOf, sequence, signCertificate, validity, YES } from "../../src/platform/der.ts";
import type { ServerCertificate } from "../../src/platform/own-certificate.ts";

export { selfSigned, type ServerCertificate } from "../../src/platform/own-certificate.ts";

/** One that was valid in 2020, and is its own authority. */
export function expired(name: string): ServerCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const fields = {
    serial: Buffer.from([8]),
    issuer: nameOf(name),
    valid: validity("200101000000", "201231235959"),
    subject: nameOf(name),
    key: publicKey,
    extensions: [extension("551d13", sequence(YES), true), extension("551d11", sequence(der(0x82, Buffer.from(name))))],
  };
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { key, cert: signCertificate(fields, privateKey) };
}
