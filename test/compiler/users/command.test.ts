import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";
import type { Files } from "../../support/repository.ts";

const SSO = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }], users: users.csv, username: { min: 3 } }
`;
const CSV = "id,name\njdoe,J\nJDoe,J2\nab,short\nnew.one,N\n";
const USERS = JSON.stringify([
  { username: "jdoe", credentials: [{ secretData: "geheim" }], email: "j@example.com" },
  { username: "admin" },
]);

const repository = (files: Files = {}) =>
  exampleRepository({ "environments/demo/sso.yaml": SSO, "environments/demo/users.csv": CSV, "users.json": USERS, ...files });

async function idpUsers(folder: string, words: readonly string[] = ["--export", "users.json"]) {
  const { code, out } = await cli(["idp", "users", "demo", ...words, "--format", "json"], { cwd: folder });
  return { code, document: JSON.parse(out) };
}

test("[E7] who has no username with the same bytes, and why; exit code 1 when there is one", async () => {
  const { code, document } = await idpUsers(repository());
  expect(code).toBe(1);
  expect(document).toMatchObject({
    schema: "tierwright/idp-users/v1",
    environment: "demo",
    list: { file: "environments/demo/users.csv", count: 4 },
    export: { file: "users.json", form: "list of users", count: 2 },
    limits: { min: 3, max: 255, from: "sso.yaml" },
    summary: { equal: 1, possible: 0, missing: 1, impossible: 2, others: 1 },
  });
  expect(document.users.map(({ id, line, outcome, near }: Record<string, unknown>) => [id, line, outcome, near])).toEqual([
    ["jdoe", 2, "equal", null],
    ["JDoe", 3, "impossible", "jdoe"],
    ["ab", 4, "impossible", null],
    ["new.one", 5, "missing", null],
  ]);
});

test("[E7] with aliasing every form reports that two texts need not be alike", async () => {
  const aliased = { "environments/demo/sso.yaml": `${SSO}gateway: { aliasing: true }\n` };
  for (const format of ["text", "json"]) {
    const run = (files: Files) =>
      cli(["idp", "users", "demo", "--export", "users.json", "--format", format], { cwd: repository(files) });
    expect((await run(aliased)).err).toMatch(/^aliasing is on: .* an id without the same username may sign in all the same/);
    expect((await run({})).err).toBe("");
  }
});

test("[E7] 0 when every id has one", async () => {
  expect((await idpUsers(repository({ "environments/demo/users.csv": "id\njdoe\n" }))).code).toBe(0);
});

test("[E7] without --export only the realm's rules are applied, which is reported", async () => {
  const folder = repository({ "environments/demo/users.csv": "id\njdoe\nnew.one\n" });
  expect(await idpUsers(folder, [])).toMatchObject({
    code: 0,
    document: { export: null, summary: { possible: 2, others: null } },
  });
  const { out } = await cli(["idp", "users", "demo"], { cwd: folder });
  expect(out.replace(/\s+/g, " ")).toContain(
    "no users of the identity provider are given (--export FILE, or --profile NAME to read them), so it is unknown whether a username exists",
  );
  expect((await idpUsers(repository(), [])).code).toBe(1);
});

test("[E7] the export's own limits apply, and a difference from sso.yaml is reported", async () => {
  const config = {
    "kc.user.profile.config": [
      JSON.stringify({ attributes: [{ name: "username", validations: { length: { min: 5, max: 255 } } }] }),
    ],
  };
  const realm = {
    realm: "engineering",
    users: [{ username: "jdoe" }],
    components: { "org.keycloak.userprofile.UserProfileProvider": [{ config }] },
  };
  const folder = repository({ "users.json": JSON.stringify(realm) });
  expect((await idpUsers(folder)).document.limits).toEqual({
    min: 5,
    max: 255,
    from: "export",
    stated: { min: 3, max: 255 },
  });
  const { out } = await cli(["idp", "users", "demo", "--export", "users.json"], { cwd: folder });
  expect(out).toContain("sso.yaml says 3 to 255");
});

test("[E7] nothing but names is printed of an export, and no name drives a terminal", async () => {
  const folder = repository({ "environments/demo/users.csv": "id\nj\u001b[31mdoe\n\u202ejdoe\n" });
  for (const format of ["text", "json"]) {
    const { out, err } = await cli(["idp", "users", "demo", "--export", "users.json", "--format", format], { cwd: folder });
    expect(out + err).not.toMatch(/geheim|j@example/);
    expect(out).not.toContain("\u001b");
    expect(out).not.toContain("\u202e");
  }
});

describe("[E7] an unusable list or export gives exit code 2 and a remedy", () => {
  test.each([
    ["no sso.yaml", { "environments/demo/sso.yaml": "" }, /no list of PLM users/],
    ["no list named", { "environments/demo/sso.yaml": SSO.replace(", users: users.csv", "") }, /names no list of PLM users/],
    ["a list that is not there", { "environments/demo/sso.yaml": SSO.replace("users.csv", "nowhere.csv") }, /cannot be read/],
    ["an export that is none", { "users.json": '{"realm":"engineering"}' }, /users\.json holds no users/],
    ["an export that was cut off", { "users.json": USERS.slice(0, -3) }, /truncated/],
  ])("%s", async (_title, files, says) => {
    const { code, err, out } = await cli(["idp", "users", "demo", "--export", "users.json"], { cwd: repository(files) });
    expect(code).toBe(2);
    expect(err).toMatch(says);
    expect(err + out).not.toContain("geheim");
  });

  test("an export that does not exist", async () => {
    const { code, err } = await cli(["idp", "users", "demo", "--export", "nowhere.json"], { cwd: repository() });
    expect(code).toBe(2);
    expect(err).toMatch(/nowhere\.json cannot be read: it does not exist/);
  });
});
