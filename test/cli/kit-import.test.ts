import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PLUGIN_XML, SMALL_KIT, below, filesIn, jar, sampleFile, sampleKit, zipOf } from "../compiler/kit/kits.ts";
import { cli } from "../support/host.ts";
import { type Files, edit, exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";
import { eachNth } from "../support/runs.ts";

/** A repository, beside it a source; `run` imports it. */
function scene(source: Buffer | Files | null, repository: Files | null = {}) {
  const folder = temporaryFolder();
  const root = join(folder, "repository");
  mkdirSync(join(root, "releases"), { recursive: true });
  if (repository) writeFiles(root, repository);
  const archive = Buffer.isBuffer(source);
  const name = archive ? "Vendor Kit.zip" : "vendor";
  if (archive) writeFileSync(join(folder, name), source);
  else writeFiles(join(folder, name), source ?? {});
  return {
    root,
    source: join(folder, name),
    import: (...options: string[]) =>
      cli(["-C", "repository", "kit", "import", name, "--release", "2606", "--today", "2026-11-21", ...options], { cwd: folder }),
    /** Everything in the repository, and no stage left. */
    files: () => filesIn(root),
  };
}

const json = (out: string) => JSON.parse(out);

const vendorFindings = (findings: readonly Record<string, string>[]) =>
  findings.filter(({ rule }) => rule === "kit/vendor-value");
/** The keys that kit/vendor-value names. */
const vendorKeys = (findings: readonly Record<string, string>[]) =>
  vendorFindings(findings).map(({ message }) => message?.split(" ")[0]);

describe("a vendor's kit is taken in", () => {
  const FORMS: readonly (readonly [string, () => Buffer | Files])[] = [
    ["a folder", () => sampleKit("2606")],
    ["a folder in folders", () => below("a/b c", sampleKit("2606"))],
    ["a zip", () => zipOf(sampleKit("2606"))],
    ["a zip with one folder around it", () => zipOf(below("PLM_Connector_2606", sampleKit("2606")))],
    ["a compressed zip", () => zipOf(below("PLM", sampleKit("2606")), { deflate: true })],
    ["a zip made on Windows", () => zipOf(below("PLM\\Kit", sampleKit("2606")), { separator: "\\" })],
  ];

  test.each(eachNth(3, FORMS))("[C6] from %s: base files, kit and lock, byte for byte", async (_, source) => {
    const { import: run, files } = scene(source());
    const { code, out } = await run("--format", "json");
    expect(code).toBe(0);
    const kit = sampleKit("2606");
    const found = files();
    for (const [path, bytes] of Object.entries(kit)) expect(found[`releases/2606/kit/${path}`]?.equals(bytes), path).toBe(true);
    for (const name of ["connector.properties", "client.properties", "logger.properties", "log4j2.xml", "plugin.xml"])
      expect(found[`releases/2606/base/${name}`]?.equals(sampleFile(`releases/2606/base/${name}`)), name).toBe(true);
    expect(Object.keys(found)).toHaveLength(Object.keys(kit).length + 5 + 2);
    const rows = (text: Buffer | undefined) => text?.toString("utf8").split("\nfiles:\n")[1];
    expect(rows(found["releases/2606/kit.lock.yaml"])).toBe(rows(sampleFile("releases/2606/kit.lock.yaml")));
    expect(json(out)).toMatchObject({
      schema: "tierwright/kit/v1",
      command: "import",
      state: "imported",
      facts: { plugin: { id: "com.example.plm.connector", localFirst: "effective" }, java: { version: 21, classVersion: 65 } },
    });
  });

  test("[C6] [C8] [C9] says what is dangerous, and records profile and mapping definition, the latter not judged", async () => {
    const { import: run } = scene(sampleKit("2606"));
    const { facts, vendor, missing, findings } = json((await run("--format", "json")).out);
    expect(vendor.map(({ key }: { key: string }) => key)).toEqual([
      "TC_SERVER_URL",
      "AWC_WEBLOGIC_HOST_URL",
      "LicenseDir",
      "STAGING_DIR",
      "CAMEOTCIntImportWorkingDir",
      "USE_JCEF_BROWSER",
    ]);
    // the built-in table writes the two addresses, so nobody has to decide them again
    expect(vendorKeys(findings)).toEqual(["LicenseDir", "STAGING_DIR", "CAMEOTCIntImportWorkingDir", "USE_JCEF_BROWSER"]);
    expect(facts.profile).toMatchObject({ path: "plugin/lib/PLM_Profile.mdzip", size: 812 });
    expect(facts.mapping).toMatchObject({
      judged: false,
      counts: { elementMappings: 10, objectMappings: 5, customReferences: 0 },
    });
    expect(missing).toEqual([]);
  });

  test("[C6] the source's name, size, hash and day stand in the lock, and the same import changes no byte later", async () => {
    const { import: run, files, source } = scene(zipOf(below("PLM", sampleKit("2606"))));
    await run();
    const before = files();
    const lock = before["releases/2606/kit.lock.yaml"]?.toString("utf8") ?? "";
    expect(lock).toMatch(
      new RegExp(
        `source: \\{ name: "Vendor Kit.zip", size: ${readFileSync(source).length}, sha256: "[0-9a-f]{64}", imported: 2026-11-21 \\}`,
      ),
    );
    const again = await run("--today", "2027-01-01");
    expect([again.code, again.out.split("\n")[0]]).toEqual([
      0,
      "✓ release 2606 already matches Vendor Kit.zip: nothing was written",
    ]);
    expect(files()).toEqual(before);
  });

  test("[C6] a drafted release.yaml makes the release compile; one that is there stays", async () => {
    const own = '# ours\napiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2606"\nwrites: []\n';
    const first = scene(sampleKit("2606"), exampleRepository2());
    expect((await first.import()).out).toContain("drafted with the built-in connector's 14 writes of 11 keys: review it");
    const check = json((await cli(["check", "--format", "json"], { cwd: first.root })).out);
    expect(check.findings.filter(({ file }: { file: string }) => file.startsWith("releases/2606/"))).toEqual([]);
    const second = scene(sampleKit("2606"), { "releases/2606/release.yaml": own, "releases/2606/notes/a.txt": "ours\n" });
    expect((await second.import()).out).toContain("releases/2606/release.yaml is unchanged");
    expect(second.files()["releases/2606/release.yaml"]?.toString()).toBe(own);
    expect(second.files()["releases/2606/notes/a.txt"]?.toString()).toBe("ours\n");
  });

  test("[C6] a release.yaml that stays and says other places than the kit has is told", async () => {
    const own =
      'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2606"\nkit: { plugin: plugin, conf: plugin/old.properties }\nwrites: []\n';
    const { import: run } = scene(sampleKit("2606"), { "releases/2606/release.yaml": own });
    const { notes, facts, findings } = json((await run("--format", "json")).out);
    expect(notes).toContain(
      "release.yaml says kit.conf: plugin/old.properties, but the kit has it at plugin/conf/connector.properties",
    );
    expect(notes).toContain("release.yaml has no kit.profile, but the kit has it at plugin/lib/PLM_Profile.mdzip");
    expect(facts.profile.path).toBe("plugin/lib/PLM_Profile.mdzip");
    const rules = findings.map(({ rule }: { rule: string }) => rule);
    expect(rules).toContain("kit/not-locked");
  });

  test("[C6] [C8] an import proposes the profile: in a drafted release.yaml, to one that stays, and for a site that has none", async () => {
    const site = sampleFile("environments/site.yaml").toString();
    const drafted = scene(sampleKit("2606"), { "environments/site.yaml": site });
    expect((await drafted.import()).out).not.toContain("profile:");
    expect(drafted.files()["releases/2606/release.yaml"]?.toString()).toContain("  profile: plugin/lib/PLM_Profile.mdzip\n");
    const own = 'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2606"\nkit: { plugin: plugin }\nwrites: []\n';
    const kept = scene(sampleKit("2606"), { "environments/site.yaml": site, "releases/2606/release.yaml": own });
    expect((await kept.import()).out).toContain("help: write kit.profile: plugin/lib/PLM_Profile.mdzip");
    const bare = scene(sampleKit("2606"), { "environments/site.yaml": site.replace(/^profile:(?:.*\n)+?\n/m, "") });
    expect((await bare.import()).out).toContain(
      "to paste    into environments/site.yaml\n\nprofile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }\n\n",
    );
    for (const block of ["profile: { copies: ['C:\\Users\\Public'] }", "profile: {}", "profile:"]) {
      const partly = scene(sampleKit("2606"), {
        "environments/site.yaml": site.replace(/^profile:(?:.*\n)+?\n/m, `${block}\n\n`),
      });
      const { out } = await partly.import();
      expect(out).toContain("set `profile.file` to PLM_Profile.mdzip");
      expect(out).not.toContain("to paste");
    }
    const { "plugin/lib/PLM_Profile.mdzip": _profile, ...none } = sampleKit("2606");
    const without = scene(none, { "environments/site.yaml": site.replace(/^profile:(?:.*\n)+?\n/m, "") });
    expect((await without.import()).out).not.toContain("profile: {");
  });

  test("[C6] --no-kit writes base files and lock only", async () => {
    const { import: run, files } = scene(sampleKit("2606"));
    const { out } = await run("--no-kit");
    expect(out).toContain("TIERWRIGHT_KITS");
    expect(Object.keys(files()).map((path) => path.split("/")[2])).toEqual([
      "base",
      "base",
      "base",
      "base",
      "base",
      "kit.lock.yaml",
      "release.yaml",
    ]);
  });

  test("[C6] a kit with other names is found by what is in it; what it lacks is said", async () => {
    const { import: run, files } = scene(SMALL_KIT);
    const { missing, found, findings, facts } = json((await run("--format", "json")).out);
    expect(found).toMatchObject({ conf: "plugins/connector/conf/plm.properties", mapping: null });
    expect(missing).toEqual(["log4j2", "profile"]);
    expect(facts.profile).toBeNull();
    expect(findings.map(({ rule }: { rule: string }) => rule)).not.toContain("kit/not-locked");
    expect(files()["releases/2606/base/plugin.xml"]?.toString()).toBe(PLUGIN_XML);
  });
});

/** The example repository's files without a stage of the disk. */
function exampleRepository2(): Files {
  return filesIn(exampleRepository());
}

describe("dangers are reported and the kit is taken in as it is", () => {
  const rules = async (files: Files) => {
    const { import: run } = scene(files);
    const { code, out } = await run("--format", "json");
    const { findings, state } = json(out);
    return { code, state, findings: findings.filter(({ rule }: { rule: string }) => rule !== "kit/vendor-value") };
  };

  test("[C6] jars of two releases", async () => {
    const { code, state, findings } = await rules({
      ...sampleKit("2606"),
      "plugin/lib/plm-sso-2506.jar": jar({ "A.class": 61 }),
    });
    expect([code, state]).toEqual([1, "imported"]);
    expect(findings.map(({ rule }: { rule: string }) => rule).sort()).toEqual(["kit/mixed-build", "kit/plugin-descriptor"]);
  });

  test("[C6] a listed library that is absent, one that is not listed, and an inert LocalFirst", async () => {
    const kit = {
      ...SMALL_KIT,
      "plugins/connector/plugin.xml": PLUGIN_XML.replace(' ownClassloader="true"', "").replace("lib/a.jar", "lib/gone.jar"),
    };
    const { code, findings } = await rules(kit);
    expect(code).toBe(1);
    expect(
      findings.map(({ severity, message }: { severity: string; message: string }) => `${severity} ${message.slice(29, 70)}`),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^error .*lib\/gone\.jar/),
        expect.stringMatching(/^warning .*class-lookup/),
        expect.stringMatching(/^info .*lib\/a\.jar/),
      ]),
    );
  });

  test("[C6] a jar that cannot be read, and a client file that differs from the release before", async () => {
    const { import: run } = scene({ ...SMALL_KIT, "plugins/connector/lib/a.jar": "no jar" }, { ...exampleRepository2() });
    const { notes, client } = json((await run("--format", "json")).out);
    expect(notes.join()).toContain("plugins/connector/lib/a.jar cannot be read as a jar");
    expect(client.release).toBe("2506");
    expect(client.changes.removed.map(({ key }: { key: string }) => key)).toEqual([
      "AWC_WEBLOGIC_HOST_URI",
      "IS_TCCS",
      "TRANSPORT",
      "Transport",
    ]);
  });

  test("a value of a key that an environment declares secret is not shown", async () => {
    const repository = exampleRepository2();
    const environment = repository["environments/demo/environment.yaml"]?.toString() ?? "";
    const declared = environment
      .replace("  licenseServer: 27000@lic.example.com\n", "")
      .replace(
        "  sessionAgent: none",
        "  sessionAgent: none\n  set: { connector: { LicenseDir: { env: X } }, client: { URL: { env: Y } } }",
      );
    const kit = {
      ...SMALL_KIT,
      "plugins/connector/conf/plm.properties": "TC_SERVER_URL=a\nLicenseDir=canary-1 \n",
      "common/CommonClient.properties":
        "BOOTSTRAP_URLS=a\nURL=canary-2\nDB_PASSWORD=canary-3\nPROXY=http://jane:canary-4@proxy\n",
    };
    for (const form of ["text", "json"]) {
      const { import: run } = scene(kit, { ...repository, "environments/demo/environment.yaml": declared });
      const { code, out } = await run("--format", form);
      // 1: the conf of this kit is plm.properties, and site.yaml names another (kit/place-differs)
      expect([code, out.includes("LicenseDir"), out.includes("canary")]).toEqual([1, true, false]);
    }
  });

  test("[C8] the profile of the release before", async () => {
    const old = sampleKit("2506");
    const { import: run } = scene(
      { ...sampleKit("2606"), "plugin/lib/PLM_Profile.mdzip": old["plugin/lib/PLM_Profile.mdzip"] ?? "" },
      {
        ...below("releases/2506/kit", old),
        "releases/2506/kit.lock.yaml": sampleFile("releases/2506/kit.lock.yaml"),
        "releases/2506/release.yaml": sampleFile("releases/2506/release.yaml"),
      },
    );
    const { out, code } = await run();
    expect(code).toBe(1);
    expect(out).toContain(
      "error[kit/stale-profile]: the profile of release 2606 is identical to that of release 2506 (966 bytes)",
    );
  });
});

