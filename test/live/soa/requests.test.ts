import { readFileSync } from "node:fs";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../src/kernel/diagnostic/refusal.ts";
import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import {
  describeSavedQueriesRequest,
  executeSavedQueryRequest,
  getSavedQueriesRequest,
  preferencesRequest,
  sessionAnalyticsRequests,
  sessionInfoRequest,
  typeDescriptionsRequest,
} from "../../../src/live/soa/operations.ts";
import { addCookies, CookieJar } from "../../../src/live/soa/cookies.ts";
import { type Credentials, jsonLoginRequest, loginRequest } from "../../../src/live/soa/sign-in.ts";

const TIER = "https://plm.example.com:8443/tc";
const JANE: Credentials = { user: "jdoe", password: new SecretValue("correct horse"), group: "Engineering", role: "Designer" };
const login = (given: Partial<Credentials> = {}) => loginRequest(TIER, { ...JANE, ...given });
const bodyOf = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString()) as { header: unknown; body: unknown };

const read = (bytes: Buffer) => {
  using document = XmlDocument.fromBuffer(bytes);
  const { root } = document;
  return {
    name: root.name,
    namespace: root.namespaceUri,
    attributes: Object.fromEntries(root.attrs.map(({ name, value }) => [name, value])),
  };
};

describe("[F11] the sign-in", () => {
  test("is the request of the connector, byte for byte", () => {
    const { method, url, headers, body } = login();
    const head = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", ""].join("\n");
    expect(Buffer.concat([Buffer.from(head), body, Buffer.from("\n")])).toEqual(
      readFileSync(new URL("sign-in/request.txt", import.meta.url)),
    );
  });

  test("stands in docs/probe.md as it is", () => {
    const page = readFileSync(new URL("../../../docs/probe.md", import.meta.url), "utf8");
    const request = readFileSync(new URL("sign-in/request.txt", import.meta.url), "utf8");
    expect(page).toContain(`\`\`\`http\n${request}\`\`\`\n`);
  });

  test("is one element in its namespace with six attributes, and nothing else", () => {
    expect(read(login({ group: "", role: "" }).body)).toEqual({
      name: "LoginInput",
      namespace: "http://teamcenter.com/Schemas/Core/2008-06/Session",
      attributes: {
        group: "",
        locale: "en_US",
        password: "correct horse",
        role: "",
        sessionDiscriminator: "TCMEClient",
        username: "jdoe",
      },
    });
  });

  test.each([
    "a\"b'c<d>e&f&amp;g",
    "tab\tline\nreturn\rend",
    " spaces  at both ends ",
    "Zoë Müller – Größe € 日本 😀",
    "\u0085\u2028\u00a0",
    "]]><!--x-->&#65;",
  ])("[F11] a value of any characters arrives as it is: %j", (text) => {
    const { attributes } = read(login({ user: text, password: new SecretValue(text), group: text, role: text }).body);
    expect(attributes).toMatchObject({ username: text, password: text, group: text, role: text });
  });

  test.each([
    ["\u0001", "U+0001"],
    ["\u0000", "U+0000"],
    ["\ufffe", "U+FFFE"],
    ["\ud800", "U+D800"],
    ["\udc00x", "U+DC00"],
  ])("a password with %j is refused, by the character alone", (character, name) => {
    const attempt = () => login({ password: new SecretValue(`secret${character}word`) });
    expect(attempt).toThrow(Refusal);
    expect(attempt).toThrow(
      `the password has the character ${name}, which XML cannot carry: the connector could not sign in with it either`,
    );
  });

  test("the context root is taken as it is written, and one slash at its end is none", () => {
    expect(loginRequest(`${TIER}/`, JANE).url).toBe(`${TIER}/RestServices/Core-2008-06-Session/login`);
    expect(loginRequest("https://plm.example.com/tc/tc", JANE).url).toBe(
      "https://plm.example.com/tc/tc/RestServices/Core-2008-06-Session/login",
    );
  });
});

