import { generateKeyPairSync } from "node:crypto";
import { der, extension, nameOf, sequence, signed, validity, YES } from "./der.ts";

/* A certificate that nobody knows: for the control of a check of certificates, and for servers of tests. No key lies anywhere, and no program is needed. */

export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for these DNS names (X.509 v3, RFC 5280), valid from 2020 to 2049; it is its own authority. */
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
    cert: signed(fields, privateKey),
  };
}
