import { createHash, generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openBundle, verifyBundle } from "../../src/deploy/bundle/open.ts";
import { PROFILE_HASH } from "../../src/kernel/diagnostics/kit/example-kit.ts";
import { bundle, KIT, kitRepository, OUT, published, withSecret } from "../deploy/bundle/repository.ts";
import { sourceOf } from "../deploy/bundle/support.ts";
import { commitAll, WHEN_SECONDS } from "../support/git.ts";
import { cli } from "../support/host.ts";
import { rsaKeys } from "../support/keys.ts";
import { edit, temporaryFolder, writeFiles } from "../support/repository.ts";
import { eachNth } from "../support/runs.ts";

const ALL = [
  "demo-2506.cdx.json",
  "demo-2506.report.md",
  "demo-2506.zip",
  "demo-2506.zip.sha256",
  "deploy.ps1",
  "detect-demo.ps1",
];
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const zipOf = (folder: string, name = "demo-2506.zip"): Buffer => published(folder).get(name) ?? Buffer.alloc(0);
const opened = (folder: string, name?: string) => openBundle(sourceOf(zipOf(folder, name)));
const contentOf = (folder: string, path: string): string => Buffer.concat([...opened(folder).read(path)]).toString("latin1");

const keys = rsaKeys();
const KEYS = temporaryFolder();
const KEY = join(KEYS, "signing.key");
const PUB = join(KEYS, "signing.pub");
writeFileSync(KEY, keys.privateKey.export({ type: "pkcs8", format: "pem" }));
writeFileSync(PUB, keys.publicKey.export({ type: "spki", format: "pem" }));

describe("[D1] bundle ENV", () => {
  test("writes the bundle and its sidecars, names each of them and the next command", async () => {
    const folder = kitRepository();
    const { code, out, err } = await bundle(folder);
    expect([code, err]).toEqual([0, ""]);
    expect([...published(folder).keys()]).toEqual(ALL);
    for (const name of ALL) expect(out).toContain(`${OUT}/${name}`);
    expect(out).toContain(`next: tierwright bundle verify ${OUT}/demo-2506.zip`);
    expect(out).toContain("commit unknown: git finds no repository here");
    expect(verifyBundle(sourceOf(zipOf(folder)), null, null).faults).toEqual([]);
  });

  test("lists its sums as sha256sum reads them, the zip first", async () => {
    const folder = kitRepository();
    await bundle(folder);
    const files = published(folder);
    const lines = (files.get("demo-2506.zip.sha256") ?? "").toString().trimEnd().split("\n");
    const named = ["demo-2506.zip", "demo-2506.cdx.json", "demo-2506.report.md", "deploy.ps1"];
    expect(lines).toEqual(named.map((name) => `${sha256(files.get(name) ?? Buffer.alloc(0))} *${name}`));
    expect(files.get("demo-2506.report.md")?.toString()).toContain(sha256(files.get("detect-demo.ps1") ?? Buffer.alloc(0)));
  });

  test("holds the kit's plug-in folder with the compiled conf and logger in it, the profile and the client files", async () => {
    const folder = kitRepository();
    await bundle(folder);
    await cli(["compile"], { cwd: folder });
    const { manifest, entries } = opened(folder);
    const compiled = (path: string) => readFileSync(join(folder, "dist", "demo", path), "latin1");
    expect([...entries.keys()]).toEqual([
      "client/CommonClient.properties",
      "client/log4j2.xml",
      "plugin/conf/connector.properties",
      "plugin/conf/logger.properties",
      "plugin/lib/PLM_Profile.mdzip",
      "plugin/lib/plm-connector-2506.jar",
      "plugin/plugin.xml",
      "profile/PLM_Profile.mdzip",
    ]);
    expect(contentOf(folder, "plugin/conf/connector.properties")).toBe(compiled("connector/connector.properties"));
    expect(contentOf(folder, "client/log4j2.xml")).toBe(compiled("client/log4j2.xml"));
    expect(contentOf(folder, "profile/PLM_Profile.mdzip")).toBe("stands for the profile\n");
    expect(manifest.tree?.files).toBe(5);
    expect(manifest.values.filter(({ unit }) => unit)).toHaveLength(14);
  });

  test("[C8] names every place of the profile and the stale copies, the public user's Documents among them", async () => {
    const folder = kitRepository();
    await bundle(folder);
    expect(opened(folder).manifest.paths).toEqual({
      install: "C:\\Program Files\\2024x Refresh3",
      client: "C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties",
      log4j2: "C:\\ProgramData\\Example\\MBSE\\bhm\\log4j2.xml",
      profile: "PLM_Profile.mdzip",
      profiles: ["{install}\\profiles\\PLM_Profile.mdzip", "C:\\Users\\Public\\PLM_Profile.mdzip"],
      roots: ["{install}\\plugins"],
      strays: ["{install}\\plugins\\PLM_Profile.mdzip", "C:\\Users\\Public\\Documents\\PLM_Profile.mdzip"],
      knownProfiles: [{ size: 23, sha256: PROFILE_HASH }],
    });
  });

  test("says nothing of the machine that builds it, in no file", async () => {
    const folder = kitRepository();
    await bundle(folder);
    const year = String(new Date().getUTCFullYear());
    for (const [name, bytes] of published(folder)) {
      // the serial's own date, that of the commit, is none of the machine's
      const text = bytes
        .toString("latin1")
        .replace(new Date(opened(folder).manifest.serial * 1000).toISOString().slice(0, 10), "");
      for (const word of [folder, hostname(), `${year}-`]) expect(text.includes(word), `${name}: ${word}`).toBe(false);
    }
  });

  test("gives one document for programs", async () => {
    const folder = kitRepository();
    const { code, out } = await bundle(folder, ["--format", "json", "--out", "published"]);
    const document = JSON.parse(out);
    expect([code, document.schema]).toEqual([0, "tierwright/bundled/v1"]);
    const files = published(folder, "published");
    expect(document.files.map((file: { path: string }) => file.path).sort()).toEqual(
      [...files.keys()].map((name) => `published/${name}`),
    );
    expect(document.bundle).toEqual({
      path: "published/demo-2506.zip",
      sha256: sha256(files.get("demo-2506.zip") ?? Buffer.alloc(0)),
    });
    expect(document).toMatchObject({
      environment: "demo",
      kind: "swap",
      serial: 1790000000,
      source: { commit: null, changed: false },
      signature: null,
    });
  });
});

