import { generateKeyPairSync, sign } from "node:crypto";

/* A certificate that nobody knows: for the control of a check of certificates, and for servers of tests. No key lies anywhere, and no program is needed. */

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

const ECDSA_SHA256 = sequence(oid("2a8648ce3d040302"));
const YES = der(0x01, Buffer.from([0xff]));
const nameOf = (common: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(common)))));
const extension = (id: string, value: Buffer, critical = false) =>
  sequence(oid(id), ...(critical ? [YES] : []), der(0x04, value));

export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for these DNS names (X.509 v3, RFC 5280), valid from 2020 to 2049; it is its own authority. */
export function selfSigned(...names: readonly string[]): ServerCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = nameOf(names[0] ?? "nobody");
  const alternatives = sequence(...names.map((dns) => der(0x82, Buffer.from(dns))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([7])),
    ECDSA_SHA256,
    name,
    sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("491231235959Z"))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension("551d13", sequence(YES), true), extension("551d11", alternatives))),
  );
  const signature = sign("sha256", body, privateKey);
  const cert = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature)).toString("base64");
  const lines = cert.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
  };
}
