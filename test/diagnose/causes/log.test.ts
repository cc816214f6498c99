import { describe, expect, test } from "vitest";
import { withoutSecrets } from "../../../src/kernel/secrets/conceal.ts";
import { encodingOf } from "../../../src/diagnose/causes/encoding.ts";
import { headerOf } from "../../../src/diagnose/causes/header.ts";
import { readLog } from "./reading.ts";

const HEADER = "2026-03-04 10:12:13,482";
const LOST = "Communication with the server was lost while an operation was in progress.";
const MARK = { "utf-8": [0xef, 0xbb, 0xbf], "utf-16le": [0xff, 0xfe] } as const;

const ids = (log: Parameters<typeof readLog>[0], piece?: number) =>
  readLog(log, piece).causes.map(({ cause, line, count }) => [cause.id, line, count]);

describe("[H1] a header has its level in its column", () => {
  test.each([
    [`${HEADER} ERROR [main] c.e.Session - failed`, "error"],
    ["[2026-03-04T10:12:13.482Z] [main] WARN  c.e.Session", "warning"],
    ["10:12:13 [pool-1-thread-3] INFO x", "other"],
    ["SCHWERWIEGEND: Anmeldung", "error"],
    ["ERROR: failed", "error"],
    ["[ERROR] failed", "error"],
    ["04.03.2026 10:12:13 | ERROR | failed", "error"],
  ])("%s", (line, level) => expect(headerOf(line)).toMatchObject({ level }));

  test.each([
    "the page says ERROR here",
    "Content is not allowed in prolog.",
    "\tat a.b.C(D.java:1)",
    "ERRORS were 3",
    "2026-03-04 the ERROR",
  ])("none: %s", (line) => expect(headerOf(line)).toBeNull());
});

test("[H1] the message is on the line after the one with ERROR, and 'prolog' has no tag at all", () => {
  const log = `${HEADER} INFO x\n${HEADER} ERROR [main] c.e.Session\n${LOST}\n\tat a.b.C(D.java:1)\n${HEADER} DEBUG y\nContent is not allowed in prolog.\n`;
  expect(ids(log)).toEqual([
    ["tier/backend-lost", 3, 1],
    ["tier/release-mismatch", 6, 1],
  ]);
  expect(readLog(log).unmatched).toEqual([]);
});

test("[H1] what no cause explains is counted together, with numbers and paths apart alone", () => {
  const one = (n: number) => `${HEADER} ERROR c.e\nCould not write C:\\Temp\\${n}.xml after ${n} ms\n`;
  const { unmatched, source } = readLog(`${one(1)}${one(22)}${HEADER} ERROR c.e\nother\n`);
  expect(source).toMatchObject({ records: 3, errors: 3, log: true });
  expect(unmatched.map(({ count, line }) => [count, line])).toEqual([
    [2, 2],
    [1, 6],
  ]);
});