describe("[D1] nothing is written, and the exit code is 1, for", () => {
  const refused = async (folder: string, words: readonly string[] = []) => {
    const { code, out } = await bundle(folder, words);
    expect(code, out).toBe(1);
    expect(existsSync(join(folder, "dist"))).toBe(false);
    return out;
  };

  test("an error finding", async () => {
    const folder = kitRepository();
    edit(folder, "environments/demo/environment.yaml", "https://plm.example.com:8443/tc", "https://plm.example.com:8443");
    expect(await refused(folder)).toContain("tier/context-root");
  });

  test("a closed gate", async () => {
    const folder = kitRepository();
    edit(folder, "releases/matrix.yaml", '"2506": A', '"2506": X');
    expect(await refused(folder)).toContain("blocked");
  });

  test("a warning, where --fail-on says so", async () => {
    const folder = kitRepository();
    edit(folder, "environments/demo/environment.yaml", "  licenseServer: 27000@lic.example.com\n", "");
    expect(await refused(folder, ["--fail-on", "warning"])).toContain("kit/vendor-value");
  });

  test("[C6] a kit that is nowhere", async () => {
    const folder = kitRepository();
    rmSync(join(folder, KIT), { recursive: true });
    expect(await refused(folder)).toContain("kit/unavailable");
  });

  test("[C6] a file of the kit that was changed, is missing or more: all of them in one run", async () => {
    const folder = kitRepository({ [`${KIT}/plugin/plugin.xml`]: "<plugin/>", [`${KIT}/plugin/lib/left-over.jar`]: "x" });
    rmSync(join(folder, KIT, "plugin", "lib", "PLM_Profile.mdzip"));
    const out = await refused(folder);
    for (const word of ["plugin/plugin.xml has", "PLM_Profile.mdzip is missing", "left-over.jar is in the kit"])
      expect(out).toContain(word);
  });

  test("[C6] a byte of a jar, the size being the same", async () => {
    const folder = kitRepository({ [`${KIT}/plugin/lib/plm-connector-2506.jar`]: "stands for the connector's CLASSES\n" });
    expect(await refused(folder)).toContain("kit/changed");
  });

  test("[C6] a Git LFS pointer in the place of a jar, with the command that fetches it", async () => {
    const jar = readFileSync(join(kitRepository(), KIT, "plugin", "lib", "plm-connector-2506.jar"));
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(jar)}\nsize ${jar.length}\n`;
    const folder = kitRepository({ [`${KIT}/plugin/lib/plm-connector-2506.jar`]: pointer });
    expect(await refused(folder)).toMatch(/Git LFS pointer[\s\S]*git lfs pull/);
  });

  test("[C6] a release without a lock", async () => {
    const folder = kitRepository();
    rmSync(join(folder, "releases/2506/kit.lock.yaml"));
    expect(await refused(folder)).toMatch(/kit\/not-locked[\s\S]*no bundle can be built/);
  });

  test("a conf that release.yaml and site.yaml name differently", async () => {
    const folder = kitRepository();
    edit(
      folder,
      "releases/2506/release.yaml",
      "kit: { plugin: plugin,",
      "kit: { plugin: plugin, conf: plugin/conf/other.properties,",
    );
    const { code, out } = await bundle(folder);
    expect([code, existsSync(join(folder, "dist"))]).toEqual([1, false]);
    expect(out).toMatch(/it is ambiguous which file the connector reads/);
  });

  test("a path that Windows could not open", async () => {
    const folder = kitRepository();
    edit(folder, "environments/site.yaml", "C:\\Program Files\\{tool}", `C:\\${"x".repeat(190)}\\{tool}`);
    const { code, out } = await bundle(folder);
    expect([code, existsSync(join(folder, "dist"))]).toEqual([1, false]);
    expect(out).toMatch(/characters below C:.*at most 259/s);
  });
});

test("[C6] the kit may lie where TIERWRIGHT_KITS says", async () => {
  const folder = kitRepository();
  await bundle(folder);
  const here = zipOf(folder);
  const kits = temporaryFolder();
  renameSync(join(folder, KIT), join(kits, "2506"));
  const { code } = await bundle(folder, [], { env: { SOURCE_DATE_EPOCH: "1790000000", TIERWRIGHT_KITS: kits } });
  expect(code).toBe(0);
  expect(zipOf(folder)).toEqual(here);
});

describe("[D1] the serial", () => {
  test.each(
    eachNth(3, [
      ["is --serial", ["--serial", "7"], { SOURCE_DATE_EPOCH: "1790000000" }, 7],
      ["is SOURCE_DATE_EPOCH", [], { SOURCE_DATE_EPOCH: "1700000001" }, 1700000001],
    ]),
  )("%s", async (_, words, env, serial) => {
    const folder = kitRepository();
    expect((await bundle(folder, words, { env })).code).toBe(0);
    expect(opened(folder).manifest.serial).toBe(serial);
  });

  test("is the commit's time, and the commit stands in the manifest", async () => {
    const folder = kitRepository();
    const commit = commitAll(folder);
    edit(folder, "environments/demo/environment.yaml", "27000@lic", "27001@lic");
    const { code, out } = await bundle(folder, [], { env: {} });
    expect(code).toBe(0);
    expect(out).toContain(`commit ${commit}, plus uncommitted changes`);
    expect(opened(folder).manifest).toMatchObject({ serial: WHEN_SECONDS, source: { commit, changed: true } });
    expect((await bundle(folder, ["--quiet"], { env: {} })).out).toContain(", with uncommitted changes\n");
  });

  test.each(
    eachNth(3, [
      ["that nothing gives", [], {}, /no --serial, no SOURCE_DATE_EPOCH, and git finds no repository here/],
      ["that is no number", ["--serial", "1.5"], {}, /--serial cannot be '1\.5'/],
      ["that is no epoch", [], { SOURCE_DATE_EPOCH: "yesterday" }, /SOURCE_DATE_EPOCH cannot be 'yesterday'/],
    ]),
  )("%s is wrong use", async (_, words, env, expected) => {
    const folder = kitRepository();
    const { code, err } = await bundle(folder, words, { env });
    expect([code, existsSync(join(folder, "dist"))]).toEqual([2, false]);
    expect(err).toMatch(expected);
  });
});

describe("[D1] a bundle that is signed", () => {
  const SIGN = ["--sign", KEY];
  const program = (script: string) => `"${process.execPath}" -e "${script}"`;

  test("has the signature beside it, which leaves every other file as it is", async () => {
    const folder = kitRepository();
    await bundle(folder);
    const unsigned = published(folder);
    expect((await bundle(folder, SIGN)).code).toBe(0);
    const { "demo-2506.zip.sig": signature, ...others } = Object.fromEntries(published(folder));
    const digests = (files: Readonly<Record<string, Buffer>>) =>
      Object.entries(files).map(([name, bytes]) => `${createHash("sha256").update(bytes).digest("hex")} ${name}`);
    expect(digests(others)).toEqual(digests(Object.fromEntries(unsigned)));
    const found = verifyBundle(sourceOf(zipOf(folder)), signature ?? null, keys.publicKey);
    expect(found).toMatchObject({ faults: [], signature: "verified" });
  });

  test("and built again unsigned loses the old signature with the old set", async () => {
    const folder = kitRepository();
    await bundle(folder, SIGN);
    await bundle(folder, ["--serial", "1790000001"]);
    expect([...published(folder).keys()]).toEqual(ALL);
  });

  test.each(eachNth(3, ["hex", "base64", "raw"]))(
    "by a program that prints it in %s, gets the manifest on standard input and no shell",
    async (form) => {
      const folder = kitRepository();
      const script = `const c=require('crypto'),f=require('fs');const s=c.sign('sha256',f.readFileSync(0),f.readFileSync(process.argv[1]));process.stdout.write('${form}'==='raw'?s:s.toString('${form}'))`;
      const { code, err } = await bundle(folder, ["--sign-command", `${program(script)} "${KEY}"`, "--key", PUB]);
      expect([code, err]).toEqual([0, ""]);
      const signature = published(folder).get("demo-2506.zip.sig") ?? null;
      expect(verifyBundle(sourceOf(zipOf(folder)), signature, keys.publicKey).signature).toBe("verified");
    },
  );

  const other = join(KEYS, "other.pub");
  writeFileSync(other, rsaKeys(2).publicKey.export({ type: "spki", format: "pem" }));
  const edwards = join(KEYS, "ed.key");
  writeFileSync(edwards, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));

  const large = join(KEYS, "large.key");
  writeFileSync(large, Buffer.alloc(1024 * 1024 + 1));

  test.each<[string, string[], 1 | 2, RegExp]>([
    ["another public key", [...SIGN, "--key", other], 1, /does not match the key/],
    ["a key of another kind", ["--sign", edwards], 2, /ed25519/],
    ["a key that is not there", ["--sign", join(KEYS, "none")], 2, /does not exist/],
    ["a key of a size that none has", ["--sign", large], 2, /large\.key cannot be read: it has more than 1 MiB/],
    ["two ways to sign", [...SIGN, "--sign-command", "x"], 2, /cannot be combined/],
    ["a key to check and nothing to check", ["--key", PUB], 2, /nothing is signed/],
    ["a program that is not there", ["--sign-command", "no-such-signer-here"], 2, /cannot be started/],
    ["a program that fails", ["--sign-command", program("process.exit(3)")], 2, /ended with 3/],
    ["a program that prints words", ["--sign-command", program("console.log('card?')")], 1, /prints no RSA signature/],
  ])("and refused with: %s; nothing is written", async (_, words, expected, message) => {
    const folder = kitRepository();
    const { code, err } = await bundle(folder, words);
    expect(code, err).toBe(expected);
    expect(err).toMatch(message);
    expect([...published(folder).keys()]).toEqual([]);
  });
});

describe("[D5] bundle ENV --settings", () => {
  test("has the 14 pairs and nothing to install, and needs no kit", async () => {
    const folder = kitRepository();
    rmSync(join(folder, KIT), { recursive: true });
    expect((await bundle(folder, ["--settings"])).code).toBe(0);
    const { manifest, entries } = opened(folder, "demo-settings.zip");
    expect(entries.size).toBe(0);
    expect(manifest).toMatchObject({ kind: "settings", tree: null, files: [], log4j2: [], connector: "2506" });
    expect(manifest.values).toHaveLength(14);
    expect(manifest.values.every(({ unit }) => unit)).toBe(true);
    expect(published(folder).get("demo-settings.report.md")?.toString()).toMatch(/tool can stay open/);
  });
});

describe("[D1] secrets", () => {
  test("in clear in what was installed before stop the bundle, which is not written", async () => {
    const folder = kitRepository();
    withSecret(folder);
    edit(folder, "environments/demo/installed/connector.properties", "@secret(installed)", "hunter2-installed");
    const { code, out, err } = await bundle(folder, [], {});
    expect([code, [...published(folder).keys()]]).toEqual([1, []]);
    expect(out).toContain("error[secret/plain-value]: PROXY_PASSWORD of environments/demo/installed/connector.properties");
    expect(out + err).not.toContain("hunter2");
  });

  test("are nowhere: placeholders in the conf, pointers in the manifest, not even what stood for it before", async () => {
    const folder = kitRepository();
    withSecret(folder);
    const env = { SOURCE_DATE_EPOCH: "1790000000", PROXY_PASSWORD: "hunter2-live" };
    const { code, out } = await bundle(folder, [], { env });
    expect(code, out).toBe(0);
    for (const [name, bytes] of [...published(folder), ["stdout", Buffer.from(out)] as const]) {
      expect(bytes.includes("hunter2") || bytes.includes("@secret(installed)"), name).toBe(false);
    }
    const pointer = "/workstation/set/connector/PROXY_PASSWORD";
    expect(contentOf(folder, "plugin/conf/connector.properties")).toContain(`PROXY_PASSWORD=@secret(${pointer})`);
    const { values, expect: expected, keep, carried } = opened(folder).manifest;
    expect(values).toContainEqual({ file: "connector", key: "PROXY_PASSWORD", secret: pointer, unit: false });
    expect(expected).toEqual([
      { key: "LicenseDir", value: "1@old" },
      { key: "Transport", value: "http" },
      { key: "OLD_KEY", value: "1" },
    ]);
    expect(keep).toEqual(["STAGING_DIR"]);
    expect(carried).toMatchObject({
      from: "environments/demo/installed/connector.properties",
      keys: ["LicenseDir", "Transport"],
    });
    expect(published(folder).get("demo-2506.report.md")?.toString()).toContain("secret: the machine's value is kept");
  });
});

describe("[D1] the folder that bundles are published in", () => {
  test("keeps what is not ours, and other environments' bundles", async () => {
    const folder = kitRepository({ [`${OUT}/notes.txt`]: "mine", [`${OUT}/pilot-2606.zip`]: "another" });
    await bundle(folder);
    expect([...published(folder).keys()]).toEqual([...ALL, "notes.txt", "pilot-2606.zip"]);
    expect(published(folder).get("pilot-2606.zip")?.toString()).toBe("another");
  });

  test("is refused where a folder lies in the place of the bundle, or it is the repository's own", async () => {
    const folder = kitRepository();
    mkdirSync(join(folder, OUT, "demo-2506.zip"), { recursive: true });
    expect(await bundle(folder)).toMatchObject({ code: 2, err: expect.stringMatching(/is a folder/) });
    expect(await bundle(folder, ["--out", "releases/out"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--out cannot be/),
    });
    writeFileSync(join(folder, "file"), "");
    expect(await bundle(folder, ["--out", "file"])).toMatchObject({ code: 2, err: expect.stringMatching(/cannot be used/) });
  });

  test("gets the old set back when a run was killed while it replaced it", async () => {
    const folder = kitRepository();
    await bundle(folder, ["--sign", KEY]);
    const before = published(folder);
    const old = join(folder, OUT, ".tierwright-bundle-999999999", "old");
    mkdirSync(old, { recursive: true });
    for (const name of ["demo-2506.zip", "demo-2506.zip.sha256", "demo-2506.zip.sig"])
      renameSync(join(folder, OUT, name), join(old, name));
    writeFiles(join(folder, OUT), { "demo-2506.zip.sha256": "of the new set" });
    edit(folder, "releases/matrix.yaml", '"2506": A', '"2506": A, "2706": A');
    expect((await bundle(folder, ["--settings"])).code).toBe(0);
    const after = published(folder);
    for (const name of ["demo-2506.zip", "demo-2506.zip.sha256", "demo-2506.zip.sig"])
      expect(after.get(name), name).toEqual(before.get(name));
    expect([...after.keys()].filter((name) => name.startsWith("."))).toEqual([]);
  });
});
