import { describe, expect, test } from "vitest";
import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { readAnswer } from "../../../src/live/soa/answer.ts";
import { meaningOf, refusesCredentials } from "../../../src/live/soa/meaning.ts";
import {
  describeSavedQueriesRequest,
  executeSavedQueryRequest,
  getSavedQueriesRequest,
  preferencesRequest,
  sessionAnalyticsRequests,
  sessionInfoRequest,
  typeDescriptionsRequest,
} from "../../../src/live/soa/operations.ts";
import { releaseFrom, releaseIn } from "../../../src/live/soa/release.ts";
import { preferenceOf, queryFieldsOf, queryResultOf, savedQueriesOf } from "../../../src/live/soa/saved-query.ts";
import { sessionFactsOf, signedInBy } from "../../../src/live/soa/session.ts";
import { jsonLoginRequest, loginRequest } from "../../../src/live/soa/sign-in.ts";
import type { TierOptions } from "../../support/live/tier.ts";
import { answered, CREDENTIALS, signedInTo, TIER, tier } from "./scene.ts";

const LOGIN = loginRequest(TIER, CREDENTIALS);
const LOST = {
  type: "InternalServerException",
  code: 1003,
  message:
    "Communication with the server was lost while an operation was in progress. The server has probably terminated abnormally.",
};

describe("[F1] a sign-in that works", () => {
  const SHAPES: readonly TierOptions[] = [
    {},
    ...(["attributes", "children", "named", "entries", "one"] as const).flatMap((info) => [{ info }, { info, prefix: "ns7" }]),
    { compressed: "gzip" },
    { compressed: "deflate" },
    { encoding: "utf-8-bom" },
    { encoding: "iso-8859-1" },
    { encoding: "utf-16le" },
    { version: "25060.0004.0000.2025061500", displayVersion: null },
    { version: "25060.0004.0000.2025061500", displayVersion: "2506" },
    { version: "V14.3.0.0_20250601", displayVersion: "Teamcenter 2506.0001" },
  ];
  test.each(SHAPES)("is read in every shape, and its release is 2506: %j", async (options) => {
    const made = tier(options);
    const signedIn = signedInBy(await made.ask(LOGIN));
    expect(signedIn?.release).toMatchObject({ release: "2506", disagree: false });
    expect(signedIn?.userId).toBe("jdoe");
    expect(made.asked).toEqual(["POST /tc/RestServices/Core-2008-06-Session/login"]);
  });

  test("without serverInfo the release is not readable, which is no fault", async () => {
    expect(signedInBy(await tier({ info: "none" }).ask(LOGIN))).toMatchObject({
      userId: "jdoe",
      serverInfo: null,
      release: null,
    });
    const odd = signedInBy(await tier({ version: "unknown", displayVersion: null }).ask(LOGIN));
    expect(odd?.release).toEqual({ release: null, version: "unknown", displayVersion: null, disagree: false });
  });

  test("two statements that disagree are told", async () => {
    const read = signedInBy(await tier({ version: "2606", displayVersion: "2506" }).ask(LOGIN));
    expect(read?.release).toMatchObject({ release: "2606", disagree: true });
  });

  test.each([
    ["2606 (certified for 2506)", null],
    ["2606", "Teamcenter 2606 (certified for 2506)"],
    [null, "for clients of 2506: Teamcenter 2606"],
  ])("one statement that names two releases is none: %j, %j", (version, displayVersion) => {
    expect(releaseFrom(version, displayVersion)).toMatchObject({ disagree: true });
    expect(releaseIn(displayVersion ?? version ?? "")).toBeNull();
    // the same release twice is one
    expect(releaseFrom("2506.0001 (2506)", "Teamcenter 2506")).toMatchObject({ release: "2506", disagree: false });
  });

  test("errors beside the answer are kept", async () => {
    expect(signedInBy(await tier({ partialErrors: true }).ask(LOGIN))?.partialErrors).toEqual([
      { code: 38015, level: 2, message: "A property could not be read." },
    ]);
  });

  test("by JSON", async () => {
    const made = tier();
    expect(signedInBy(await made.ask(jsonLoginRequest(TIER, CREDENTIALS)))).toMatchObject({
      userId: "jdoe",
      release: { release: "2506" },
    });
  });
});

