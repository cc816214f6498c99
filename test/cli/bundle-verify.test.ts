import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { bundle, kitRepository, OUT } from "../deploy/bundle/repository.ts";
import { cli } from "../support/host.ts";
import { rsaKeys } from "../support/keys.ts";
import { temporaryFolder } from "../support/repository.ts";

const keys = rsaKeys();
const folder = temporaryFolder();
const ZIP = join(folder, "demo-2506.zip");

beforeAll(async () => {
  const repository = kitRepository();
  writeFileSync(join(folder, "signing.key"), keys.privateKey.export({ type: "pkcs8", format: "pem" }));
  for (const name of ["large.pub", "large.zip.sig"]) writeFileSync(join(folder, name), Buffer.alloc(1024 * 1024 + 1));
  writeFileSync(join(folder, "large.zip"), "");
  writeFileSync(join(folder, "signing.pub"), keys.publicKey.export({ type: "spki", format: "pem" }));
  const { publicKey } = rsaKeys(2);
  writeFileSync(join(folder, "other.pub"), publicKey.export({ type: "spki", format: "pem" }));
  const { code, err } = await bundle(repository, ["--sign", join(folder, "signing.key")]);
  expect([code, err]).toEqual([0, ""]);
  for (const name of ["demo-2506.zip", "demo-2506.zip.sig"])
    writeFileSync(join(folder, name), readFileSync(join(repository, OUT, name)));
});

const verify = (...words: string[]) => cli(["bundle", "verify", ...words], { cwd: folder });

/** The bundle with one of its texts changed, beside the sound one. */
function changed(from: string, to: string): string {
  const bytes = readFileSync(ZIP);
  const at = bytes.lastIndexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at, "latin1");
  writeFileSync(join(folder, "changed.zip"), bytes);
  return "changed.zip";
}

describe("[D1] bundle verify FILE", () => {
  test("says what a sound bundle holds, without a key that its signature was not checked", async () => {
    const { code, out, err } = await verify("demo-2506.zip");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("swap of demo, connector 2506, serial 1790000000 (2026-09-21 14:13 UTC), 8 files");
    expect(out).toContain("not checked: name the public key with --key");
    expect(out).toContain("demo-2506.zip: sound: every byte matches the manifest");
  });

  test("finds the signature beside the file and checks it with the key", async () => {
    const { code, out } = await verify("demo-2506.zip", "--key", "signing.pub");
    expect(code).toBe(0);
    expect(out).toContain("signature verified");
  });

  test("tells every fault with its entry and what to do, exit code 1", async () => {
    const file = changed("stands for the profile", "STANDS for the profile");
    const { code, out } = await verify(file);
    expect(code).toBe(1);
    expect(out).toMatch(/error 'profile\/PLM_Profile\.mdzip' is damaged: its checksum/);
    expect(out).toMatch(/changed\.zip: 1 fault: do not install it\n.*published/);
  });

  test("gives one document for programs, sound or not", async () => {
    const sound = JSON.parse((await verify("demo-2506.zip", "--key", "signing.pub", "--format", "json")).out);
    expect(sound).toMatchObject({
      schema: "tierwright/bundle-verified/v1",
      file: "demo-2506.zip",
      sound: true,
      signature: "verified",
      faults: [],
      manifest: { environment: "demo", kind: "swap", serial: 1790000000, files: 8 },
    });
    const { code, out } = await verify(changed("stands for the connector", "STANDS for the connector"), "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      sound: false,
      faults: [{ entry: "plugin/lib/plm-connector-2506.jar", problem: expect.any(String) }],
    });
  });

  test("refuses what is unsigned or signed by somebody else when a key is given", async () => {
    expect(await verify("demo-2506.zip", "--key", "other.pub")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/the bundle does not match its signature/),
    });
    const alone = join(folder, "alone");
    mkdirSync(alone);
    writeFileSync(join(alone, "demo-2506.zip"), readFileSync(ZIP));
    expect(await verify("alone/demo-2506.zip", "--key", "signing.pub")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/the bundle is not signed/),
    });
  });

  test.each<[string, string[], 1 | 2, RegExp]>([
    ["a file that is not there", ["none.zip"], 2, /none\.zip cannot be read: it does not exist/],
    ["a folder", ["."], 2, /is not an ordinary file/],
    ["no file", [], 2, /FILE/],
    ["two files", ["demo-2506.zip", "demo-2506.zip"], 2, /unexpected argument of/],
    ["a key that is not there", ["demo-2506.zip", "--key", "none.pub"], 2, /none\.pub cannot be read/],
    ["a private key", ["demo-2506.zip", "--key", "signing.key"], 2, /is a private key/],
    [
      "a key of a size that none has",
      ["demo-2506.zip", "--key", "large.pub"],
      2,
      /large\.pub cannot be read: it has more than 1 MiB/,
    ],
    ["a signature of a size that none has", ["large.zip"], 2, /large\.zip\.sig cannot be read: it has more than 1 MiB/],
    ["a key that is none", ["demo-2506.zip", "--key", "demo-2506.zip"], 2, /cannot be read as a public key/],
  ])("answers %s in words", async (_, words, code, expected) => {
    const answer = await verify(...words);
    expect([answer.code, answer.out]).toEqual([code, ""]);
    expect(answer.err).toMatch(expected);
  });

  test("refuses what is no zip, an empty file among them", async () => {
    writeFileSync(join(folder, "empty.zip"), "");
    writeFileSync(join(folder, "text.zip"), "not a zip\n".repeat(100));
    for (const file of ["empty.zip", "text.zip", "signing.pub"]) expect((await verify(file)).code, file).toBe(1);
  });

  test("writes nothing, for a sound and for a changed bundle", async () => {
    const before = readdirSync(folder).sort();
    await verify("demo-2506.zip");
    await verify(changed("plugin/", "plug../"));
    expect(readdirSync(folder).sort()).toEqual([...new Set([...before, "changed.zip"])].sort());
    rmSync(join(folder, "changed.zip"));
  });
});
