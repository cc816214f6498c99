import { describe, expect, test } from "vitest";
import { NoExport, readExport } from "../../../src/compiler/users/export.ts";

const users = [
  { id: "1", username: "jdoe", enabled: true, credentials: [{ secretData: "geheim" }] },
  { username: "off", enabled: false },
];
const wanted = [
  { username: "jdoe", enabled: true },
  { username: "off", enabled: false },
];
const read = (text: string, realm: string | null = null) => readExport(Buffer.from(text), realm);

/** The profile as a realm export carries it: a text in a text. */
const profile = (min: number, max: number) => ({
  "org.keycloak.userprofile.UserProfileProvider": [
    {
      config: {
        "kc.user.profile.config": [JSON.stringify({ attributes: [{ name: "username", validations: { length: { min, max } } }] })],
      },
    },
  ],
});

describe("[E7] users of the identity provider in every form that it gives them", () => {
  test("kcadm.sh get users: a JSON array", () => {
    expect(read(JSON.stringify(users, null, 2))).toEqual({ form: "list of users", users: wanted, limits: null });
    expect(read("[]").users).toEqual([]);
  });

  test("a realm export, with the limits of its user profile where it has one", () => {
    expect(read(JSON.stringify({ realm: "engineering", users }))).toEqual({ form: "realm export", users: wanted, limits: null });
    expect(read(JSON.stringify({ realm: "engineering", users, components: profile(3, 255) })).limits).toEqual({
      min: 3,
      max: 255,
    });
  });

  test.each([{ "kc.user.profile.config": ["{"] }, { "kc.user.profile.config": [7] }, {}, null])(
    "a profile that says nothing: %j",
    (config) => {
      const components = { "org.keycloak.userprofile.UserProfileProvider": [{ config }] };
      expect(read(JSON.stringify({ realm: "engineering", users, components })).limits).toBeNull();
    },
  );

  test("several realms: the one of sso.yaml", () => {
    const both = JSON.stringify([
      { realm: "master", users: [] },
      { realm: "engineering", users },
    ]);
    expect(read(both, "engineering").users).toEqual(wanted);
    expect(() => read(both, "other")).toThrow(/2 realms, and none of them/);
  });

  test.each([
    ["with a header", 'id,username,email\r\n1,jdoe,a@example.com\r\n2,"o""x",b\r\n', ["jdoe", 'o"x']],
    ["semicolons", "userName;x\njdoe;1\n", ["jdoe"]],
    ["one column without a header, as kcadm writes it", '"jdoe"\n"mm"\n', ["jdoe", "mm"]],
    ["a mark, an empty line, a CR that belongs to the name", "\ufeffusername\njdoe\n\nab\rc\nlast", ["jdoe", "ab\rc", "last"]],
    ["a separator inside quotation marks of the header, behind a mark", '\ufeff"id,a";username\n1;jdoe\n', ["jdoe"]],
    ["a malformed quotation stays as written", 'username\n"jdoe"x\nmm\nx"y\n', ['"jdoe"x', "mm", 'x"y']],
    ["spaces stay", "username\n jdoe \n", [" jdoe "]],
  ])("CSV: %s", (_title, text, names) => {
    expect(read(text)).toMatchObject({ form: "CSV", users: names.map((username) => ({ username, enabled: true })) });
  });

  test("UTF-16, as > of Windows PowerShell writes it, and a byte order mark", () => {
    const text = JSON.stringify(users);
    const little = Buffer.from(`\ufeff${text}`, "utf16le");
    expect(readExport(little, null).users).toEqual(wanted);
    expect(readExport(Buffer.from(little).swap16(), null).users).toEqual(wanted);
    expect(read(`\ufeff${text}`).users).toEqual(wanted);
  });

  test.each([
    ["", /empty/],
    [" \n", /empty/],
    ["{", /truncated/],
    ['[{"username":"a"},{"id":1}]', /user 2 of it has no username/],
    ['{"realm":"engineering"}', /no list of users: a realm is exported with its users/],
    ['["jdoe"]', /user 1/],
    ['username\njdoe\n"open\nmm\n', /^line 3, column 1: its quotation mark is not closed$/],
    ['\ufeffid,username\n1,"a\nb"\n2,"mm""\n3,last', /^line 4, column 3: /],
    ['"username', /^line 1, column 1: /],
  ])("%j is none", (text, why) => {
    expect(() => read(text)).toThrow(NoExport);
    expect(() => read(text)).toThrow(why);
  });

  test("bytes that are not UTF-8 are none", () => {
    expect(() => readExport(Buffer.from("username\nj\xfcrg\n", "latin1"), null)).toThrow(/not UTF-8/);
  });
});