describe("[F1] faults", () => {
  const XML = (["messages", "elements", "message", "attributes"] as const).flatMap((faultShape) =>
    (["", "ns0"] as const).flatMap((prefix) =>
      (["Exception", "Fault"] as const).flatMap((faultNames) =>
        [200, 500].map((faultStatus) => ({ faultShape, prefix, faultNames, faultStatus })),
      ),
    ),
  );
  test.each(XML)("are read in XML whatever the status: %j", async (shape) => {
    const answer = await tier({ ...shape, faults: { login: LOST } }).ask(LOGIN);
    expect(answer).toMatchObject({
      kind: "fault",
      fault: {
        type: `InternalServer${shape.faultNames}`,
        code: 1003,
        level: 3,
        message: LOST.message,
        ssoServerUrl: null,
        ssoAppId: null,
      },
    });
  });

  test.each(XML.filter(({ prefix }) => prefix === ""))("are read in JSON whatever the status: %j", async (shape) => {
    const answer = await tier({ ...shape, faults: { login: LOST } }).ask(jsonLoginRequest(TIER, CREDENTIALS));
    expect(answer).toMatchObject({
      kind: "fault",
      fault: { type: `InternalServer${shape.faultNames}`, code: 1003, message: LOST.message },
    });
  });

  test("a refused user is known as one, and says where the tier sends people", async () => {
    const sso = { url: "https://sso.example.com/login", app: "TCWEB" };
    for (const request of [loginRequest, jsonLoginRequest]) {
      const answer = await tier({ sso }).ask(request(TIER, { ...CREDENTIALS, password: new SecretValue("wrong") }));
      if (answer.kind !== "fault") throw new Error(answer.kind);
      expect(answer.fault).toMatchObject({ type: "InvalidCredentialsException", ssoServerUrl: sso.url, ssoAppId: sso.app });
      expect(refusesCredentials(answer.fault)).toBe(true);
    }
  });

  test("their codes are explained, and unknown ones are not", async () => {
    const fault = { type: "InternalServerException", level: 3, message: "x", messages: [], ssoServerUrl: null, ssoAppId: null };
    expect(plain(meaningOf({ ...fault, code: 1003 }))).toContain("its own server process");
    expect(plain(meaningOf({ ...fault, code: 214086 }))).toContain("does not know this operation");
    expect(plain(meaningOf({ ...fault, code: 77 }))).toBe("");
    expect(plain(meaningOf({ ...fault, code: null }))).toBe("");
  });

  test("several messages are kept, in an envelope too, and in a namespace of any kind", () => {
    const inside =
      '<x:ServiceException xmlns:x="urn:x"><x:messages code="1">one</x:messages><x:messages code="2" level="1">two</x:messages></x:ServiceException>';
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><detail>${inside}</detail></s:Fault></s:Body></s:Envelope>`;
    for (const text of [inside, envelope])
      expect(readAnswer(answered(text))).toMatchObject({
        kind: "fault",
        fault: {
          type: "ServiceException",
          code: 1,
          message: "one",
          messages: [{ code: 1 }, { code: 2, level: 1, message: "two" }],
        },
      });
  });

  const messagesOf = (text: string) => {
    const read = readAnswer(answered(text));
    return read.kind === "fault" ? read.fault.messages.map(({ code, message }) => [code, message]) : read.kind;
  };
  const EXCEPTION = 'xmlns="http://teamcenter.com/Schemas/Soa/2006-03/Exceptions"';

  test.each<readonly [words: string, text: string, messages: readonly (readonly [number | null, string])[]]>([
    [
      "several `message` elements with attributes",
      `<InvalidCredentialsException ${EXCEPTION}><message code="1">one</message><message code="515143">two</message></InvalidCredentialsException>`,
      [
        [1, "one"],
        [515143, "two"],
      ],
    ],
    [
      "`message` beside `messages`",
      `<ServiceException ${EXCEPTION}><messages code="1">one</messages><message>two</message><code>2</code></ServiceException>`,
      [
        [1, "one"],
        [2, "two"],
      ],
    ],
    [
      "JSON with one at the top and others below",
      '{".QName":"x.ServiceException","code":2,"message":"two","messages":[{"code":1,"message":"one"}]}',
      [
        [1, "one"],
        [2, "two"],
      ],
    ],
    [
      "one that is written twice is one",
      '{".QName":"x.ServiceException","code":1,"message":"one","messages":[{"code":1,"message":"one"}]}',
      [[1, "one"]],
    ],
    ["none", `<ServiceException ${EXCEPTION}/>`, [[null, ""]]],
  ])("[F12] every message of a fault is kept: %s", (_words, text, messages) => {
    expect(messagesOf(text)).toEqual(messages);
  });

  test("[F12] what a fault means is looked for in each of its messages", () => {
    const read = readAnswer(
      answered('{".QName":"x.ServiceException","messages":[{"code":7,"message":"wrapped"},{"code":1003,"message":"lost"}]}'),
    );
    expect(plain(read.kind === "fault" ? meaningOf(read.fault) : [])).toContain("its own server process");
  });

  test.each([
    [
      { code: "1003", level: "3", message: "m" },
      { type: "Exception", code: 1003, level: 3, message: "m" },
    ],
    [{ messages: [{ code: 5, level: 1, message: "m" }] }, { type: "Exception", code: 5, message: "m" }],
    [
      { ".QName": "http://teamcenter.com/Schemas/Soa/2006-03/Exceptions.ServiceException" },
      { type: "ServiceException", code: null, message: "" },
    ],
    [
      { ".QName": "{urn:x}InvalidUserFault", messages: ["bare"] },
      { type: "InvalidUserFault", message: "bare" },
    ],
    [
      { ".QName": "x.ServiceException", code: "not a number", message: { odd: 1 } },
      { type: "ServiceException", code: null, message: "" },
    ],
  ])("JSON of an unusual kind: %j", (value, fault) => {
    expect(readAnswer(answered(JSON.stringify(value)))).toMatchObject({ kind: "fault", fault });
  });
});

describe("[F1] what is no conversation", () => {
  test.each([
    ["login-page", { kind: "page", title: "Sign in" }],
    ["portal", { kind: "page", title: "Guest network" }],
    ["prolog", { kind: "not-understood", says: "Content is not allowed in prolog" }],
    ["prolog-fault", { kind: "not-understood", says: "Content is not allowed in prolog" }],
    ["redirect", { kind: "redirect", to: "https://sso.example.com/login" }],
  ] as const)("%s", async (instead, expected) => {
    const answer = await tier({ instead }).ask(LOGIN);
    expect(answer).toMatchObject(expected);
    expect(signedInBy(answer)).toBeNull();
  });

  test.each([
    ["", { kind: "empty" }],
    [" \n", { kind: "empty" }],
    ["hello", { kind: "unreadable", says: "it is neither XML nor JSON" }],
    ["{", { kind: "unreadable", says: "it begins like JSON and is none" }],
    ["[1]", { kind: "unreadable" }],
    ["<a><b></a>", { kind: "unreadable" }],
    ["<a/><b/>", { kind: "unreadable" }],
    ["<a>&nbsp;</a>", { kind: "unreadable", says: "it is not well-formed XML (line 1: the entity '&nbsp;' is not declared)" }],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', { kind: "unreadable" }],
    ["<!-- ours --><!doctype html><title>T</title>", { kind: "page", title: "T" }],
    [
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title> A\n b </title></head></html>',
      { kind: "page", title: "A b" },
    ],
    [
      Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]),
      { kind: "unreadable", says: "nothing says what it is, so it has to be UTF-8, and byte 4 of it is not" },
    ],
    // an instruction whose name only begins so declares no encoding
    [Buffer.from('<?xmlns encoding="ISO-8859-1"?><a>\xe9</a>', "latin1"), { kind: "unreadable" }],
  ])("%j", (body, expected) => {
    expect(readAnswer(answered(body))).toMatchObject(expected);
  });

  test.each([
    ["<html><title".repeat(1), "page"],
    [`<html>${"<title".repeat(300_000)}`, "page"],
    [`<html>${"marshal".repeat(300_000)}`, "page"],
    ["unmarshal ".repeat(200_000), "unreadable"],
    [`${"<!-- x -->".repeat(200_000)}<html>`, "unreadable"],
    [`{"a":${"[".repeat(1_000_000)}`, "unreadable"],
    [`{"a":${'{"a":'.repeat(20_000)}1${"}".repeat(20_001)}`, "json"],
  ])("%.20s... in great numbers is read in time linear in its length", (text, kind) => {
    expect(readAnswer(answered(text, { type: "text/plain" })).kind).toBe(kind);
  });

  test("a response to something else is no sign-in", () => {
    expect(signedInBy(readAnswer(answered("<LogoutResponse/>")))).toBeNull();
    expect(signedInBy(readAnswer(answered('{"a":1}')))).toBeNull();
    expect(signedInBy(readAnswer(answered('{".QName":"x.LogoutResponse","user":{}}')))).toBeNull();
  });
});

describe("[F2] within a session", () => {
  test("its cookies and its token come back, and a session that is not there is a fault", async () => {
    const made = await signedInTo();
    expect(await made.ask(typeDescriptionsRequest(TIER))).toMatchObject({ kind: "xml" });
    expect(made.requests.at(-1)?.headers).toMatchObject({
      cookie: "JSESSIONID=S000001.web1; XSRF-TOKEN=x-0001",
      "x-xsrf-token": "x-0001",
    });
    expect(await tier().ask(typeDescriptionsRequest(TIER))).toMatchObject({ kind: "fault", fault: { code: 1000 } });
    expect(await (await signedInTo({ faults: { getTypeDescriptions: LOST } })).ask(typeDescriptionsRequest(TIER))).toMatchObject({
      kind: "fault",
      fault: { code: 1003 },
    });
  });

  test("analytics say whose session it is, below whichever root the tier knows them", async () => {
    const [specified, json] = sessionAnalyticsRequests(TIER);
    const made = await signedInTo();
    expect(sessionFactsOf(await made.ask(specified))).toMatchObject({ userId: "jdoe", release: { release: "2506" } });
    const strict = await signedInTo({ jsonRootOnly: true });
    expect(await strict.ask(specified)).toMatchObject({ kind: "not-understood" });
    expect(sessionFactsOf(await strict.ask(json))?.userId).toBe("jdoe");
    expect(sessionFactsOf(await tier().ask(json))).toBeNull();
  });

  test("the session's information tells a release where the sign-in does not", async () => {
    const made = await signedInTo({ info: "none" });
    expect(sessionFactsOf(await made.ask(sessionInfoRequest(TIER)))?.release).toMatchObject({
      release: "2506",
      version: "25060.0004.0000.2025061500",
    });
  });

  test("saved queries: entries by the site's own names, every member with its name, and a user that is not found is not absent", async () => {
    const made = await signedInTo({ entries: ["Gruppe", "Rolle", "Benutzer"] });
    const queries = savedQueriesOf(await made.ask(getSavedQueriesRequest(TIER)));
    expect(queries?.map(({ name }) => name)).toEqual(["General...", "Admin - Group/Role Membership"]);
    const [general, membership] = (queries ?? []).map(({ query }) => query);
    if (!general || !membership) throw new Error("no query");
    const fields = queryFieldsOf(await made.ask(describeSavedQueriesRequest(TIER, [membership])));
    expect(fields?.[0]?.map(({ entry }) => entry)).toEqual(["Gruppe", "Rolle", "Benutzer"]);
    const found = queryResultOf(
      await made.ask(
        executeSavedQueryRequest(
          TIER,
          membership,
          [
            ["Gruppe", "*"],
            ["Rolle", "*"],
          ],
          100,
        ),
      ),
    );
    expect(found).toMatchObject({ found: 1, objects: [{ uid: "m-1", type: "GroupMember" }] });
    expect(found?.shown[0]?.properties.get("object_name")).toEqual(["Engineering/Designer/Doe, Jane (jdoe)"]);
    expect(await made.ask(executeSavedQueryRequest(TIER, membership, [["Group", "*"]], 100))).toMatchObject({
      kind: "fault",
      fault: { code: 214086 },
    });
    expect(queryResultOf(await made.ask(executeSavedQueryRequest(TIER, general, [["Type", "User"]], 10)))).toMatchObject({
      found: 0,
      objects: [],
    });
  });

  test("a site preference, or none of that name", async () => {
    const request = preferencesRequest(TIER, ["Fms_BootStrap_Urls"]);
    const made = await signedInTo({ bootstrapUrls: ["https://files.example.com:4544"] });
    expect(preferenceOf(await made.ask(request), "Fms_BootStrap_Urls")).toEqual(["https://files.example.com:4544"]);
    expect(preferenceOf(await (await signedInTo()).ask(request), "Fms_BootStrap_Urls")).toBeNull();
  });
});
