import { describe, expect, test } from "vitest";
import { plain } from "../../../../src/kernel/diagnostic/text.ts";
import type { CertificateAnswer, StoreVerdict } from "../../../../src/platform/certificates.ts";
import { HttpFault } from "../../../../src/platform/http.ts";
import { probe } from "../../../../src/live/probe/tls/chain.ts";
import { asked, type Given, read } from "../scene.ts";
import { signInServers } from "../sso/scene.ts";

const UNTRUSTED = "its certificate comes from an authority that is not known here";
const store = (kind: StoreVerdict["kind"], holds: boolean, more: Partial<StoreVerdict> = {}): StoreVerdict => ({
  fault: holds ? null : "untrusted",
  kind,
  name: { given: "--ca", node: "Node's built-in list", jdk: "cacerts of the JDK at /opt/java", os: "/etc/ssl/cert.pem" }[kind],
  readBy: { given: "this run", node: "Node-based consumers", jdk: "Java's back-channel calls", os: "browsers" }[kind],
  holds,
  says: holds ? "" : UNTRUSTED,
  refusesOthers: true,
  ...more,
});
const CHAIN = [
  { subject: "plm.example.com", issuer: "Example CA", fingerprint: "AB:CD", until: "Nov 22 12:00:00 2027 GMT", names: "" },
];
const shown = (stores: readonly StoreVerdict[], more: Partial<CertificateAnswer> = {}): CertificateAnswer => ({
  peer: "10.20.0.11:443",
  chain: CHAIN,
  stores,
  unread: [],
  proxy: null,
  voided: false,
  ...more,
});

const judged = async (certificates: Given["certificates"], more: Partial<Given> = {}) =>
  asked(probe, { exchange: signInServers().exchange, ...(certificates ? { certificates } : {}), ...more });

