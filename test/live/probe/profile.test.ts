import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRefusal, type Refusal } from "../../../src/kernel/diagnostic/refusal.ts";
import { othersIn, readOwnFile } from "../../../src/platform/owner-only.ts";
import { profilesFolder } from "../../../src/platform/profiles-folder.ts";
import { readAdministrator, readProfile } from "../../../src/compiler/load/profile.ts";
import { passwordRecipes } from "./password-recipes.ts";
import { notRun } from "../../support/not-run.ts";
import { temporaryFolder } from "../../support/repository.ts";

const WHOLE = `user: jdoe
password: { env: PLM_PASSWORD }
group: Systems Engineering
role: Designer
sso: { user: j.doe, password: { file: sso.password } }
idp: { user: admin, password: { command: [secret-tool, lookup, service, idp] } }
`;

function profile(text: string, mode = 0o600): { readonly folder: string; readonly file: string } {
  const folder = temporaryFolder();
  const file = join(folder, "plm.yaml");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return { folder, file };
}

/** What a profile is refused with: its words, what to do, and the line. */
function refusal(
  text: string,
  mode?: number,
): { readonly says: string; readonly help: string | null; readonly line: number | null } {
  const { file } = profile(text, mode);
  try {
    readProfile(file, "/", null);
  } catch (error) {
    expect(isRefusal(error, 2)).toBe(true);
    const { message, help, at } = error as Refusal;
    return { says: message.replaceAll(file, "FILE"), help, line: at?.line ?? null };
  }
  throw new Error("it was taken");
}

const CANARY = "Tr0ub4dor-and-3";

