import { describe, expect, test } from "vitest";
import { summaryOf } from "../../../src/record/capture/summary.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { DONE, GET, OK, recorded, type Step } from "./recorded.ts";

const CONNECTOR = "Apache-HttpClient/4.5.13 (Java/17.0.9)";
const SWITCHER = "Python-urllib/3.11";
const asked = (path: string, agent: string, body: string, host = "127.0.0.1:8080"): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${agent}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const XML = asked("/tc/RestServices/Core-2008-06-Session/login", CONNECTOR, '<?xml version="1.0"?><LoginInput/>');
const JSON_SIGN_IN = asked("/tc/JsonRestServices/Core-2011-06-Session/login", SWITCHER, '{"header":{}}');
const answered = (...headers: readonly string[]): string =>
  `HTTP/1.1 302 Found\r\n${headers.map((one) => `${one}\r\n`).join("")}Content-Length: 0\r\n\r\n`;
const of = (connections: readonly (readonly Step[])[], given: Parameters<typeof recorded>[1] = {}) =>
  summaryOf(recorded(connections, given));
const ids = (connections: readonly (readonly Step[])[], given: Parameters<typeof recorded>[1] = {}) =>
  of(connections, given).warnings.map(({ id, count }) => [id, count]);

describe("[G3] a summary", () => {
  test("counts exchanges, broken ones by reason, bytes, connections, clients and sign-ins", () => {
    const connections: readonly (readonly Step[])[] = [
      [
        ["c2s", XML],
        ["s2c", OK],
        ["c2s", XML],
        ["reset", "server"],
      ],
      [["c2s", JSON_SIGN_IN], ["s2c", OK], ...DONE],
      [["not-reached"], ["closed"]],
    ];
    expect(of(connections)).toMatchObject({
      exchanges: 4,
      open: 0,
      broken: { total: 2, reasons: { "server-reset": 1, "not-reached": 1 } },
      bytes: { toTier: 1024, toClient: 1024 },
      connections: 3,
      agents: [
        { agent: CONNECTOR, exchanges: 2, who: "connector" },
        { agent: SWITCHER, exchanges: 1, who: "switcher" },
      ],
      signIns: { xml: 2, json: 1 },
      first: "2026-11-22T12:00:00.003Z",
    });
  });

  test("a summary of no exchange has no broken count alone", () => {
    expect(of([])).toMatchObject({ exchanges: 0, broken: { total: 0, reasons: {} }, first: null, last: null, agents: [] });
  });

  test("[G4] the binding follows the body: JSON below the root of XML is JSON", () => {
    const gateway = asked("/tc/RestServices/Core-2008-06-Session/loginSSO", CONNECTOR, '  {"body":1}');
    expect(of([[["c2s", gateway], ["s2c", OK], ...DONE]]).signIns).toEqual({ xml: 0, json: 1 });
  });
});

describe("[G3] a summary warns of", () => {
  const at = { listen: "127.0.0.1:8080", to: "127.0.0.1:8080" };
  const one = (answer: string, host?: string): readonly (readonly Step[])[] => [
    [["c2s", asked("/tc", CONNECTOR, "", host)], ["s2c", answer], ...DONE],
  ];

  test("a redirect that leads past the relay", () => {
    expect(ids(one(answered("Location: https://plm.example.com/tc?ticket=hunter2hunter2")), at)).toEqual([
      ["location-escape", 1],
    ]);
    expect(ids(one(answered("Location: //other:1/x")), at)).toEqual([["location-escape", 1]]);
    for (const back of ["/tc/x", "http://127.0.0.1:8080/tc", "?a=1", "x:y", "http://["])
      expect(ids(one(answered(`Location: ${back}`)), at), back).toEqual([]);
    const [warning] = of(
      one(answered("Location: https://u:hunter2hunter2@plm.example.com/tc?ticket=hunter2hunter2")),
      at,
    ).warnings;
    expect(warning && plain(warning.says)).toContain("https://plm.example.com'");
    expect(JSON.stringify(warning)).not.toContain("hunter2");
  });

  test("a cookie that the client does not send back over plain HTTP, and one for a foreign domain", () => {
    expect(ids(one(answered("Set-Cookie: A=1; Path=/; Secure")), at)).toEqual([["secure-cookie", 1]]);
    expect(ids(one(answered("Set-Cookie: A=1; secure", "Set-Cookie: B=1; Secure")), { ...at, mode: "tls" })).toEqual([]);
    expect(ids(one(answered("Set-Cookie: A=1; Domain=.example.com")), at)).toEqual([["foreign-domain", 1]]);
    const named = { listen: "127.0.0.1:8080", to: "plm.example.com:8080" };
    expect(ids(one(answered("Set-Cookie: A=1; Domain=.example.com"), "plm.example.com:8080"), named)).toEqual([]);
    expect(ids(one(answered("Set-Cookie: A=1; Domain=ample.com"), "plm.example.com:8080"), named)).toEqual([
      ["foreign-domain", 1],
    ]);
  });

  test("a Host that is not the server's", () => {
    expect(ids(one(answered()), { to: "plm.example.com:7001" })).toEqual([["host-mismatch", 1]]);
    expect(ids(one(answered()), { to: "plm.example.com:7001", mode: "patch" })).toEqual([]);
    expect(ids(one(answered(), "plm.example.com"), { to: "https://plm.example.com", mode: "tls" })).toEqual([]);
  });

  test("[G4] exchanges of another client than the connector, with the advice to close the switcher", () => {
    const [warning] = of([[["c2s", asked("/tc", SWITCHER, "")], ["s2c", OK], ...DONE]], at).warnings;
    expect(warning).toMatchObject({ id: "other-agent", count: 1 });
    expect(plain(warning?.says ?? []) + plain(warning?.help ?? [])).toMatch(/Python-urllib\/3\.11.*close the switcher/);
    expect(ids([[["c2s", GET], ["s2c", OK], ...DONE]], { to: "plm:80" })).toEqual([["other-agent", 1]]);
  });

  test("TLS in a plain capture is named with the requested host", () => {
    const name = Buffer.from("plm.example.com");
    const serverName = Buffer.concat([Buffer.from([0, 0, 0, name.length + 5, 0, name.length + 3, 0, 0, name.length]), name]);
    const body = Buffer.concat([Buffer.alloc(34, 3), Buffer.from([0, 0, 2, 0x13, 1, 1, 0, 0, serverName.length]), serverName]);
    const hello = Buffer.concat([Buffer.from([0x16, 3, 1, 0, body.length + 4, 1, 0, 0, body.length]), body]);
    const { warnings, broken } = of([[["c2s", hello], ...DONE]], at);
    expect(broken).toEqual({ total: 1, reasons: { framing: 1 } });
    expect(warnings.map(({ says }) => plain(says))).toEqual(["1 exchange is not HTTP/1: 'TLS for plm.example.com'"]);
  });
});
