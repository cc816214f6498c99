import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareUsers } from "../../../src/compiler/users/compare.ts";
import { isRefused, nameFaults, shownName } from "../../../src/compiler/users/user-names.ts";
import { runs } from "../../support/runs.ts";

const LIMITS = { min: 2, max: 255 };
const kinds = (id: string, limits = LIMITS) => nameFaults(id, limits).map(({ kind }) => kind);

describe("[E7] what keeps an id from being a username", () => {
  test.each([
    ["jdoe", []],
    ["j.doe-1_x", []],
    ["jörg", []],
    ["j@example.com", []],
    ["JDoe", ["upper-case"]],
    ["ÄRGER", ["upper-case"]],
    ["İ1", ["upper-case"]],
    ["x", ["too-short"]],
    ["x".repeat(256), ["too-long"]],
    ["", ["empty"]],
    [" jdoe", ["space"]],
    ["jdoe\r", ["space"]],
    ["j\tdoe", ["space"]],
    ["jdoe\u00a0", ["space"]],
    ["jdoe\u2028", ["space"]],
    ["jdoe\u0000", ["space"]],
    ["\ufeffjdoe", ["unseen"]],
    ["j\u200bdoe", ["unseen"]],
    ["j\u00addoe", ["unseen"]],
    ["j\u200ddoe", ["script"]],
    ["j\u2060doe", ["unseen"]],
    ["j\u3164doe", ["script"]],
    ["o\u2019neil", []],
    ["日本", ["script"]],
    ["j/doe", ["forbidden"]],
    ["o'neil", ["forbidden"]],
    ["j§", ["forbidden"]],
    ["dоe", ["script"]],
    ["jo\u0308rg", ["script"]],
    ["J Doe/", ["upper-case", "space", "forbidden"]],
  ])("%j: %j", (id, wanted) => {
    expect(kinds(id)).toEqual(wanted);
  });

  test("[F13] invisible characters that the server refuses are reported as refused, and those that it stores as never typed", () => {
    expect(nameFaults("a\u200db", LIMITS)).toEqual([
      {
        kind: "script",
        says: "holds zero-width joiner (U+200D) as character 2: it is invisible, and the identity provider refuses it in a username (error-username-invalid-character)",
      },
    ]);
    expect(nameFaults("a\u200bb", LIMITS)[0]?.says).toContain("it is invisible, and nobody types it at the login form");
    expect([nameFaults("a\u200db", LIMITS).some(isRefused), nameFaults("a\u200bb", LIMITS).some(isRefused)]).toEqual([
      true,
      false,
    ]);
  });

  test("limits are the realm's, in UTF-16 units", () => {
    expect(kinds("ab", { min: 3, max: 4 })).toEqual(["too-short"]);
    expect(kinds("𝒶𝒷", { min: 3, max: 4 })).toEqual([]);
    expect(kinds("abcde", { min: 3, max: 4 })).toEqual(["too-long"]);
  });

  test("invisible characters are shown by code point and place, and in the name", () => {
    const [fault] = nameFaults("jdoe\r", LIMITS);
    expect(fault?.says).toMatch(/^holds carriage return \(U\+000D\) at its end, which the identity provider refuses/);
    expect(nameFaults("j\u200bd\u200b", LIMITS)[0]?.says).toMatch(
      /zero-width space \(U\+200B\) as character 2, zero-width space \(U\+200B\) at its end/,
    );
    expect(shownName("\ufeffj doe\r")).toBe("<U+FEFF>j doe<U+000D>");
  });

  test("what is too long to list is counted", () => {
    expect(nameFaults("a\t".repeat(9), LIMITS)[0]?.says).toMatch(/ and 4 more, which/);
  });
});

const compared = (ids: readonly string[], names: readonly string[] | null, limits = LIMITS) =>
  compareUsers(
    ids.map((id, i) => ({ id, line: i + 2 })),
    names === null ? null : names.map((username) => ({ username, enabled: username !== "off" })),
    limits,
  );

