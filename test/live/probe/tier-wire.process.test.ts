import { describe, expect, test } from "vitest";
import { expired, selfSigned } from "../../support/certificate.ts";
import {
  announcedFlood,
  bombOf,
  breaksOff,
  chunksWithoutEnd,
  deep,
  drips,
  entityBomb,
  flood,
  halfCompressed,
  hangs,
  notCompressed,
  notUtf8,
  tooLong,
  tooShort,
  twoLengths,
} from "../../support/live/broken.ts";
import type { Raw } from "../../support/live/live.ts";
import { builtProbe } from "./built-tier.ts";

/* The built command where what comes back breaks what every answer keeps, or nobody trustworthy is there: an answer in words, in time. */

const probed = builtProbe();

describe("[F1][F3] the built command is sent what is no answer", () => {
  test.each<readonly [words: string, broken: Raw, says: RegExp]>([
    ["a flood behind gzip", bombOf(64), /compressed, and decompressed more than 4194304/],
    ["half of something compressed", halfCompressed, /its compressed answer ends/],
    ["something that says it is compressed", notCompressed, /cannot be decompressed/],
    ["half an answer", breaksOff("<LoginResponse"), /its answer ends after 14 bytes, before its end/],
    ["less than the length that it names", tooLong, /its answer ends after 16 bytes, before its end/],
    ["more than the length that it names", tooShort, /what it sent is no HTTP answer|it answers what cannot be read/],
    ["two lengths at once", twoLengths, /what it sent is no HTTP answer/],
    ["chunks without the last one", chunksWithoutEnd, /its answer ends after 5 bytes, before its end/],
    ["50 MB, announced", announcedFlood, /its answer has 50000000 bytes, and 4194304 is the most/],
    ["50 MB in chunks that nobody announced", flood, /its answer has more than 4194304 bytes, which is the most$/],
    ["bytes that are no text of the encoding that they name", notUtf8, /it says that it is UTF-8, and byte 17 of it is not/],
    [
      "a document type that would grow without end",
      entityBomb("LoginResponse"),
      /it has a document type \(<!DOCTYPE\), which no answer of a tier has; nothing of it was read/,
    ],
    ["elements in elements without end", deep, /it answers what cannot be read .*deep/],
  ])("%s: refuted, for the tier was reached", async (_words, broken, says) => {
    const found = await probed({ broken, only: ["tier/sign-in", "tier/roles"] });
    expect(found.said("tier/sign-in")).toMatch(/^refuted: 'jdoe' is not signed in at /);
    expect(found.said("tier/sign-in")).toMatch(says);
    expect(found.probes[0]?.help).toMatch(/look at what answers there, for example with curl -v/);
    expect(found.said("tier/roles")).toBe("not-proven: not asked, because nobody is signed in: see tier/sign-in");
    expect([found.code, found.asked.length]).toEqual([1, 1]);
  });

  test.each<readonly [words: string, broken: Raw, says: RegExp]>([
    ["a server that hangs", hangs, /^not-proven: 'jdoe' is not signed in at .*\/login: it did not answer fully within 3 s$/],
    ["a byte now and then", drips, /^not-proven: 'jdoe' is not signed in at .*\/login: it did not answer fully within 3 s$/],
  ])("%s: not proven when the time is over", async (_words, broken, says) => {
    const found = await probed({ broken, only: ["tier/sign-in"], words: ["--timeout", "3"], unreached: true });
    expect(found.said("tier/sign-in")).toMatch(says);
    expect(found.probes[0]?.help).toBe(
      "is a firewall or proxy between, or the server too busy? --timeout SECONDS waits longer; the sign-in was not retried",
    );
    expect(found.probes[0]?.exchanges[0]?.error).toMatch(/^it did not answer fully within/);
    expect(found.code).toBe(3);
  });
});

test("[F1] however much is sent, memory stays bounded: a flood of 256 MiB takes little more than a good answer", async () => {
  const good = await probed({ only: ["tier/sign-in"] });
  for (const broken of [bombOf(256), flood]) {
    const found = await probed({ broken, only: ["tier/sign-in"] });
    expect(found.said("tier/sign-in")).toMatch(/more than 4194304/);
    expect(found.peak - good.peak).toBeLessThan(64);
  }
});

describe("[F1][F3] the built command sends no byte of the sign-in to whom it cannot trust", () => {
  test.each([
    [
      "a certificate that nobody here trusts",
      { certificate: selfSigned("plm.example.com") },
      /it shows a self-signed certificate that is not trusted here/,
      /--ca/,
    ],
    [
      "one that is trusted, and for another name",
      { certificate: selfSigned("other.example.com"), trusted: true },
      /its certificate is for other names: other\.example\.com/,
      /ask the server under a name of its certificate/,
    ],
    [
      "one that is trusted, and was until 2021",
      { certificate: expired("plm.example.com"), trusted: true },
      /its certificate has expired/,
      /renew the certificate on the server/,
    ],
  ])("%s", async (_words, shows, says, help) => {
    const found = await probed({ only: ["tier/sign-in"], shows, unreached: true });
    expect(found.said("tier/sign-in")).toMatch(/^not-proven: /);
    expect(found.said("tier/sign-in")).toMatch(says);
    expect(found.probes[0]?.help).toMatch(help);
    expect([found.code, found.asked]).toEqual([3, []]);
  });
});

describe("[F1][F3] the built command goes through the proxy that HTTPS_PROXY names", () => {
  const HEAD = /^CONNECT plm\.example\.com:8443 HTTP\/1\.1\r\n(?:[\w-]+: [^\r]*\r\n)*\r\n$/;

  test("whose tunnel sees host and port, and nothing of the sign-in", async () => {
    const found = await probed({ only: ["tier/sign-in"], proxy: "tunnels" });
    expect([found.code, found.said("tier/sign-in").slice(0, 7)]).toEqual([0, "proven:"]);
    for (const head of found.proxied) expect(head).toMatch(HEAD);
    expect(found.proxied.length).toBeGreaterThan(0);
  });

  test("which wants a password of its own: not proven, and nothing of the sign-in is sent", async () => {
    const found = await probed({ only: ["tier/sign-in"], proxy: "refuses", unreached: true });
    expect(found.said("tier/sign-in")).toMatch(
      /^not-proven: .*the proxy 127\.0\.0\.1:\d+ requires a user and password \(407\): set them in the variable/,
    );
    expect(found.probes[0]?.help).toContain("HTTPS_PROXY, HTTP_PROXY and NO_PROXY name the proxies");
    expect([found.code, found.asked, found.proxied.length]).toEqual([3, [], 1]);
    expect(found.proxied[0]).toMatch(HEAD);
  });
});