describe("[F8][E11][H6] certificates of an environment's servers, store by store", () => {
  test("every https server of the environment is looked at once", async () => {
    const seen: string[] = [];
    await judged(
      async (url) => {
        seen.push(url);
        return shown([store("node", true)]);
      },
      {
        addresses: { fileTransfer: [{ text: "http://files.example.com:4544", file: "", key: "" }] },
      },
    );
    expect(seen).toEqual([
      "https://tier.example.com:8443/",
      "https://idp.example.com:8443/",
      "https://plm.example.com:7001/",
      "https://plm.example.com:3000/",
    ]);
  });

  test.each<readonly [count: number, outcome: string]>([
    [8, "proven"],
    [9, "not-proven"],
  ])("of %s file servers beside four others the chains are %s: none is left out in silence", async (count, outcome) => {
    const fileTransfer = Array.from({ length: count }, (_, i) => ({ text: `https://f${i}.example.com:4544`, file: "", key: "" }));
    const asked: string[] = [];
    const found = await judged(
      async (url) => {
        asked.push(url);
        return shown([store("node", true), store("jdk", true)]);
      },
      { addresses: { fileTransfer } },
    );
    expect([found.outcome, asked.length]).toEqual([outcome, 12]);
    expect(plain(found.says).includes("Not asked, after 12 servers: https://")).toBe(outcome === "not-proven");
  });

  test.each<readonly [words: string, answer: CertificateAnswer, said: RegExp]>([
    [
      "every store",
      shown([store("node", true), store("jdk", true)]),
      /^proven: https:\/\/tier\.example\.com:8443, https:\/\/idp\S+, https:\/\/plm\.example\.com:7001 and https:\/\/plm\.example\.com:3000 \(plm\.example\.com, issued by Example CA, until Nov 22 12:00:00 2027 GMT\) hold against Node's built-in list \(Node-based consumers\) and cacerts .*\ncontrol held: .*: every store refuses it$/,
    ],
    [
      "a proxy between",
      shown([store("node", true)], { proxy: "proxy.example.com:3128" }),
      /^proven: https:\/\/tier.* \(.*GMT\), asked through the proxy proxy\.example\.com:3128, hold against Node's/,
    ],
    [
      "--ca, and not Node's own",
      shown([store("given", true), store("node", false)]),
      /^not-proven: .* hold against --ca \(this run\); they do not hold against Node's built-in list \(Node-based consumers\): its certificate comes from.*\nhelp: add the authority to Node's built-in list: --ca counts for this run alone; sso\/trust\.md has the commands/,
    ],
    [
      "--ca and Node, and not a JDK that is here",
      shown([store("given", true), store("node", true), store("jdk", false)]),
      /^not-proven: .*; they do not hold against cacerts of the JDK at \/opt\/java .*\nhelp: add the authority to cacerts of the JDK at \/opt\/java: /,
    ],
    [
      "Node, and not what browsers read",
      shown([store("node", true), store("os", false)]),
      /^not-proven: .*; they do not hold against \/etc\/ssl\/cert\.pem \(browsers\)/,
    ],
    [
      "--ca with every other store",
      shown([store("given", true), store("node", true), store("jdk", true), store("os", true)]),
      /^proven: .* hold against --ca \(this run\), Node's .*, cacerts .* and \/etc\/ssl\/cert\.pem \(browsers\)\ncontrol held/,
    ],
    [
      "the JDK alone",
      shown([store("node", false), store("jdk", true)]),
      /^not-proven: .*\nhelp: add the authority to Node's built-in list: sso\/trust\.md has the commands/,
    ],
    [
      "none",
      shown([store("node", false), store("jdk", false)]),
      /^refuted: https:\/\/tier.* \(.*\) hold against no store: Node's.* and cacerts [^:;]*: its certificate comes from an authority that is not known here\nhelp: --ca FILE names a certificate/,
    ],
    [
      "validation switched off",
      shown([store("node", true)], { voided: true }),
      /^not-proven: .*NODE_TLS_REJECT_UNAUTHORIZED=0 is set here: .* makes every proof for it void\nhelp: unset/,
    ],
    [
      "a store that takes strangers",
      shown([store("node", true, { refusesOthers: false })]),
      /^not-proven: .*for the control failed: Node's built-in list takes it as well: certificates are not checked/,
    ],
    [
      "stores that were not read",
      shown([store("node", true)], { unread: [{ name: "a JDK's cacerts", why: "no JAVA_HOME", isUsed: false }] }),
      /^proven: .*\. Not read: a JDK's cacerts \(no JAVA_HOME\)\n/,
    ],
    [
      "a store that is used here and was not read",
      shown([store("node", true)], {
        unread: [{ name: "cacerts of the JDK at /opt/java", why: "another password", isUsed: true }],
      }),
      /^not-proven: .*\. Not read: cacerts of the JDK at \/opt\/java \(another password\)\nhelp: make the store readable/,
    ],
  ])("%s", async (_words, answer, said) => {
    expect(read(await judged(async () => answer))).toMatch(said);
  });

  /** The help for servers whose certificate has one fault against every store. */
  const helpFor = async (fault: StoreVerdict["fault"], stores = ["node", "jdk", "os"] as const) => {
    const found = await judged(async () => shown(stores.map((kind) => store(kind, false, { fault, says: String(fault) }))));
    expect(found.outcome).toBe("refuted");
    return plain(found.help ?? []);
  };

  test("what to do differs: renew what has expired, replace what is revoked, trust what is not known, ask by the right name", async () => {
    const faults = ["expired", "revoked", "invalid", "other-name", "untrusted"] as const;
    const helps = await Promise.all(faults.map((fault) => helpFor(fault)));
    expect(new Set(helps).size).toBe(faults.length);
    const [expired, revoked, , otherName, untrusted] = helps;
    expect(expired).toMatch(/^renew the certificate on the server/);
    expect(revoked).toMatch(/^have a new certificate issued, with a new key/);
    expect(otherName).toMatch(/^ask the server under a name of its certificate/);
    expect(untrusted).toMatch(/^--ca FILE names a certificate/);
    // an authority more changes nothing about a certificate that is over
    for (const help of [expired, revoked]) expect(help).not.toMatch(/--ca|trust\.md/);
  });

  test("two servers with different faults are each told what to do", async () => {
    const found = await judged(async (url) => {
      const fault = url.includes("idp") ? "expired" : "untrusted";
      return shown([store("node", false, { fault, says: fault })]);
    });
    expect(plain(found.help ?? [])).toMatch(
      /^https:\/\/tier\S+, https:\/\/plm\S+ and https:\/\/plm\S+: --ca FILE names .*\. https:\/\/idp\.example\.com:8443: renew the certificate /,
    );
  });

  test.each<readonly [words: string, kind: "refused" | "no-tls", said: RegExp, unreachable: boolean]>([
    ["nobody there", "refused", /^not-proven: https:\/\/idp\.example\.com:8443: nothing listens there\. https:\/\/tier/, true],
    [
      "plain http on the port",
      "no-tls",
      /^refuted: https:\/\/idp\.example\.com:8443: nothing listens there\. https:\/\/tier/,
      false,
    ],
  ])("one server fails: %s comes first, and the others are told", async (_words, kind, said, unreachable) => {
    const found = await judged(async (url) => {
      if (url.includes("idp")) throw new HttpFault(kind, url, "nothing listens there");
      return shown([store("node", true)]);
    });
    expect(read(found)).toMatch(said);
    // what was not asked has no store that could be filled: what to do is about the way there
    expect(plain(found.help ?? [])).toBe(
      kind === "refused"
        ? "is the server up, and is the port right?"
        : "is it the port of plain http, or is the address to begin with http:?",
    );
    expect(found.unreachable === true).toBe(unreachable);
  });

  test("what is the same of several servers is told once: the certificate, the stores, and why one does not hold", async () => {
    const other = [{ subject: "idp.example.com", issuer: "Example CA", fingerprint: "EF:01", until: "Nov 1 2028", names: "" }];
    const found = await judged(async (url) => {
      if (url.includes("7001")) return shown([store("node", false, { says: "it is over" }), store("os", false)]);
      const stores = [store("given", true), store("node", false), store("os", false)];
      return shown(stores, url.includes("idp") ? { chain: other } : {});
    });
    expect(read(found).split("\n")[0]).toBe(
      "refuted: https://plm.example.com:7001 (plm.example.com, issued by Example CA, until Nov 22 12:00:00 2027 GMT) holds against no store: Node's built-in list (Node-based consumers): it is over; /etc/ssl/cert.pem (browsers): its certificate comes from an authority that is not known here. " +
        "https://tier.example.com:8443 and https://plm.example.com:3000 (plm.example.com, issued by Example CA, until Nov 22 12:00:00 2027 GMT) and https://idp.example.com:8443 (idp.example.com, issued by Example CA, until Nov 1 2028) hold against --ca (this run); " +
        "they do not hold against Node's built-in list (Node-based consumers) and /etc/ssl/cert.pem (browsers): its certificate comes from an authority that is not known here",
    );
  });

  test("an environment without https is skipped", async () => {
    const plain = { text: "http://tier.example.com/tc", file: "", key: "" };
    const found = await judged(undefined, { addresses: { signIn: plain }, facts: null });
    expect(read(found)).toBe("skipped: no address of the environment begins with https:");
  });
});
