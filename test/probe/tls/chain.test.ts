import { describe, expect, test } from "vitest";
import { plain } from "../../../src/diagnostic/text.ts";
import type { CertificateAnswer, StoreVerdict } from "../../../src/io/certificates.ts";
import { HttpFault } from "../../../src/io/http.ts";
import { probe } from "../../../src/probe/tls/chain.ts";
import { asked, type Given, read } from "../scene.ts";
import { signInServers } from "../sso/scene.ts";

const UNTRUSTED = "its certificate comes from an authority that is not known here";
const store = (kind: StoreVerdict["kind"], holds: boolean, more: Partial<StoreVerdict> = {}): StoreVerdict => ({
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
      /^proven: .* hold against --ca \(this run\); they do not hold against Node's built-in list \(Node-based consumers\): its certificate comes from/,
    ],
    [
      "the JDK alone",
      shown([store("node", false), store("jdk", true)]),
      /^not-proven: .*\nhelp: sso\/trust\.md says which client reads which store/,
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
      shown([store("node", true)], { unread: [{ name: "a JDK's cacerts", why: "no JAVA_HOME" }] }),
      /^proven: .*\. Not read: a JDK's cacerts \(no JAVA_HOME\)\n/,
    ],
  ])("%s", async (_words, answer, said) => {
    expect(read(await judged(async () => answer))).toMatch(said);
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
        ? "is the server up, and is the port that of the tier that is meant?"
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