describe("[H2] sign-in attempts", () => {
  const lines = (...texts: string[]) =>
    readLog(
      texts.map((text) => (/^(?:ERROR|INFO)/.test(text) ? `${HEADER} ${text}` : `${HEADER} INFO c.e - ${text}`)).join("\n"),
    );
  const outcomes = (...texts: string[]) => lines(...texts).attempts.map(({ outcome, line }) => [outcome, line]);
  const FINISHED = "loginToTeamcenter(): Finished";

  test.each([
    ["marker and clean end", ["Login Successfull", FINISHED], [["success", 1]]],
    ["clean end and marker", [FINISHED, "Login Successfull"], [["success", 2]]],
    ["one L is no marker", ["Login Successful", FINISHED], []],
    ["failure", ["Login Unsuccessfull", FINISHED], [["failure", 1]]],
    ["no signal", ["Is user logged in: true"], []],
    ["no signal after a failure", ["Login Unsuccessfull", "Is user logged in: true"], [["failure", 1]]],
    ["an error before the end", ["Login Successfull", "ERROR c.e - x", FINISHED], [["unknown", 1]]],
    ["no end", ["Login Successfull"], [["unknown", 1]]],
    [
      "the end of a failure is none of the next",
      ["Login Unsuccessfull", FINISHED, "Login Successfull", "ERROR c.e - x", FINISHED],
      [
        ["failure", 1],
        ["unknown", 3],
      ],
    ],
    ["a clean sign-in, and errors later", ["Login Successfull", FINISHED, "ERROR c.e - x", "ERROR c.e - y"], [["success", 1]]],
    [
      "a clean end first, an error, and the marker after it",
      [FINISHED, "ERROR c.e - x", "Login Successfull", "ERROR c.e - y"],
      [["success", 3]],
    ],
    ["an error before either is of something else", ["ERROR c.e - x", "Login Successfull", FINISHED], [["success", 2]]],
    [
      "a failure without its own end, and a success",
      ["Login Unsuccessfull", "Login Successfull", FINISHED],
      [
        ["failure", 1],
        ["success", 2],
      ],
    ],
    [
      "the same, and errors later",
      ["Login Unsuccessfull", "Login Successfull", FINISHED, "ERROR c.e - x", "ERROR c.e - y"],
      [
        ["failure", 1],
        ["success", 2],
      ],
    ],
    [
      "the same with an error before its end",
      ["Login Unsuccessfull", "Login Successfull", "ERROR c.e - x", FINISHED],
      [
        ["failure", 1],
        ["unknown", 2],
      ],
    ],
    ["an end with errors before its marker", [`${FINISHED} with errors`, "Login Successfull"], [["unknown", 2]]],
    [
      "two failures without an end, and a success",
      ["Login Unsuccessfull", "Login Unsuccessfull", "Login Successfull", FINISHED],
      [
        ["failure", 1],
        ["failure", 2],
        ["success", 3],
      ],
    ],
    [
      "a failure with its end, and a success without one",
      ["Login Unsuccessfull", FINISHED, "Login Successfull"],
      [
        ["failure", 1],
        ["unknown", 3],
      ],
    ],
    ["'Finished with errors' is not clean", ["Login Successfull", `${FINISHED} with errors`], [["unknown", 1]]],
    ["nor in other words", ["Login Successfull", `${FINISHED} with 2 error(s)`], [["unknown", 1]]],
    ["nor one that failed", ["Login Successfull", `${FINISHED}, failed to load preferences`], [["unknown", 1]]],
    ["nor one that was cancelled", ["Login Successfull", `${FINISHED} (canceled)`], [["unknown", 1]]],
    ["nor one that threw", ["Login Successfull", `${FINISHED} exceptionally: java.lang.NullPointerException`], [["unknown", 1]]],
    ["nor one that is logged as an error", ["Login Successfull", `ERROR c.e - ${FINISHED}`], [["unknown", 1]]],
    [
      "a second end of one attempt is none of the next",
      ["Login Successfull", FINISHED, FINISHED, "Login Successfull", "ERROR c.e - x", FINISHED],
      [
        ["success", 1],
        ["unknown", 4],
      ],
    ],
    [
      "nor is the end of a cancelled attempt after a failed one",
      ["Login Unsuccessfull", FINISHED, FINISHED, "Login Successfull", "ERROR c.e - x", FINISHED],
      [
        ["failure", 1],
        ["unknown", 4],
      ],
    ],
    [
      "ends before their markers, twice",
      [FINISHED, "Login Successfull", "ERROR c.e - x", FINISHED, "Login Successfull"],
      [
        ["success", 2],
        ["success", 5],
      ],
    ],
    ["an error that speaks of the marker", ["ERROR c.e - expected 'Login Successfull'", FINISHED], []],
    ["a failure that is logged as an error", ["ERROR c.e - Login Unsuccessfull", FINISHED], [["failure", 1]]],
    ["the end of another method", ["Login Successfull", "logoutFromTeamcenter(): Finished"], [["unknown", 1]]],
    ["nor one that was interrupted", ["Login Successfull", `${FINISHED} (interrupted by the user)`], [["unknown", 1]]],
    ["nor one whose result is false", ["Login Successfull", `${FINISHED}, result: false`], [["unknown", 1]]],
    ["nor one that timed out", ["Login Successfull", `${FINISHED}: timed out`], [["unknown", 1]]],
    ["nor one with ten errors", ["Login Successfull", `${FINISHED} with 10 errors`], [["unknown", 1]]],
    ["nor one without errors that was aborted", ["Login Successfull", `${FINISHED} without errors, aborted`], [["unknown", 1]]],
    ["one with a timeout that was not reached is clean", ["Login Successfull", `${FINISHED}, timeout 30 s`], [["success", 1]]],
    ["and one whose result is true", ["Login Successfull", `${FINISHED}, result: true`], [["success", 1]]],
    ["one without errors is clean", ["Login Successfull", `${FINISHED} without errors`], [["success", 1]]],
    ["with none, and how long it took", ["Login Successfull", `${FINISHED} with 0 errors in 1200 ms`], [["success", 1]]],
    [
      "an end that is not clean says nothing of the next",
      ["Login Successfull", `${FINISHED} with errors`, "Login Successfull", FINISHED],
      [
        ["unknown", 1],
        ["success", 3],
      ],
    ],
    [
      "two",
      ["Login Successfull", FINISHED, "Login Unsuccessfull"],
      [
        ["success", 1],
        ["failure", 3],
      ],
    ],
  ] as const)("%s", (_, texts, wanted) => expect(outcomes(...texts)).toEqual(wanted));

  test("the release and the address that the log says of the tier, and the time", () => {
    const told = lines("TC_SERVER_URL=http://plm.example.com:7001/tc", "DisplayVersion=2606.0001", "Login Successfull", FINISHED);
    expect(told.attempts).toEqual([
      {
        ...{ file: "a.log", line: 3, at: "2026-03-04 10:12:13,482", outcome: "success", why: null },
        ...{ release: "2606.0001", tier: "http://plm.example.com:7001/tc", error: null },
      },
    ]);
    expect(told.source).toMatchObject({ first: "2026-03-04 10:12:13,482", last: "2026-03-04 10:12:13,482" });
    expect(lines("Is user logged in: true", "Is user logged in: true").source.noSignals).toBe(2);
  });

  test("the first error after each, and none of the next one's; without secrets", () => {
    const { attempts } = lines(
      ...["ERROR before", "Login Successfull", FINISHED, "ERROR c.e - password=made-up-1", "ERROR c.e - second"],
      ...["Login Unsuccessfull", "Login Successfull", "ERROR c.e - within", FINISHED],
    );
    expect(attempts.map(({ error }) => error?.line ?? null)).toEqual([4, null, 8]);
    expect(attempts[0]?.error?.text).toContain("c.e - password");
    expect(JSON.stringify(attempts)).not.toContain("made-up-1");
  });

  test("an address with a user in it, or of another program, is not taken for the tier's", () => {
    const tierOf = (text: string) => lines(text, "Login Successfull", FINISHED).attempts.map(({ tier }) => tier);
    expect(tierOf("loginToTeamcenter() http://anna:made-up-1@plm.example.com/tc")).toEqual([null]);
    expect(tierOf("other http://plm.example.com/tc")).toEqual([null]);
    expect(tierOf("TC_SERVER_URL=http://plm.example.com/tcx")).toEqual([null]);
  });
});

