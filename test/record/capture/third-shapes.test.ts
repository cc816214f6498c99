import { describe, expect, test } from "vitest";
import { FOR_BODIES, redactorOf } from "../../../src/record/capture/learn.ts";
import { type Kind, Redactor } from "../../../src/record/capture/redact/redactor.ts";
import { DONE, recorded } from "./recorded.ts";

const V = "Zq7hunter2Winter9Xy";

const hidden = (text: string, kind: Kind): string => {
  const redactor = new Redactor();
  redactor.learn(text, kind);
  return redactor.hide(text, kind);
};

describe("[G5] a command's words as items of a list", () => {
  test.each<readonly [Kind, string]>([
    ["json", `["-p","${V}"]`],
    ["json", `["--password","${V}"]`],
    ["json", `{"args":["--password","${V}"]}`],
    ["json", `{"args":["tool","-u","ed","-p","${V}","-g","dba"]}`],
    ["json", `{"args":["tool","-u=ed","-p=${V}","-g=dba"]}`],
    ["json", JSON.stringify({ cmd: JSON.stringify(["tool", "--client-secret", V, "-v"]) })],
    ["text", `run(['tool', '-u', 'ed', '-p', '${V}'])`],
    ["text", `args:\n  - --password\n  - ${V}\n`],
    ["text", `args:\n  - -u\n  - ed\n  - "-p"\n  - "${V}"\n`],
    ["xml", `<exec><arg>--password</arg>\n  <arg>${V}</arg></exec>`],
    ["json", JSON.stringify([{ op: "replace", path: "/password", value: V }])],
    ["json", JSON.stringify(["install", "-user=ed", "-u=ed", "-w", V], null, 2)],
  ])("%s: %s", (kind, text) => {
    expect(hidden(text, kind)).not.toContain(V);
  });

  test("a password of only letters is recognized next to a user", () => {
    expect(hidden('["tool","-u=infodba","-p","correcthorse"]', "json")).not.toContain("correcthorse");
  });

  test.each<readonly [Kind, string]>([
    ["json", '{"args":["docker","run","-p","8080:80","-u","app"]}'],
    ["json", '{"args":["mkdir","-p","build/v2"]}'],
    ["json", '{"args":["tool","-p","--verbose","-g","dba"]}'],
    ["json", '{"args":["ssh","-p","2222","--password-policy","length(8)"]}'],
    ["text", "args:\n  - --password-policy\n  - length(8)\n  - -p\n  - --verbose\n"],
    ["xml", "<exec><arg>--verbose</arg><arg>length8and9</arg></exec>"],
    ["json", '[{"op":"replace","path":"/passwordPolicy","value":"length(8)"},{"path":"/name","value":"ed"}]'],
    ["json", '{"-p":"number of pages","--w":"width"}'],
  ])("what opens nothing stays (%s): %s", (kind, text) => {
    expect(hidden(text, kind)).toBe(text);
  });
});

describe("[G5] fields of a page that only a label identifies", () => {
  test.each([
    `<label>Password</label><input value="${V}">`,
    `<label for="f1">Password:</label><input id="f1" value="${V}">`,
    `<label for=f1>Password</label><p>x</p><input id=f1 value=${V}>`,
    `<label>Password <input value='${V}'></label>`,
    `<LABEL><b>Passwort *</b></LABEL><br><INPUT TYPE=text VALUE="${V}">`,
    `<input id="f1" name="field1" value="${V}"><label for="f1">Password</label>`,
    `<label>Password</label><input value="correct horse">`,
  ])("%s", (text) => {
    const shown = hidden(text, "text");
    for (const secret of [V, "correct horse"]) expect(shown).not.toContain(secret);
  });

  test.each([
    '<label>Password</label><input type="submit" value="Sign in">',
    '<label>Password</label><input type=checkbox value="remember me">',
    '<label>Password policy</label><input value="length(8)">',
    '<label for="f1">Password</label><input id="f2" name="user" value="infodba-ed">',
    '<label>Password</label><input type="password"><label>User</label><input value="infodba-ed">',
    '<label>User</label><input value="infodba-ed"><a href="/reset">Forgot Password?</a>',
  ])("what opens nothing stays: %s", (text) => {
    expect(hidden(text, "text")).toBe(text);
  });
});

describe("[G5] lists of kinds of credentials", () => {
  test.each(['{"requiredCredentials":["password","otp"]}', '{"requiredCredentials" : [ "password", "secret" ] }'])(
    "all of them stay: %s",
    (text) => {
      expect(hidden(text, "json")).toBe(text);
    },
  );

  test.each(['["password","otp"]', '{"requiredCredentials":["password","hunter2hunter2"]}', '{"user":["password","secret"]}'])(
    "a name and its value do not: %s",
    (text) => {
      expect(hidden(text, "json")).toContain('"(value not shown)"');
    },
  );
});

const answer = (headers: string, body: string): string =>
  `HTTP/1.1 200 OK\r\n${headers}Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const SIGN_IN = `POST /login HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${V.length + 15}\r\n\r\n{"password":"${V}"}`;
const QUOTED: readonly (readonly ["c2s" | "s2c", string])[] = [
  ["c2s", "GET /note HTTP/1.1\r\n\r\n"],
  ["s2c", answer('ETag: "note-7"\r\n', `noted ${V} here`)],
];

test.each([
  ["before", [["c2s", SIGN_IN] as const, ["s2c", answer("", "ok")] as const, ...QUOTED]],
  ["after", [...QUOTED, ["c2s", SIGN_IN] as const, ["s2c", answer("", "ok")] as const]],
])("[G5] a body in which a secret stands that is learned %s it teaches its tag to other exchanges", (_, steps) => {
  const { measured } = redactorOf(recorded([[...steps, ...DONE]]), FOR_BODIES);
  expect([...measured.tags]).toEqual(["note-7"]);
  expect([...measured.resources]).toContain("/note");
});

test("a body without secrets teaches no tag", () => {
  const steps = [
    ["c2s", "GET /note HTTP/1.1\r\n\r\n"] as const,
    ["s2c", answer('ETag: "note-8"\r\n', "nothing of interest")] as const,
    ["c2s", SIGN_IN] as const,
    ["s2c", answer("", "ok")] as const,
  ];
  expect([...redactorOf(recorded([[...steps, ...DONE]]), FOR_BODIES).measured.tags]).toEqual([]);
});

describe("[G5] the address of an identity provider's login page", () => {
  const DATA = Buffer.from(JSON.stringify({ ru: "https://plm.example.com/cb", rt: "code", st: "q7Hw2Lr9Zx" })).toString(
    "base64url",
  );
  const address = (data: string) =>
    `/realms/plm/login-actions/authenticate?execution=e1&client_id=tc&tab_id=9vXr&client_data=${data}`;

  test("client_data carries redirect address and state, and is hidden as state is", () => {
    expect(hidden(address(DATA), "address")).toBe(address("(value not shown)"));
    expect(hidden(`<form action="${address(DATA).replaceAll("&", "&amp;")}">`, "text")).not.toContain(DATA);
  });

  test("a short client_data is shown, as a short state is", () => {
    expect(hidden(address("none"), "address")).toBe(address("none"));
  });
});
