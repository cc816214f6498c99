import { generateKeyPairSync } from "node:crypto";
import { der, extension, nameOf, sequence, signCertificate, validity, YES } from "./der.ts";

/*
 * A certificate and key without a trusted issuer: for the control of a certificate check, and for test servers. Its key is never stored,
 * and creating it needs no program.
 */

export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Returns a self-signed certificate for DNS names (X.509 v3, RFC 5280), valid from 2020 to 2049. */
export function selfSigned(...names: readonly string[]): ServerCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = nameOf(names[0] ?? "nobody");
  const alternatives = sequence(...names.map((dns) => der(0x82, Buffer.from(dns))));
  const fields = {
    serial: Buffer.from([7]),
    issuer: name,
    valid: validity("200101000000", "491231235959"),
    subject: name,
    key: publicKey,
    extensions: [extension("551d13", sequence(YES), true), extension("551d11", alternatives)],
  };
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: signCertificate(fields, privateKey),
  };
}