describe("a refusal writes nothing", () => {
  /** Hostile archives by what must be said of them. */
  const HOSTILE: readonly (readonly [string, Files, RegExp])[] = [
    ["a path out of the folder", { "../evil.txt": "a" }, /'\.\.\/evil\.txt' leaves the folder/],
    ["a Windows path out of the folder", { "a\\..\\..\\evil.txt": "a" }, /leaves the folder/],
    ["a drive", { "C:\\evil.txt": "a" }, /begins with a drive/],
    ["a device name", { "plugin/con.txt": "a" }, /Windows keeps that name for a device/],
    ["names that differ in case", { "plugin/a.jar": "a", "plugin/A.jar": "b" }, /is the same name as/],
    ["a hidden stream", { "plugin/a.jar:x": "a" }, /':'/],
  ];

  test.each(eachNth(3, HOSTILE))("[D2] [C6] %s: exit 1 with the reason", async (_, files, reason) => {
    const { import: run, files: all } = scene(zipOf({ ...files, "plugin/plugin.xml": PLUGIN_XML }));
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out).toMatch(reason);
    expect(out).toContain("nothing was written");
    expect(all()).toEqual({});
  });

  test("[D2] every reason of one archive at once, also in JSON", async () => {
    const { import: run } = scene(zipOf({ "../a": "1", "x/nul": "2", "y. ": "3" }));
    const { state, faults } = json((await run("--format", "json")).out);
    expect(state).toBe("refused");
    expect(faults.map(({ entry }: { entry: string }) => entry)).toEqual(["../a", "x/nul", "y. "]);
  });

  test("[D2] what only the contents show: damaged entries, all of them", async () => {
    const zip = zipOf({ "p/plugin.xml": PLUGIN_XML, "p/a.txt": "aaaa", "p/b.txt": "bbbb" });
    for (const text of ["aaaa", "bbbb"]) zip[zip.indexOf(text)] = 0x7a;
    const { import: run, files } = scene(zip);
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out.match(/is damaged: its checksum/g)).toHaveLength(2);
    expect(files()).toEqual({});
  });

  test.runIf(process.platform !== "win32")("[D2] a link in a folder", async () => {
    const { import: run, source, files } = scene(SMALL_KIT);
    symlinkSync("/etc", join(source, "link"));
    const { code, out } = await run();
    expect([code, out.includes("'link' is a link; a kit holds files and folders only")]).toEqual([1, true]);
    expect(files()).toEqual({});
  });

  test("[C6] another kit over a release that is there, unless --force; files of the user's own stay", async () => {
    const { import: run, source, root, files } = scene(sampleKit("2606"));
    await run();
    writeFiles(root, { "releases/2606/notes.txt": "ours\n" });
    edit(source, "plugin/conf/connector.properties", "RETRY_COUNT = 2", "RETRY_COUNT = 3");
    writeFiles(source, { "plugin/lib/new.jar": jar({ "A.class": 61 }) });
    const before = files();
    const refused = await run();
    expect(refused.code).toBe(1);
    for (const path of ["base/connector.properties", "kit.lock.yaml", "kit/plugin/conf/connector.properties"])
      expect(refused.out).toContain(`'${path}' exists with different content and would be replaced`);
    expect(files()).toEqual(before);
    const forced = await run("--force");
    expect(forced.out).toContain("✓ release 2606 imported");
    const after = files();
    expect(after["releases/2606/notes.txt"]?.toString()).toBe("ours\n");
    expect(after["releases/2606/release.yaml"]).toEqual(before["releases/2606/release.yaml"]);
    expect(after["releases/2606/base/connector.properties"]?.toString()).toContain("RETRY_COUNT = 3");
    expect(readdirSync(join(root, "releases"))).toEqual(["2606"]);
  });

  test("[C6] several plug-in folders: which one is meant is asked", async () => {
    const two = { ...below("one", SMALL_KIT), ...below("two", SMALL_KIT) };
    const { import: run, files } = scene(two);
    const asked = await run();
    expect([asked.code, files()]).toEqual([2, {}]);
    expect(asked.err).toContain(
      "several plug-in folders: one/plugins/connector (com.example.plm.connector), two/plugins/connector",
    );
    expect(asked.err).toContain("--plugin PATH");
    const wrong = await run("--plugin", "three");
    expect([wrong.code, wrong.err.includes("no plug-in folder 'three'")]).toEqual([2, true]);
    expect((await run("--plugin", "TWO\\plugins\\connector\\plugin.xml")).code).toBe(0);
    expect(files()["releases/2606/release.yaml"]?.toString()).toContain("plugin: two/plugins/connector");
  });

  test.each<[string, Buffer | Files | null, string, number]>([
    ["a folder without a plug-in", { "readme.txt": "a" }, "holds no plug-in folder", 2],
    ["an archive in an archive", zipOf({ "inner.zip": zipOf(SMALL_KIT) }), "unpack inner.zip", 2],
    ["a source that is not there", null, "cannot be read", 2],
    ["a file that is no archive", Buffer.from("text\n"), "is not a complete zip archive", 1],
    ["an empty file", Buffer.alloc(0), "archive", 1],
  ])("[C6] %s", async (_, source, words, wanted) => {
    const { import: run, files } = scene(source);
    const { code, out, err } = await run();
    expect([code, (out + err).includes(words)]).toEqual([wanted, true]);
    expect(files()).toEqual({});
  });

  test.each(eachNth(3, ["con", "a/b", "..", ".x", "x.", ""]))("a release cannot be called '%s'", async (name) => {
    const { import: run, files } = scene(SMALL_KIT);
    const { code, err } = await run("--release", name);
    expect([code, err.includes("a release cannot be called")]).toEqual([2, true]);
    expect(files()).toEqual({});
  });

  test("a folder that is no repository, and no --release, are wrong use", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, below("kit", SMALL_KIT));
    const none = await cli(["kit", "import", "kit", "--release", "1"], { cwd: folder });
    expect([none.code, none.err.includes("is not a config repository")]).toEqual([2, true]);
    mkdirSync(join(folder, "releases"));
    const unnamed = await cli(["kit", "import", "kit"], { cwd: folder });
    expect([unnamed.code, unnamed.err.includes("needs --release")]).toEqual([2, true]);
    expect(existsSync(join(folder, "releases", "1"))).toBe(false);
  });
});

