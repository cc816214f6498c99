import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { der, extension, nameOf, sequence, signCertificate, validity, YES } from "./der.ts";
import type { LocalAuthority, ServerIdentity } from "./wire.ts";

/*
 * The certificate authority of one capture (docs/recording.md#tls). Its key and the keys of its servers exist only in this process and are
 * never written, so that nobody can sign with the trusted certificate after the capture. It is restricted to the recorded hosts.
 */

const DAY = 24 * 60 * 60 * 1000;
/**
 * The time in milliseconds for which certificates are valid before (`BEFORE`) and after (`AFTER`) the start of the recording: clocks of two
 * machines differ, and no recording lasts longer than a year.
 */
const BEFORE = DAY;
const AFTER = 365 * DAY;
/** The greatest length of a common name (RFC 5280, appendix A). */
const LONGEST_NAME = 64;

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const time = (at: number) => new Date(at).toISOString().slice(2, 19).replace(/[-T:]/g, "");
/** Returns a random positive serial number of 16 bytes, of the twenty that X.509 allows. */
const serial = () => Buffer.concat([Buffer.from([0x40]), randomBytes(15)]);
const idOf = (key: KeyObject) =>
  createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();

/** Returns the 4 or 16 bytes of an IP address. */
function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  // the URL parser normalizes every notation of an address
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const [head = [], tail = []] = groups.map((half) => (half === "" ? [] : half.split(":")));
  const middle = groups.length === 1 ? [] : Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return Buffer.from([...head, ...middle, ...tail].map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** Returns a host as an alternative name of a certificate. */
const alternative = (host: string) => (isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, bytesOf(host)));
/** Returns a host as a name constraint of an authority; an address includes its mask. */
function permitted(host: string): Buffer {
  if (isIP(host) === 0) return sequence(der(0x82, Buffer.from(host)));
  const address = bytesOf(host);
  return sequence(der(0x87, address, Buffer.alloc(address.length, 0xff)));
}

/** Creates a certificate authority that is restricted to the given hosts. */
export function localAuthority(hosts: readonly string[], at: Date): LocalAuthority {
  const { privateKey, publicKey } = newKey();
  const began = time(at.getTime() - BEFORE);
  const valid = validity(began, time(at.getTime() + AFTER));
  const issuer = nameOf(`tierwright recording ${at.toISOString().slice(0, 19)}Z`);
  const id = idOf(publicKey);
  const fields = {
    serial: serial(),
    issuer,
    valid,
    subject: issuer,
    key: publicKey,
    extensions: [
      extension("551d13", sequence(YES, der(0x02, Buffer.from([0]))), true), // the certificate is an authority's, and no authority can be below it
      extension("551d0f", der(0x03, Buffer.from([1, 0x06])), true), // the key can sign certificates and revocation lists
      extension("551d0e", der(0x04, id)),
      extension("551d1e", sequence(der(0xa0, ...hosts.map(permitted))), true),
    ],
  };
  return {
    certificate: signCertificate(fields, privateKey),
    identity(host): ServerIdentity {
      const own = newKey();
      const server = {
        serial: serial(),
        issuer,
        valid,
        subject: nameOf(host.length > LONGEST_NAME ? "tierwright recording" : host),
        key: own.publicKey,
        extensions: [
          extension("551d13", sequence(), true),
          extension("551d0f", der(0x03, Buffer.from([7, 0x80])), true), // the key can make digital signatures
          extension("551d25", sequence(der(0x06, Buffer.from("2b06010505070301", "hex")))), // the certificate is for TLS servers
          extension("551d11", sequence(alternative(host))),
          extension("551d0e", der(0x04, idOf(own.publicKey))),
          extension("551d23", sequence(der(0x80, id))),
        ],
      };
      return {
        key: own.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
        cert: signCertificate(server, privateKey),
      };
    },
  };
}
