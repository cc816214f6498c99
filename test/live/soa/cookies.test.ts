import { describe, expect, test } from "vitest";
import { CookieJar } from "../../../src/live/soa/cookies.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const [LOGIN, GATEWAY, TIER] = ["https://plm.example.com:7001", "https://plm.example.com:3000", "https://tier.example.com:8443"];
const jarOf = (...origins: readonly string[]) => new CookieJar(origins, () => NOW);
const at = (origin: string, path = "/") => new URL(path, origin);

describe("cookies of a walk", () => {
  const jar = jarOf(LOGIN, GATEWAY, TIER);
  jar.take(at(LOGIN, "/tcsso/weblogin/oidc_redirect"), [
    "STATE=abc; Path=/tcsso; Secure; HttpOnly",
    "FOLDER=def",
    "FOREIGN=1; Domain=example.net",
    "WHOLE=1; Domain=com",
    "WIDE=2; Domain=.example.com; Path=/",
  ]);

  test.each([
    ["below the cookie's path", LOGIN, "/tcsso/weblogin/oidc_callback", "FOLDER=def; STATE=abc; WIDE=2"],
    ["beside it, although the text begins alike", LOGIN, "/tcsso2/x", "WIDE=2"],
    ["on another declared port of the host, as browsers do", GATEWAY, "/tcsso/", "STATE=abc; WIDE=2"],
    ["on another host that is declared, what names their common domain alone", TIER, "/tcsso/", "WIDE=2"],
  ])("[F8] %s", (_words, origin, path, sent) => {
    expect(jar.header(at(origin, path))).toBe(sent);
  });

  test.each([
    ["the same name with another port", "https://plm.example.com:9999/tcsso/"],
    ["the same name by plain http", "http://plm.example.com:7001/tcsso/"],
    ["another host", "https://evil.example.net/tcsso/"],
    ["a name below the host", "https://x.plm.example.com:7001/tcsso/"],
  ])("[F8] none goes to %s, which nobody declared", (_words, address) => {
    expect(jar.header(new URL(address))).toBeNull();
  });

  test("[F8] one that needs TLS does not go by plain http, and is not taken from it", () => {
    const plain = jarOf("http://login.example.com:7001", "https://login.example.com:7001");
    plain.take(at("https://login.example.com:7001"), ["A=1; Secure", "B=2"]);
    plain.take(at("http://login.example.com:7001"), ["C=3; Secure"]);
    expect(plain.header(at("http://login.example.com:7001"))).toBe("B=2");
  });

  test("[F8] a later one of the same name replaces it, and one without a lifetime takes it back", () => {
    const own = jarOf(LOGIN);
    own.take(at(LOGIN), ["A=1", "B=1", "C=1"]);
    own.take(at(LOGIN), [
      "A=2",
      "B=; Max-Age=0",
      "C=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "D=4; Expires=Thu, 01 Jan 2099 00:00:00 GMT",
    ]);
    expect(own.header(at(LOGIN))).toBe("A=2; D=4");
    expect(own.values()).toEqual(["2", "4"]);
  });

  test("[F8] what is no cookie, and a flood of them, is passed over", () => {
    const own = jarOf(LOGIN);
    own.take(at(LOGIN), ["nonsense", "=x", `BIG=${"x".repeat(20_000)}`, ...Array.from({ length: 500 }, (_, i) => `N${i}=x`)]);
    expect(own.header(at(LOGIN))?.split("; ")).toHaveLength(100);
  });

  test.each([
    ["a whole public suffix", "https://plm.example.co.uk", "A=1; Domain=co.uk", null],
    ["a host without a dot that names itself", "https://plm", "A=1; Domain=plm", "A=1"],
    ["a host that is called as no domain may be", "https://test", "A=1; Domain=test", "A=1"],
    ["such a host that names no domain", "https://local", "A=1", "A=1"],
    ["a domain of the house", "https://plm.corp.local", "A=1; Domain=corp.local", "A=1"],
    ["an address", "https://192.0.2.7", "A=1; Domain=192.0.2.7", "A=1"],
    ["a path as it is written", "https://plm.example.com/realms/My%20Realm/x", "A=1; Path=/realms/My%20Realm/", "A=1"],
    ["the folder of such a path", "https://plm.example.com/realms/My%20Realm/x", "A=1", "A=1"],
    ["__Host- with a domain", "https://plm.example.com", "__Host-A=1; Secure; Path=/; Domain=plm.example.com", null],
    ["__Host- for a path", "https://plm.example.com", "__Host-A=1; Secure; Path=/tc", null],
    ["__Host- as it is to be", "https://plm.example.com", "__Host-A=1; Secure; Path=/", "__Host-A=1"],
    ["__Secure- without Secure", "https://plm.example.com", "__Secure-A=1; Path=/", null],
    ["Secure by plain http on this machine", "http://127.0.0.1", "A=1; Secure", null],
  ])("[F8] is kept as a browser keeps it: %s", (_words, address, header, sent) => {
    const url = new URL(address);
    const own = jarOf(url.origin);
    own.take(url, [header]);
    expect(own.header(url)).toBe(sent);
  });
});
