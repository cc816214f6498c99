import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openBundle } from "../../src/deploy/bundle/open.ts";
import { bundle, KIT, kitRepository, published } from "../deploy/bundle/repository.ts";
import { sha256, sourceOf } from "../deploy/bundle/support.ts";
import { edit, writeFiles } from "../support/repository.ts";

const manifestOf = async (folder: string) => {
  const { code, out, err } = await bundle(folder);
  expect(code, out + err).toBe(0);
  return openBundle(sourceOf(published(folder).get("demo-2506.zip") ?? Buffer.alloc(0))).manifest;
};

/** Adds files to the lock of the kit. */
function addToLock(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const row = `  - { path: "${path}", size: ${Buffer.from(text).length}, sha256: "${sha256(Buffer.from(text))}" }\n`;
    appendFileSync(join(folder, "releases/2506/kit.lock.yaml"), row);
  }
}

/** Adds files to the kit and to its lock. */
function addToKit(folder: string, files: Readonly<Record<string, string>>): void {
  addToLock(folder, files);
  for (const [path, text] of Object.entries(files)) writeFiles(folder, { [`${KIT}/${path}`]: text });
}

describe("[D2] a kit whose names Windows cannot have is not bundled:", () => {
  test.each([
    ["a device", "plugin/aux.txt", /device/],
    ["a trailing dot", "plugin/lib/a.", /drops a dot/],
    ["a stream", "plugin/a:b", /stream/],
    ["a twin by case", "plugin/PLUGIN.XML", /same name/],
    ["a twin of a folder by case", "plugin/LIB/a.jar", /same name/],
    ["a name in two compositions", "plugin/e\u0301", /same name/],
  ])("%s", async (_, path, words) => {
    const folder = kitRepository();
    // such a file cannot be written everywhere, and need not be: the lock names it
    addToLock(folder, path.endsWith("e\u0301") ? { "plugin/\u00e9": "1", [path]: "2" } : { [path]: "x" });
    const { code, out, err } = await bundle(folder);
    expect(code, out).toBe(1);
    expect(out + err).toMatch(words);
    expect(existsSync(join(folder, "dist"))).toBe(false);
  });
});

test("[C6] a file of the kit that is not installed is proven against the lock as well, and nothing is left when it differs", async () => {
  for (const path of ["mapping.xml", "plugin/conf/connector.properties"]) {
    const folder = kitRepository();
    addToKit(folder, { [path]: "a=1\n" });
    expect((await bundle(folder)).code).toBe(0);
    writeFiles(folder, { [`${KIT}/${path}`]: "a=2\n" });
    const { code, out } = await bundle(folder, ["--out", "second"]);
    expect(code).toBe(1);
    expect(out).toContain("kit/changed");
    expect(existsSync(join(folder, "second"))).toBe(false);
  }
});

