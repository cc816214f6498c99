import { describe, expect, test } from "vitest";
import { circle, closes, leads, portal, wantsProxyPassword } from "../../support/live/broken.ts";
import type { Raw } from "../../support/live/live.ts";
import { builtProbe, type Given } from "./built-tier.ts";

/* The built command where a whole answer comes, and none that signs anybody in: of the tier, and of what stands in its place. */

const probed = builtProbe();
const NEEDS_SESSION = ["tier/release", "tier/roles"];

describe("[F1][F3][F11] the built command is refused, or answered by something else than a tier", () => {
  test.each<readonly [words: string, given: Given, code: number, signIn: RegExp, help: RegExp]>([
    [
      "a wrong password",
      { password: "wrong-horse-0815" },
      1,
      /^refuted: .*515143.*The login attempt failed.*'; the tier's server refuses the account, by this user and password$/,
      /compare user, password, group and role .* nothing was tried a second time/,
    ],
    [
      "405 and 'prolog'",
      { tier: { instead: "prolog" } },
      1,
      /^refuted: .* 405 .*another release than the connector's/,
      /`tierwright compat` shows/,
    ],
    [
      "'prolog' in a fault of its own",
      { tier: { instead: "prolog-fault" } },
      1,
      /^refuted: .* 405 with 'Content is not allowed in prolog'.*another release than the connector's/,
      /`tierwright compat` shows/,
    ],
    [
      "1003",
      { tier: { faults: { login: { type: "InternalServerException", code: 1003, message: "No server." } } } },
      1,
      /^refuted: .*1003.*not at network, address or connector/,
      /the tier's own logs and at its pool of server processes/,
    ],
    [
      "a login page",
      { tier: { instead: "login-page" } },
      1,
      /^refuted: .*a page answers in the tier's place .*'Sign in'/,
      /open the address in a browser/,
    ],
    [
      "a captive portal for every address",
      { broken: portal },
      1,
      /^refuted: .*a page answers in the tier's place .*'Guest network'/,
      /a proxy, a portal or a login page is in front of the tier/,
    ],
    [
      "a proxy on the way that wants a password of its own",
      { broken: wantsProxyPassword },
      3,
      /^not-proven: .*a proxy on the way requires a user and password \(407\)/,
      /HTTPS_PROXY, HTTP_PROXY and NO_PROXY name the proxies; .*the sign-in was not retried/,
    ],
    [
      "nobody: the connection ends before a byte",
      { broken: closes },
      3,
      /^not-proven: .*it closed the connection without an answer/,
      /is a firewall or proxy between/,
    ],
  ])("%s", async (_words, given, code, signIn, help) => {
    const found = await probed({ ...given, only: ["tier/sign-in", ...NEEDS_SESSION] });
    expect(found.said("tier/sign-in")).toMatch(signIn);
    expect(found.probes[0]?.help).toMatch(help);
    expect(found.code).toBe(code);
    // nobody is signed in: what needs it asks nothing
    for (const id of NEEDS_SESSION)
      expect(found.probes.find((one) => one.id === id)).toMatchObject({ outcome: "not-proven", exchanges: [] });
    expect(found.asked.filter((one) => one.startsWith("POST"))).toEqual(found.asked.slice(0, 1));
  });
});

describe("[F1][F11] the built command follows no redirect with what it was about to send", () => {
  const to = (status: number, where: string): readonly [string, Raw, string] => [
    `${status} to ${where}`,
    leads(status, where),
    `(${status}, to ${where})`,
  ];
  test.each([
    to(302, "https://sso.example.com/login"),
    to(301, "https://plm.example.com:9443/tc"),
    to(307, "https://plm.example.com:9443/tc"),
    to(308, "http://plm.example.com/tc"),
    ["to itself", circle, "(302, to /tc/RestServices/Core-2008-06-Session/login)"] as const,
  ])("%s", async (_words, broken, says) => {
    const found = await probed({ broken, only: ["tier/sign-in"] });
    expect(found.said("tier/sign-in")).toMatch(/^refuted: /);
    expect(found.said("tier/sign-in")).toContain(
      `it leads elsewhere ${says}, which was not followed: credentials go to the declared address alone`,
    );
    expect(found.probes[0]?.help).toContain("write the right address in tier.signIn");
    expect([found.code, found.asked.length]).toEqual([1, 1]);
  });
});
