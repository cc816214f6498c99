import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { bundle, kitRepository, OUT } from "../deploy/bundle/repository.ts";
import { sha256 } from "../deploy/bundle/support.ts";
import { cli } from "../support/host.ts";
import { temporaryFolder } from "../support/repository.ts";

/*
 * Bundles as other programs see them: unzip, Python's zipfile, sha256sum and openssl. Fails where one of them is missing.
 */

let folder = "";
const keys = temporaryFolder();
const [KEY, PUB] = [join(keys, "signing.key"), join(keys, "signing.pub")];

const run = (program: string, args: readonly string[], input?: Buffer): Buffer =>
  execFileSync(program, args, { cwd: folder, stdio: ["pipe", "pipe", "pipe"], ...(input ? { input } : {}), maxBuffer: 1 << 28 });

const PYTHON = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    assert z.comment == b""
    print(json.dumps([[i.filename, i.file_size, hashlib.sha256(z.read(i)).hexdigest(), list(i.date_time), i.compress_type,
        i.external_attr >> 16, i.extra.hex(), i.flag_bits, i.create_system] for i in z.infolist()]))
`;

beforeAll(async () => {
  execFileSync("openssl", ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:3072", "-out", KEY], { stdio: "ignore" });
  execFileSync("openssl", ["pkey", "-in", KEY, "-pubout", "-out", PUB], { stdio: "ignore" });
  const repository = kitRepository();
  for (const words of [
    ["--sign", KEY],
    ["--settings", "--sign", KEY],
  ]) {
    const { code, err } = await bundle(repository, words);
    expect([code, err]).toEqual([0, ""]);
  }
  folder = join(repository, OUT);
});

describe.each(["demo-2506", "demo-settings"])("[D1] %s", (name) => {
  const manifest = () => JSON.parse(run("unzip", ["-p", `${name}.zip`, "manifest.json"]).toString("utf8"));

  test("is sound for unzip", () => {
    expect(run("unzip", ["-t", `${name}.zip`]).toString()).toContain("No errors detected");
  });

  test("is read by Python's zipfile with the names, sizes, hashes, times and modes of the manifest", () => {
    const rows = JSON.parse(run("python3", ["-c", PYTHON, `${name}.zip`]).toString());
    const fixed = [[1980, 1, 1, 0, 0, 0], 0, 0o100644, "", 0x0800, 3];
    const bytes = run("unzip", ["-p", `${name}.zip`, "manifest.json"]);
    const files: { path: string; size: number; sha256: string }[] = manifest().files;
    expect(rows).toEqual([
      ["manifest.json", bytes.length, sha256(bytes), ...fixed],
      ...files.map(({ path, size, sha256: hash }) => [path, size, hash, ...fixed]),
    ]);
  });

  test("has sums that sha256sum -c accepts, and refuses after a change", () => {
    const lines = run("sha256sum", ["-c", `${name}.zip.sha256`]).toString();
    expect(lines.split("\n")[0]).toBe(`${name}.zip: OK`);
    expect(lines).toContain("deploy.ps1: OK");
    const copy = temporaryFolder();
    writeFileSync(join(copy, `${name}.zip`), Buffer.concat([readFileSync(join(folder, `${name}.zip`)), Buffer.from("x")]));
    const found = spawnSync("sha256sum", ["-c", "--ignore-missing", join(folder, `${name}.zip.sha256`)], {
      cwd: copy,
      encoding: "utf8",
    });
    expect([found.status, found.stdout]).toEqual([1, `${name}.zip: FAILED\n`]);
  });

  test("has a signature that openssl verifies, and that openssl would make itself", () => {
    const bytes = run("unzip", ["-p", `${name}.zip`, "manifest.json"]);
    const answer = run("openssl", ["dgst", "-sha256", "-verify", PUB, "-signature", `${name}.zip.sig`], bytes).toString();
    expect(answer).toContain("Verified OK");
    expect(run("openssl", ["dgst", "-sha256", "-sign", KEY], bytes)).toEqual(readFileSync(join(folder, `${name}.zip.sig`)));
  });
});

test("[D1] openssl as the signing program gives the same signature as the key itself", async () => {
  const repository = kitRepository();
  const { code, err } = await bundle(repository, ["--sign-command", `openssl dgst -sha256 -sign ${KEY}`, "--key", PUB]);
  expect([code, err]).toEqual([0, ""]);
  expect(readFileSync(join(repository, OUT, "demo-2506.zip.sig"))).toEqual(readFileSync(join(folder, "demo-2506.zip.sig")));
  expect((await cli(["bundle", "verify", `${OUT}/demo-2506.zip`, "--key", PUB], { cwd: repository })).code).toBe(0);
});

test("[D1] a zip made by Python's zipfile of the same files is refused for its form, with the reason", async () => {
  const made = join(temporaryFolder(), "other.zip");
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as a, zipfile.ZipFile(sys.argv[2], "w") as b:
    for i in a.infolist():
        b.writestr(i.filename, a.read(i))
`;
  run("python3", ["-c", script, "demo-2506.zip", made]);
  expect(existsSync(made)).toBe(true);
  const { code, out } = await cli(["bundle", "verify", made], { cwd: folder });
  expect(code).toBe(1);
  expect(out).toMatch(/time/);
});