describe("[F7] a profile", () => {
  test("of the identity provider's administrator alone is enough for the idp commands, and not for signing in", () => {
    const alone = "idp: { user: admin, password: { env: IDP_PASSWORD } }\n";
    const { file } = profile(alone);
    expect(readAdministrator(file, "/", null)).toMatchObject({ name: file, idp: { user: "admin" } });
    const refused = refusal(alone);
    expect(refused.says).toContain("names only the identity provider's administrator, and no user who signs in");
    expect(refused.help).toContain("only the idp commands accept it without them");
    // who begins to name somebody is told what is missing
    expect(refusal(`user: jdoe\n${alone}`).says).toContain("the profile has no password");
    expect(refusal(`sso: { user: j.doe }\n${alone}`).says).toContain("the profile has no user");
    const { file: whole } = profile(WHOLE);
    expect(readAdministrator(whole, "/", null).idp).toEqual(readProfile(whole, "/", null).idp);
    // nobody else may read it, whoever reads it
    expect(() => readAdministrator(profile(alone, 0o640).file, "/", null)).toThrow(/was not read/);
  });

  test("names a user or a service account as the identity provider's administrator, its realm and an own address", () => {
    const idpOf = (text: string) => readAdministrator(profile(`idp: ${text}\n`).file, "/", null).idp;
    expect(idpOf("{ client: tierwright, secret: { env: S }, realm: engineering, base: https://a.example.com/ }")).toMatchObject({
      client: "tierwright",
      secret: { source: { kind: "env", name: "S" } },
      realm: "engineering",
      base: { value: "https://a.example.com", place: { line: 1 } },
    });
    expect(idpOf("{ user: a, password: { env: P } }")).toMatchObject({ user: "a", realm: null, base: null });
  });

  test("names a user and where passwords are; what is not said comes from its own account", () => {
    const { folder, file } = profile(WHOLE);
    const read = readProfile(file, "/", null);
    expect(read).toMatchObject({ user: "jdoe", group: "Systems Engineering", role: "Designer", path: file });
    expect(read.password.source).toEqual({ kind: "env", name: "PLM_PASSWORD" });
    expect(read.sso).toMatchObject({ user: "j.doe", password: { source: { kind: "file", path: "sso.password" } } });
    expect(read.idp).toMatchObject({
      user: "admin",
      password: { source: { kind: "command", argv: ["secret-tool", "lookup", "service", "idp"] } },
    });
    const short = profile("user: jdoe\npassword: { env: P }\n");
    expect(readProfile(short.file, "/", null)).toMatchObject({ group: "", role: "", sso: { user: "jdoe" }, idp: null });
    // an id is a text, whatever YAML would make of it
    expect(readProfile(profile("user: 0123\npassword: { env: P }\n").file, "/", null).user).toBe("0123");
    expect(folder).not.toBe("");
  });

  test("is found by its name in the user's folder for settings, or is a file", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "tierwright", "profiles"), { recursive: true });
    writeFileSync(join(folder, "tierwright", "profiles", "plm.yaml"), "user: named\npassword: { env: P }\n", { mode: 0o600 });
    const env = (name: string) => (["XDG_CONFIG_HOME", "APPDATA"].includes(name) ? folder : undefined);
    expect(readProfile("plm", "/", profilesFolder(env))).toMatchObject({ name: "plm", user: "named" });
    expect(() => readProfile("plm.yaml", folder, profilesFolder(env))).toThrow(/there is no profile plm\.yaml/);
    expect(() => readProfile("none", "/", profilesFolder(env))).toThrow(/there is no profile .*none\.yaml/);
    expect(() => readProfile("plm", "/", null)).toThrow(/there is no folder for the profile 'plm'/);
    expect(profilesFolder((name) => (name === "XDG_CONFIG_HOME" ? "relative" : undefined))).not.toContain("relative");
  });

  test("that others may read is refused before it is read, and how to mend that is said", () => {
    if (process.platform === "win32") return notRun("modes of files, which Windows does not have");
    for (const mode of [0o644, 0o640, 0o604, 0o620, 0o602])
      expect(refusal(WHOLE, mode)).toMatchObject({
        says: `the profile FILE was not read: other users of this machine can use it (mode ${mode.toString(8)})`,
      });
    expect(refusal(WHOLE, 0o644).help).toMatch(/^chmod 600 /);
    for (const mode of [0o600, 0o400, 0o700]) expect(readProfile(profile(WHOLE, mode).file, "/", null).user).toBe("jdoe");
  });

  test("on Windows the access entries count: the owner, the system and administrators may, others may not", () => {
    const own = "S-1-5-21-1-2-3-1001";
    expect(othersIn(`D:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;${own})`, own)).toEqual([]);
    expect(othersIn(`D:AI(A;ID;FA;;;SY)(A;ID;0x1200a9;;;BU)(A;ID;FA;;;${own})`, own)).toEqual(["BU"]);
    expect(othersIn(`D:(D;;FA;;;WD)(A;;FR;;;${own})(A;OICIIO;FA;;;CO)`, own)).toEqual([]);
    expect(othersIn("D:NO_ACCESS_CONTROL", own)).toEqual(["WD"]);
    expect(othersIn("D:(A;;FA)", own)).toBeNull();
  });

  test("whose access entries cannot be told is not read", () => {
    const { file } = profile(WHOLE);
    const getuid = process.getuid;
    try {
      // as on Windows, where there is none
      Object.assign(process, { getuid: undefined });
      const told = (entries: string | null, account: string | null) =>
        readOwnFile(file, 1024, { entries: () => entries, account: () => account });
      expect(told("D:P(A;;FA;;;S-1-5-21-9)", "S-1-5-21-9").kind).toBe("file");
      expect(told(null, "S-1-5-21-9")).toMatchObject({
        kind: "open",
        how: expect.stringContaining("it is unknown who can read it"),
      });
      expect(told("D:P(A;;FA;;;S-1-5-21-9)", null)).toMatchObject({ kind: "open" });
      expect(told("D:P(A;;FA;;;WD)", "S-1-5-21-9")).toMatchObject({
        how: "everyone can read it",
        mend: expect.stringContaining("icacls"),
      });
    } finally {
      Object.assign(process, { getuid });
    }
  });

  test.for([
    ["", "the document is empty", 1],
    ["- a\n", "FILE is not a profile: expected a map with user and password", 1],
    ["user: jdoe\n", "the profile has no password", 1],
    ["password: { env: P }\n", "the profile has no user", 1],
    ["user: jdoe\npasword: { env: P }\n", "a profile has no key 'pasword'; did you mean 'password'?", 2],
    [`user: jdoe\npassword: ${CANARY}\n`, "password is not a reference", 2],
    ["user: jdoe\npassword: { env: P, file: f }\n", "password is not a reference", 2],
    ["user: [a]\npassword: { env: P }\n", "user must be one text", 1],
    ["user: jdoe\npassword: { env: P }\nsso: x\n", "sso must be a map with user and password", 3],
    [`user: jdoe\npassword: { env: P }\nidp: { user: a, password: ${CANARY} }\n`, "idp.password is not a reference", 3],
    [`idp: { client: c, secret: ${CANARY} }\nuser: jdoe\npassword: { env: P }\n`, "idp.secret is not a reference", 1],
    ["idp: { client: c }\nuser: jdoe\npassword: { env: P }\n", "the profile has no idp.secret", 1],
    ["idp: { secret: { env: S } }\nuser: jdoe\npassword: { env: P }\n", "the profile has no idp.client", 1],
    [
      "user: jdoe\npassword: { env: P }\nidp: { client: c, password: { env: S } }\n",
      "idp has both a user and a service account (password, client)",
      3,
    ],
    ["user: jdoe\npassword: { env: P }\nsso: { client: c }\n", "a profile has no such key in sso", 3],
    [`idp: { user: a, base: [${CANARY}] }\n`, "idp.base must be one text", 1],
    ["idp: { user: a, passwort: { env: P } }\n", "a profile has no key idp.'passwort'; did you mean 'password'?", 1],
    [`user: jdoe\n${CANARY}: x\n`, "a profile has no such key", 2],
  ] as const)("%j is refused with its line, and nothing of it is quoted", ([text, says, line]) => {
    const found = refusal(text);
    expect(found.says).toContain(says);
    expect(found.line).toBe(line);
    expect(JSON.stringify(found)).not.toContain(CANARY);
  });

  test("a password in a text that is not YAML is not shown", () => {
    for (const text of [
      `user: jdoe\npassword: "${CANARY}\n`,
      `user: a: ${CANARY}\n`,
      `user: x\nuser: ${CANARY}\npassword: {env: P}\n`,
    ])
      expect(JSON.stringify(refusal(text))).not.toContain(CANARY);
  });

  test("takes every place of a password that docs/probe.md names", () => {
    const recipes = passwordRecipes();
    expect(recipes.map(({ store }) => store)).toHaveLength(5);
    for (const { password } of recipes)
      expect(readProfile(profile(`user: jdoe\npassword: ${password}\n`).file, "/", null).password.source.kind).toMatch(
        /^(?:command|env)$/,
      );
  });

  test("the published schema has the same keys", () => {
    const { properties } = JSON.parse(readFileSync(new URL("../../../schemas/profile.schema.json", import.meta.url), "utf8"));
    expect(Object.keys(properties)).toEqual(["user", "password", "group", "role", "sso", "idp"]);
    const inIdp = Object.keys(properties.idp.properties);
    expect(inIdp).toEqual(["user", "password", "client", "secret", "realm", "base"]);
    expect(refusal("idp: { x: y }\n").help).toBe(`its keys are ${inIdp.join(", ")}`);
    expect(refusal("users: x\nuser: jdoe\npassword: { env: P }\n").help).toBe(
      `its keys are ${Object.keys(properties).join(", ")}`,
    );
  });
});
