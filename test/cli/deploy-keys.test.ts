import { sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../support/host.ts";
import { rsaPems } from "../support/keys.ts";
import { temporaryFolder } from "../support/repository.ts";
import { swapParts, zipped } from "../deploy/swap/support/bundle.ts";

/** A scratch root, a bundle of each release, and what signs them. */
function setting() {
  const folder = temporaryFolder();
  const root = join(folder, "root");
  mkdirSync(root);
  const bundle = (release: "2506" | "2606", privateKey: string | null): string => {
    const { manifest, files } = swapParts({ release, manifest: { tool: { name: null, row: "2024x", versionFrom: null } } });
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const path = join(folder, `${release}-${privateKey ? privateKey.slice(40, 48).replace(/\W/g, "") : "unsigned"}.zip`);
    writeFileSync(path, zipped(bytes, files));
    if (privateKey) writeFileSync(`${path}.sig`, sign("sha256", bytes, privateKey));
    return path;
  };
  const key = (name: string, ...pems: string[]): string => {
    const path = join(folder, name);
    writeFileSync(path, pems.join(""));
    return path;
  };
  const deploy = (file: string, ...options: string[]) => cli(["deploy", file, "--root", root, ...options]);
  return { bundle, key, deploy };
}

test("[D1] a key that was given once holds later bundles to it, and is changed by giving the old and the new one", async () => {
  const { bundle, key, deploy } = setting();
  const [old, next] = [rsaPems(1), rsaPems(2)];
  const first = bundle("2506", old.privateKey);
  expect(await deploy(first, "--key", key("old.pem", old.publicKey))).toMatchObject({ code: 0 });

  const unsigned = await deploy(bundle("2606", null));
  expect(unsigned).toMatchObject({ code: 10 });
  expect(unsigned.err).toContain("not signed with it");
  const other = bundle("2606", next.privateKey);
  expect(await deploy(other)).toMatchObject({ code: 10 });
  const replaced = await deploy(other, "--key", key("next.pem", next.publicKey));
  expect(replaced).toMatchObject({ code: 10 });
  expect(replaced.err).toContain("the old and the new public key");

  expect(await deploy(other, "--key", key("both.pem", old.publicKey, next.publicKey))).toMatchObject({ code: 0 });
  expect(await deploy(other)).toMatchObject({ code: 0 });
  expect((await deploy(first, "--allow-downgrade", "test")).err).toContain("not signed with it");
});

test("[D1] a signature over another manifest, and a missing one, are refused when a key is given; nothing is written", async () => {
  const { bundle, key, deploy } = setting();
  const { publicKey, privateKey } = rsaPems(1);
  const wrong = await deploy(bundle("2506", rsaPems(2).privateKey), "--key", key("k.pem", publicKey));
  expect(wrong).toMatchObject({ code: 10 });
  expect(wrong.err).toContain(".sig does not match this bundle and the given key");
  const missing = await deploy(bundle("2506", null), "--key", key("k.pem", publicKey));
  expect(missing).toMatchObject({ code: 10 });
  expect(missing.err).toContain("is not signed");
  const privateGiven = await deploy(bundle("2506", privateKey), "--key", key("p.pem", privateKey));
  expect(privateGiven.code).toBe(10);
  expect(privateGiven.err).not.toContain(privateKey.slice(60, 100));
});

test("[D1] bundle verify and deploy agree about every key file, also about one with several keys", async () => {
  const [ours, other, third] = [rsaPems(1), rsaPems(2), rsaPems(3)];
  const files: readonly (readonly [string, readonly string[], boolean])[] = [
    ["the key", [ours.publicKey], true],
    ["another", [other.publicKey], false],
    ["the key last of three", [other.publicKey, third.publicKey, ours.publicKey], true],
    ["the key first of three", [ours.publicKey, other.publicKey, third.publicKey], true],
    ["the key twice", [ours.publicKey, ours.publicKey], true],
    ["two others", [other.publicKey, third.publicKey], false],
    ["Windows' line ends", [other.publicKey.replaceAll("\n", "\r\n"), ours.publicKey.replaceAll("\n", "\r\n")], true],
    ["words between two", [other.publicKey, "the key of next year:\n", ours.publicKey], true],
    ["a damaged one before the key", [other.publicKey.replace(/^.{40}$/m, "?"), ours.publicKey], true],
    ["no end line", [ours.publicKey.slice(0, -20)], false],
    ["a private key among them", [ours.publicKey, ours.privateKey], false],
    ["nothing", [""], false],
  ];
  for (const [name, pems, sound] of files) {
    const { bundle, key, deploy } = setting();
    const [file, keys] = [bundle("2506", ours.privateKey), key("keys.pem", ...pems)];
    const verified = await cli(["bundle", "verify", file, "--key", keys]);
    const deployed = await deploy(file, "--key", keys);
    expect({ name, verify: verified.code === 0, deploy: deployed.code === 0 }).toEqual({ name, verify: sound, deploy: sound });
    expect(verified.out + verified.err + deployed.err).not.toContain(ours.privateKey.slice(60, 100));
  }
});

test("[D1] the same bundle with another key is no 'already there': the receipt has to name the key that vouches now", async () => {
  const { bundle, key, deploy } = setting();
  const [old, next] = [rsaPems(1), rsaPems(2)];
  expect(await deploy(bundle("2506", old.privateKey), "--key", key("old.pem", old.publicKey))).toMatchObject({ code: 0 });
  const both = key("both.pem", old.publicKey, next.publicKey);
  const again = bundle("2506", next.privateKey);
  expect((await deploy(again, "--key", both)).out).toContain("done: receipt 000002");
  expect((await deploy(again)).out).toContain("already there");
});