describe("[C6] a vendor's value is reported only to those who must decide it", () => {
  const ENVIRONMENT = "environments/demo/environment.yaml";
  const STAGING = "  stagingDir: 'D:\\plm\\staging'\n";

  /** The example repository, in which the environment uses the imported release. */
  function repository(...edits: readonly (readonly [path: string, text: string, by: string])[]) {
    const root = exampleRepository();
    edit(root, ENVIRONMENT, 'connector: "2506"', 'connector: "2606"');
    for (const [path, text, by] of edits) edit(root, path, text, by);
    return async (kit: Buffer | Files = sampleKit("2606")) => {
      const { root: into, import: run } = scene(kit, null);
      writeFiles(
        into,
        Object.fromEntries(Object.entries(filesIn(root)).map(([path, bytes]) => [path, bytes.toString("latin1")])),
      );
      return vendorFindings(json((await run("--format", "json")).out).findings);
    };
  }
  const defaults = (block: string) =>
    ["environments/site.yaml", "client:", `defaults: { workstation: { ${block} } }\nclient:`] as const;

  test("an environment of the release that decides everything leaves nothing to report", async () => {
    expect(await repository()()).toEqual([]);
  });

  test("a key that one environment leaves open is reported with that environment's name", async () => {
    const found = await repository([ENVIRONMENT, STAGING, ""])();
    expect(found.map(({ message, help }) => [message, help])).toEqual([
      [
        expect.stringMatching(/^STAGING_DIR is /),
        "decide it with workstation.stagingDir in environment demo, or in site.yaml's defaults",
      ],
    ]);
  });

  test("the site's defaults decide it, with an environment and without one", async () => {
    const edits = [[ENVIRONMENT, STAGING, ""], defaults("stagingDir: 'D:\\s'")] as const;
    expect(await repository(...edits)()).toEqual([]);
    const elsewhere = await repository(
      [ENVIRONMENT, 'connector: "2606"', 'connector: "2506"'],
      defaults("stagingDir: 'D:\\s'"),
    )();
    expect(vendorKeys(elsewhere)).toEqual(["LicenseDir", "CAMEOTCIntImportWorkingDir", "USE_JCEF_BROWSER"]);
    expect(elsewhere.map(({ help }) => help)).toContain(
      "decide it with workstation.licenseServer in site.yaml's defaults, or in every environment of the release",
    );
  });

  test("workstation.set of the same key decides it; of another key it does not", async () => {
    const kit = {
      ...SMALL_KIT,
      "plugins/connector/conf/plm.properties": "TC_SERVER_URL=http://v.invalid:1/tc\nFMS_CACHE_DIR=E:/fms\n",
    };
    const set = (key: string) => defaults(`set: { connector: { ${key}: 'D:/fms' } }`);
    expect(vendorKeys(await repository()(kit))).toEqual(["FMS_CACHE_DIR"]);
    expect(await repository(set("FMS_CACHE_DIR"))(kit)).toEqual([]);
    expect(vendorKeys(await repository(set("FMS_CACHE"))(kit))).toEqual(["FMS_CACHE_DIR"]);
  });
});