describe("[H1] encodings, line ends and pieces", () => {
  const TEXT = `${HEADER} ERROR [main] Größe\r\n${LOST}\r\n${HEADER} INFO ende`;
  const utf16 = Buffer.from(TEXT, "utf16le");
  const cases: readonly (readonly [string, Uint8Array, string])[] = [
    ["UTF-8", Buffer.from(TEXT), "utf-8"],
    ["UTF-8 with its mark", Buffer.concat([Buffer.from(MARK["utf-8"]), Buffer.from(TEXT)]), "utf-8"],
    ["UTF-16 with its mark", Buffer.concat([Buffer.from(MARK["utf-16le"]), utf16]), "utf-16le"],
    ["UTF-16 without", utf16, "utf-16le"],
    ["UTF-16, the other way", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]), "utf-16be"],
    ["Windows-1252", Buffer.from(TEXT, "latin1"), "windows-1252"],
    ["carriage returns alone", Buffer.from(TEXT.replaceAll("\r\n", "\r")), "utf-8"],
    ["line feeds alone", Buffer.from(TEXT.replaceAll("\r\n", "\n")), "utf-8"],
  ];
  test.each(cases)("%s", (_, bytes, encoding) => {
    expect(encodingOf(bytes)).toEqual({ encoding });
    for (const piece of [1, 2, 3, 7, 64, 4096])
      expect(readFirst(bytes, piece), `pieces of ${piece}`).toEqual([["tier/backend-lost", 2, 1]]);
  });

  /** Whatever the pieces are, the first one says the encoding. */
  const readFirst = (bytes: Uint8Array, piece: number) => ids(bytes, piece);

  test("a line longer than any message is cut, and the next one is read", () => {
    const log = `${HEADER} INFO ${"x".repeat(300_000)}\n${HEADER} ERROR a\n${LOST}\n`;
    for (const piece of [1000, 65_536, 1 << 20]) expect(ids(log, piece)).toEqual([["tier/backend-lost", 3, 1]]);
  });

  test.each([
    ["a gzip file", [0x1f, 0x8b, 8, 0]],
    ["a zip archive", [0x50, 0x4b, 3, 4]],
    ["no text", [1, 0, 0, 7, 0, 9, 0, 0]],
  ])("no text: %s", (words, bytes) =>
    expect(encodingOf(Uint8Array.from(bytes))).toMatchObject({ other: expect.stringContaining(words) }),
  );
});

