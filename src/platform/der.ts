import { type KeyObject, sign } from "node:crypto";

/*
 * The part of X.509 v3 (RFC 5280), in DER (X.690), that the certificates need which Tierwright creates (RFC 5280) that a certificate of our
 * own needs, in DER (X.690).
 */

export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}
export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
export const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
export const YES: Buffer = der(0x01, Buffer.from([0xff]));

/** Returns a distinguished name that consists of a common name only. */
export const nameOf = (common: string): Buffer => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(common)))));
/** Returns a certificate's validity in UTC, in the form with two-digit years, which X.509 uses until 2049. */
export const validity = (from: string, to: string): Buffer =>
  sequence(der(0x17, Buffer.from(`${from}Z`)), der(0x17, Buffer.from(`${to}Z`)));
export const extension = (id: string, value: Buffer, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [YES] : []), der(0x04, value));

const ECDSA_SHA256 = sequence(oid("2a8648ce3d040302"));

export interface CertificateFields {
  readonly serial: Buffer;
  readonly issuer: Buffer;
  readonly valid: Buffer;
  readonly subject: Buffer;
  readonly key: KeyObject;
  readonly extensions: readonly Buffer[];
}

/** Returns a certificate in PEM for a P-256 key, signed with another P-256 key. */
export function signCertificate({ serial, issuer, valid, subject, key, extensions }: CertificateFields, by: KeyObject): string {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_SHA256,
    issuer,
    valid,
    subject,
    key.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), sign("sha256", body, by))).toString("base64");
  const lines = whole.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
