import { chmodSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { notOnWindows } from "../../support/not-run.ts";
import { exampleRepository } from "../../support/repository.ts";
import { plainCanary } from "./canary.ts";

const SECRET = plainCanary("mode");
const ENV = { TCSSO_CLIENT_SECRET: SECRET };

/** A realm whose client has a secret: realm.json holds it where secrets are looked up, idp.env and others never do. */
const FILES = {
  "environments/demo/sso.yaml": `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, application: PLM, redirectUris: [] }] }
oidc: { clientSecret: { env: TCSSO_CLIENT_SECRET } }
`,
};

/** The files of a compiled environment: whether each holds the secret, and its mode. */
function compiledFiles(folder: string): readonly { readonly path: string; readonly holds: boolean; readonly mode: string }[] {
  const root = join(folder, "dist", "demo");
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path,
      holds: readFileSync(path, "latin1").includes(SECRET),
      mode: (lstatSync(path).mode & 0o777).toString(8),
    }));
}

describe("[D1] files with secrets are their owner's alone", () => {
  let before: number;
  beforeEach(() => {
    before = process.umask(0);
  });
  afterEach(() => {
    process.umask(before);
  });

  async function compiled(folder: string, words: readonly string[] = ["--with-secrets"]) {
    const { code, err } = await cli(["compile", ...words], { cwd: folder, env: ENV });
    expect([code, err]).toEqual([0, ""]);
    return compiledFiles(folder);
  }

  const secretOnes = (files: ReturnType<typeof compiledFiles>) => files.filter(({ holds }) => holds).map(({ mode }) => mode);
  const others = (files: ReturnType<typeof compiledFiles>) => [
    ...new Set(files.filter(({ holds }) => !holds).map(({ mode }) => mode)),
  ];

  test("whatever the umask says; files without a secret keep the usual mode", async () => {
    notOnWindows("modes of files");
    for (const [mask, usual] of [
      [0o000, "666"],
      [0o022, "644"],
      [0o077, "600"],
    ] as const) {
      const folder = exampleRepository(FILES);
      process.umask(mask);
      const files = await compiled(folder);
      expect(others(files)).toEqual([usual]);
      expect(secretOnes(files)).toEqual(["600"]);
    }
  });

  test("over files that others could read, with placeholders or with the same secret", async () => {
    notOnWindows("modes of files");
    const folder = exampleRepository(FILES);
    const placeholders = await compiled(folder, []);
    expect([secretOnes(placeholders), others(placeholders)]).toEqual([[], ["666"]]);
    const first = await compiled(folder);
    expect(secretOnes(first)).toEqual(["600"]);
    for (const { path } of first) chmodSync(path, 0o644);
    const again = await compiled(folder);
    expect(secretOnes(again)).toEqual(["600"]);
    // what is right already is not written again
    const { out } = await cli(["compile", "--with-secrets", "--format", "json"], { cwd: folder, env: ENV });
    expect(out).toContain('"unchanged"');
    // and a file that lost its secret is an ordinary one again
    expect(others(await compiled(folder, []))).toEqual(["666"]);
  });
});