describe("[H3] a fault's body says what the server said", () => {
  const fault = (type: string, code: number, message: string) =>
    `<n:${type} xmlns:n="urn:x"><n:messages code="${code}" level="3">${message}</n:messages></n:${type}>`;
  test("as XML and JSON, in any language", () => {
    for (const text of [
      fault("InternalServerException", 1003, "Verbindung weg"),
      '{".QName":"x.InternalServerException","messages":[{"code":1003,"level":3,"message":"Verbindung weg"}]}',
    ]) {
      const { causes, faults } = readLog(text);
      expect(causes.map(({ cause }) => cause.id)).toEqual(["tier/backend-lost"]);
      expect(faults).toMatchObject([
        {
          type: "InternalServerException",
          code: 1003,
          message: "Verbindung weg",
          means: expect.stringContaining("server process"),
        },
      ]);
    }
  });

  test("one that nobody knows is told, and nothing is claimed", () => {
    const { causes, faults } = readLog(fault("ServiceException", 77, "x"));
    expect([causes, faults.map(({ code, means }) => [code, means])]).toEqual([[], [[77, ""]]]);
  });
});

describe("what opens something is not shown", () => {
  const SECRET = "gEh31m-wort";
  test.each([
    `password=${SECRET}&user=u`,
    `<LoginInput username="u" password="${SECRET}" role=""/>`,
    `<LoginInput password='${SECRET}'/>`,
    `{"client_secret": "${SECRET}", "x": 1}`,
    `{"client_secret": "a\\"${SECRET}"}`,
    `tcsso.oidc.client_secret = ${SECRET} und mehr`,
    `<p:password>${SECRET}</p:password>`,
    `Authorization: Bearer ${SECRET}`,
    `Cookie: JSESSIONID=${SECRET}`,
    `http://u:${SECRET}@plm.example.com/`,
    `GET /oidc_callback?code=${SECRET}&state=x`,
    `token ${"a1B2".repeat(20)}${SECRET}`,
  ])("%s", (line) => expect(withoutSecrets(line)).not.toContain(SECRET));

  test("what is about one stays", () => {
    for (const line of [
      "403 Forbidden: invalid csrf token",
      "client_auth_method=client_secret_basic",
      'messages code="1003" level="3"',
    ])
      expect(withoutSecrets(line)).toBe(line);
  });
});
