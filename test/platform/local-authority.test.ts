import { X509Certificate } from "node:crypto";
import tls from "node:tls";
import { expect, test } from "vitest";
import { localAuthority } from "../../src/platform/local-authority.ts";

const AT = new Date("2026-11-22T12:00:00Z");
const HOSTS = ["plm.example.com", "10.20.0.1", "fd00::1", `${"a".repeat(60)}.example.com`];

test("[G2] a certificate of the capture's authority is for one host, which it signed, for a year", () => {
  const authority = localAuthority(HOSTS, AT);
  const ca = new X509Certificate(authority.certificate);
  expect([ca.ca, ca.verify(ca.publicKey), ca.checkIssued(ca)]).toEqual([true, true, true]);
  for (const host of HOSTS) {
    const { cert, key } = authority.identity(host);
    const server = new X509Certificate(cert);
    expect([server.ca, server.verify(ca.publicKey), server.checkIssued(ca)]).toEqual([false, true, true]);
    expect(host.includes("example") ? server.checkHost(host) : server.checkIP(host)).toBe(host);
    expect(server.checkHost("other.example.com")).toBeUndefined();
    expect(server.keyUsage).toContain("1.3.6.1.5.5.7.3.1");
    expect([server.validFrom, server.validTo]).toEqual(["Nov 21 12:00:00 2026 GMT", "Nov 22 12:00:00 2027 GMT"]);
    expect(() => tls.createSecureContext({ cert, key })).not.toThrow();
  }
});

test("two captures have two authorities, and no certificate has the number of another", () => {
  const [one, other] = [localAuthority(HOSTS, AT), localAuthority(HOSTS, AT)];
  const certificates = [one.certificate, other.certificate, one.identity("a").cert, one.identity("a").cert];
  expect(new Set(certificates.map((text) => new X509Certificate(text).serialNumber)).size).toBe(4);
  expect(new X509Certificate(one.certificate).fingerprint256).not.toBe(new X509Certificate(other.certificate).fingerprint256);
});