describe("[E7] ids against usernames, byte by byte", () => {
  test.each([
    ["jdoe", "jdoe", "equal", null],
    ["jdoe", "other", "missing", null],
    ["JDoe", "jdoe", "impossible", /only the case differs/],
    ["jdoe ", "jdoe", "impossible", /differs in invisible characters: from character 5 on it has U\+0020, the other nothing/],
    ["jdoe", "jdoe\u200b", "missing", /it has nothing, the other U\+200B/],
    [
      "jo\u0308rg",
      "jörg",
      "impossible",
      /another Unicode form: from character 2 on it has U\+006F U\+0308, the other U\+00F6 U\+0072/,
    ],
    ["jörg", "jo\u0308rg", "missing", /another Unicode form/],
    ["jdоe", "jdoe", "impossible", /looks alike: from character 3 on it has U\+043E U\+0065, the other U\+006F U\+0065/],
    ["jdoe", "ｊｄｏｅ", "missing", /looks alike/],
  ])("%j and %j: %s", (id, username, outcome, says) => {
    const [user] = compared([id], [username]).users;
    expect(user).toMatchObject({ outcome, near: says ? username : null });
    const near = user?.why.find(({ kind }) => kind === "near")?.says;
    if (says) expect(near).toMatch(says);
    else expect(near).toBeUndefined();
  });

  test("an id in a wrong encoding is reported as only that, with the intended user", () => {
    const { users } = compared(["jÃ¶rg", "MÃ¼ller", "jörg"], ["jörg", "admin"]);
    expect(users.map(({ outcome, near, why }) => [outcome, near, why.map(({ kind }) => kind)])).toEqual([
      ["impossible", "jörg", ["encoding", "near"]],
      ["impossible", null, ["encoding"]],
      ["equal", null, []],
    ]);
    expect(users[0]?.why.map(({ says }) => says)).toEqual([
      "is text in a wrong encoding: UTF-8 that was read as Windows-1252; it should be jörg, so save the list as UTF-8",
      "the identity provider has jörg: the same text in the right encoding",
    ]);
  });

  test("two ids that are one username, a duplicate id, and a disabled username", () => {
    const { users, others } = compared(["jdoe", "JDOE", "abc", "abc", "off"], ["jdoe", "abc", "off", "admin"]);
    expect(users.map(({ outcome, why }) => [outcome, ...why.map(({ kind }) => kind)])).toEqual([
      ["equal", "same-when-lower"],
      ["impossible", "upper-case", "near", "same-when-lower"],
      ["equal", "twice"],
      ["equal", "twice"],
      ["equal", "disabled"],
    ]);
    expect(others).toBe(1);
  });

  test("without users of the identity provider the rules alone are held against the ids", () => {
    const { users, others } = compared(["jdoe", "JDoe"], null);
    expect(users.map(({ outcome }) => outcome)).toEqual(["possible", "impossible"]);
    expect(others).toBeNull();
  });

  test("an id is equal exactly where its bytes are among the usernames", () => {
    const part = fc.constantFrom("a", "A", "ä", "a\u0308", " ", "\r", "\u200b", "\ufeff", "о", "o", "/", "1", "ﬁ");
    const name = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(""));
    const law = fc.property(fc.uniqueArray(name, { maxLength: 6 }), fc.array(name, { maxLength: 6 }), (ids, names) => {
      const bytes = new Set(names.map((username) => Buffer.from(username).toString("hex")));
      for (const { id, outcome } of compared(ids, names).users) {
        expect(outcome === "equal").toBe(bytes.has(Buffer.from(id).toString("hex")));
        if (outcome !== "equal") expect(outcome === "impossible").toBe(nameFaults(id, LIMITS).some(isRefused));
      }
    });
    fc.assert(law, { numRuns: runs(1_000) });
  });
});