describe("[D1] the manifest", () => {
  test("orders files by UTF-16 code units, whatever the file system says", async () => {
    const folder = kitRepository();
    addToKit(folder, {
      "plugin/Z.txt": "1",
      "plugin/a.txt": "2",
      "plugin/a-b.txt": "3",
      "plugin/a/b.txt": "4",
      "plugin/\ufb01.txt": "5",
    });
    const paths = (await manifestOf(folder)).files.map(({ path }) => path);
    expect(paths).toEqual([...paths].sort((a, b) => (a < b ? -1 : 1)));
    expect(paths.filter((path) => /^plugin\/[aZ\ufb01]/.test(path))).toEqual([
      "plugin/Z.txt",
      "plugin/a-b.txt",
      "plugin/a.txt",
      "plugin/a/b.txt",
      "plugin/\ufb01.txt",
    ]);
  });

  test("leaves out what the kit has beside the plug-in folder", async () => {
    const folder = kitRepository();
    addToKit(folder, { "data/resource.xml": "<r/>", "plugin-docs/guide.txt": "guide" });
    expect((await manifestOf(folder)).files.map(({ path }) => path).filter((path) => /resource|guide/.test(path))).toEqual([]);
    expect(published(folder).get("demo-2506.report.md")?.toString()).toContain(
      "not installed: `data/resource.xml`, `plugin-docs/guide.txt`",
    );
  });

  test("[C9] records the mapping definition with size, hash and counts, and judges nothing", async () => {
    const folder = kitRepository();
    const mapping = '<m><elementMapping element="Block" type="A2_Item"/></m>';
    addToKit(folder, { "mapping.xml": mapping });
    edit(folder, "releases/2506/release.yaml", "kit: { plugin: plugin,", "kit: { plugin: plugin, mapping: mapping.xml,");
    expect((await manifestOf(folder)).mapping).toEqual({
      path: "mapping.xml",
      size: mapping.length,
      sha256: sha256(Buffer.from(mapping)),
      judged: false,
      counts: { elementMappings: 1, objectMappings: 0, references: 1, customReferences: 1 },
    });
  });

  test("[C8] brings no profile where the site names none; one that the release does not name stops it", async () => {
    const withoutSite = kitRepository();
    edit(
      withoutSite,
      "environments/site.yaml",
      "profile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }\n",
      "",
    );
    const withoutRelease = kitRepository();
    edit(withoutRelease, "releases/2506/release.yaml", ", profile: plugin/lib/PLM_Profile.mdzip", "");
    const { paths, files } = await manifestOf(withoutSite);
    expect(paths).toMatchObject({ profile: null, profiles: [], strays: [] });
    expect(paths.knownProfiles).toBeUndefined();
    expect(files.some(({ path }) => path.startsWith("profile/"))).toBe(false);
    const { code, out } = await bundle(withoutRelease);
    expect([code, [...published(withoutRelease).keys()]]).toEqual([1, []]);
    expect(out).toContain("error[kit/profile-place]: release 2506 names no profile, and its kit has one");
  });

  test("[C8] does not take a place of the profile for a stale copy, in whatever case it is written", async () => {
    const folder = kitRepository();
    edit(folder, "environments/site.yaml", "'C:\\Users\\Public']", "'c:\\users\\public\\']");
    const { paths } = await manifestOf(folder);
    expect(paths.profiles).toEqual(["{install}\\profiles\\PLM_Profile.mdzip", "c:\\users\\public\\PLM_Profile.mdzip"]);
    expect(paths.strays).toEqual(["{install}\\plugins\\PLM_Profile.mdzip", "c:\\users\\public\\Documents\\PLM_Profile.mdzip"]);
  });

  test("[C8] knows the profiles of every release of the repository by content", async () => {
    const folder = kitRepository();
    const other = { size: 7, sha256: "1".repeat(64) };
    const releaseOf = (name: string, file: string) => join(folder, "releases", name, file);
    cpSync(releaseOf("2506", ""), releaseOf("2606", ""), { recursive: true });
    for (const file of ["release.yaml", "kit.lock.yaml", "base/plugin.xml"]) {
      const text = readFileSync(releaseOf("2506", file), "utf8").replaceAll("2506", "2606");
      writeFileSync(releaseOf("2606", file), text);
    }
    const plugin = readFileSync(releaseOf("2606", "base/plugin.xml"));
    const row = (size: number, digest: string) => `$1, size: ${size}, sha256: "${digest}" }`;
    const lock = readFileSync(releaseOf("2606", "kit.lock.yaml"), "utf8")
      .replace(/(PLM_Profile\.mdzip), size: .*/, row(other.size, other.sha256))
      .replace(/(plm-connector-2606\.jar), size: .*/, row(8, "2".repeat(64)))
      .replace(/(plugin\.xml), size: .*/, row(plugin.length, sha256(plugin)));
    writeFileSync(releaseOf("2606", "kit.lock.yaml"), lock);
    const { paths, files } = await manifestOf(folder);
    const own = files.find(({ path }) => path === "profile/PLM_Profile.mdzip");
    expect(paths.knownProfiles).toEqual([other, { size: own?.size, sha256: own?.sha256 }]);
  });

  test("[D6] names every folder that the tool scans, and [D7] where its row is read", async () => {
    const folder = kitRepository();
    edit(folder, "environments/site.yaml", "tool:\n", "tool:\n  pluginRoots: ['D:\\plugins']\n");
    const { paths, tool } = await manifestOf(folder);
    expect(paths.roots).toEqual(["{install}\\plugins", "D:\\plugins"]);
    expect(tool).toEqual({
      name: "Cameo Systems Modeler",
      row: "2024x Refresh3",
      versionFrom: { file: "bin\\tool.properties", pattern: "version=(.+)" },
    });
  });

  test("has the scoped edits of log4j2.xml; the root logger has no name", async () => {
    const folder = kitRepository();
    edit(
      folder,
      "environments/demo/environment.yaml",
      "logging:\n",
      "logging:\n  triggers: { MAIN: 50 MB }\n  levels: { com.example.connection: DEBUG, root: error }\n",
    );
    expect((await manifestOf(folder)).log4j2).toEqual([
      { what: "trigger", name: "MAIN", value: "50 MB" },
      { what: "level", name: "com.example.connection", value: "DEBUG" },
      { what: "level", name: "", value: "error" },
    ]);
  });

  test("[A6] has a deletion with the action of the bundle's own log4j2.xml: to insert if it is the environment's, to set its age if it is the kit's", async () => {
    const folder = kitRepository();
    edit(folder, "environments/demo/environment.yaml", "logging:\n", "logging:\n  deleteAfter: { MAIN: 45d }\n");
    const base = join(folder, "releases/2506/base/log4j2.xml");
    const text = readFileSync(base, "utf8");
    const pattern = /filePattern="([^"]*)"/.exec(text)?.[1] ?? "";
    const own = async () => (await manifestOf(folder)).log4j2;
    writeFileSync(base, text.replace(/\s*<Delete [\s\S]*?<\/Delete>/, ""));
    const [inserted] = await own();
    expect(inserted).toEqual({
      what: "deletion",
      name: "MAIN",
      value: "45d",
      deletion: { pattern, basePath: "C:/Temp", maxDepth: 1, glob: expect.stringContaining("[0-9]") },
    });
    const glob = '<Delete basePath="C:/Temp"><IfFileName glob="client-*.log"/><IfLastModified age="9d"/></Delete>';
    writeFileSync(base, readFileSync(base, "utf8").replace(/<DefaultRolloverStrategy[^>]*>/, `$&${glob}`));
    expect(await own()).toEqual([
      { ...inserted, deletion: { pattern: null, basePath: "C:/Temp", maxDepth: 1, glob: "client-*.log" } },
    ]);
  });

  test("has the exception that accepts a planned pair with its last day, and not what it means today", async () => {
    const folder = kitRepository({
      "releases/exceptions.yaml":
        'apiVersion: tierwright/v1\nkind: Exceptions\nexceptions:\n  - { tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [demo], reason: pilot, owner: plm-team, until: 2036-12-31 }\n',
    });
    edit(folder, "releases/matrix.yaml", '"2506": A', '"2506": P');
    expect((await manifestOf(folder)).verdict).toEqual({
      matrix: "P",
      reason: null,
      tierRange: true,
      exception: { reason: "pilot", owner: "plm-team", until: "2036-12-31" },
    });
    expect(published(folder).get("demo-2506.report.md")?.toString()).toContain("2024x Refresh3 × 2506: P (Planned)");
  });
});