describe("[F2] the other operations", () => {
  test("the JSON sign-in holds the credentials in the envelope, 'descrimator' spelt as the service spells it", () => {
    const request = jsonLoginRequest(TIER, JANE);
    expect(request.url).toBe(`${TIER}/JsonRestServices/Core-2011-06-Session/login`);
    expect(request.headers["content-type"]).toBe("application/json");
    expect(bodyOf(request)).toEqual({
      header: { state: {}, policy: {} },
      body: {
        credentials: {
          user: "jdoe",
          password: "correct horse",
          group: "Engineering",
          role: "Designer",
          locale: "en_US",
          descrimator: "TCMEClient",
        },
      },
    });
  });

  test("type descriptions and the session's information are asked in XML, as a connector does", () => {
    const types = typeDescriptionsRequest(TIER, ["User", "A&B"]);
    expect(types.url).toBe(`${TIER}/RestServices/Core-2011-06-Session/getTypeDescriptions`);
    expect(types.body.toString()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<GetTypeDescriptionsInput xmlns="http://teamcenter.com/Schemas/Core/2011-06/Session"><typeNames>User</typeNames><typeNames>A&amp;B</typeNames></GetTypeDescriptionsInput>',
    );
    expect(read(sessionInfoRequest(TIER).body)).toEqual({
      name: "GetTCSessionInfoInput",
      namespace: "http://teamcenter.com/Schemas/Core/2007-01/Session",
      attributes: {},
    });
  });

  test("session analytics are asked where they are specified, then below the JSON root", () => {
    const operation = "Internal-AWS2-2017-12-DataManagement/getTCSessionAnalyticsInfo";
    const requests = sessionAnalyticsRequests(TIER);
    expect(requests.map(({ url }) => url)).toEqual([
      `${TIER}/RestServices/${operation}`,
      `${TIER}/JsonRestServices/${operation}`,
    ]);
    expect(requests.map((one) => bodyOf(one).body)).toEqual([{ extraInfoIn: [] }, { extraInfoIn: [] }]);
  });

  test("saved queries: the operation is singular and says its limit", () => {
    const query = { uid: "q1", type: "ImanQuery", className: "ImanQuery" };
    const request = executeSavedQueryRequest(
      TIER,
      query,
      [
        ["Group", "*"],
        ["Role", "*"],
      ],
      0,
    );
    expect(request.url).toBe(`${TIER}/JsonRestServices/Query-2006-03-SavedQuery/executeSavedQuery`);
    expect(bodyOf(request).body).toEqual({ query, entries: ["Group", "Role"], values: ["*", "*"], limit: 0 });
    expect(getSavedQueriesRequest(TIER).url).toBe(`${TIER}/JsonRestServices/Query-2006-03-SavedQuery/getSavedQueries`);
    expect(bodyOf(describeSavedQueriesRequest(TIER, [query])).body).toEqual({ queries: [query] });
    expect(bodyOf(preferencesRequest(TIER, ["Fms_BootStrap_Urls"])).body).toEqual({
      preferenceNames: [{ scope: "site", names: ["Fms_BootStrap_Urls"] }],
    });
  });
});

describe("[F1] the cookies of a session", () => {
  const SIGN_IN = new URL(`${TIER}/RestServices/Core-2008-06-Session/login`);
  const jarOf = (origin: string, url: URL, ...answers: readonly (readonly string[])[]) => {
    const jar = new CookieJar([origin], () => new Date("2026-11-22T12:00:00Z"));
    for (const lines of answers) jar.take(url, lines);
    return jar;
  };
  const sent = (...answers: readonly (readonly string[])[]) =>
    addCookies(jarOf("https://plm.example.com:8443", SIGN_IN, ...answers), sessionInfoRequest(TIER)).headers;
  const OPEN = [
    "JSESSIONID=a; Path=/tc; HttpOnly",
    "lb = one ;Secure; Path=/",
    "JSESSIONID=b; Path=/tc",
    "nothing",
    "=x",
    "a b=c",
  ];

  test("the last of a name counts; one that is taken back is gone, however a server says so", () => {
    expect(sent(OPEN).cookie).toBe("JSESSIONID=b; lb=one");
    for (const gone of ["lb=x; Max-Age=0", "lb=x; MAX-AGE=-1", "lb=x; Expires=Thu, 01 Jan 1970 00:00:10 GMT"])
      expect(sent(OPEN, [`${gone}; Path=/`]).cookie, gone).toBe("JSESSIONID=b");
    for (const kept of ["lb=two; Max-Age=60", "lb=two; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "lb=two; Expires=soon"])
      expect(sent(OPEN, [`${kept}; Path=/`]).cookie, kept).toBe("JSESSIONID=b; lb=two");
  });

  test("a cookie goes below its own path alone, and one that needs TLS not by plain http", () => {
    expect(sent(["JSESSIONID=a; Path=/tc", "other=1; Path=/awc", "folder=2", "like=3; Path=/t"]).cookie).toBe("JSESSIONID=a");
    const json = jsonLoginRequest(TIER, JANE);
    const jar = jarOf("https://plm.example.com:8443", SIGN_IN, ["XML=1; Path=/tc/RestServices", "BOTH=2; Path=/tc"]);
    expect([addCookies(jar, sessionInfoRequest(TIER)).headers.cookie, addCookies(jar, json).headers.cookie]).toEqual([
      "XML=1; BOTH=2",
      "BOTH=2",
    ]);
    const plain = "http://plm.example.com:8080";
    const clear = jarOf(plain, new URL(`${plain}/tc/RestServices/x`), ["JSESSIONID=a; Path=/tc; Secure", "lb=1; Path=/"]);
    expect(addCookies(clear, sessionInfoRequest(`${plain}/tc`)).headers.cookie).toBe("lb=1");
  });

  test("no cookie goes to another port or scheme of the same name, nor to another host", () => {
    const jar = jarOf("https://plm.example.com:8443", SIGN_IN, OPEN);
    for (const other of [
      "https://plm.example.com:9443/tc",
      "http://plm.example.com:8443/tc",
      "https://x.plm.example.com:8443/tc",
    ])
      expect(addCookies(jar, sessionInfoRequest(other)).headers.cookie, other).toBeUndefined();
  });

  test("the token of a session comes back as a header, and only where its cookie goes", () => {
    expect(sent(["XSRF-TOKEN=abc; Path=/"])).toMatchObject({ cookie: "XSRF-TOKEN=abc", "x-xsrf-token": "abc" });
    expect(sent(["XSRF-TOKEN=abc; Path=/awc", "a=1; Path=/"])).toEqual({ "content-type": "application/xml", cookie: "a=1" });
  });
});
