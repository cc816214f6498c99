import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesIn, sampleFile } from "../compiler/kit/kits.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";

const ROOT = join(import.meta.dirname, "../..");

async function document(argv: readonly string[], cwd = ROOT) {
  const { code, out, err } = await cli([...argv, "--format", "json"], { cwd });
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

interface Row {
  readonly key: string;
  readonly status: string;
  readonly secret: boolean;
  readonly before: string | null;
  readonly kit: string | null;
  readonly after: string | null;
}

const keys = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key);

test("[C7] kit carry to another release says what a bundle needs to carry it", async () => {
  const swap = (await cli(["kit", "carry", "production", "--to", "2606"], { cwd: ROOT })).out;
  expect(swap).toContain(
    "for this result, run `tierwright compile production`, copy dist/production/connector/connector.properties to environments/production/installed/ and name it in carryFrom",
  );
  expect((await cli(["kit", "carry", "production"], { cwd: ROOT })).out).not.toContain("for this result");
});

test("[C7] the advice of kit carry, followed, gives the same values, although the kit and the compiled conf differ", async () => {
  const folder = exampleRepository();
  cpSync(join(folder, "releases/2506"), join(folder, "releases/2606"), { recursive: true });
  edit(folder, "releases/2606/release.yaml", 'release: "2506"', 'release: "2606"');
  edit(
    folder,
    "environments/demo/environment.yaml",
    "  sessionAgent: none",
    "  sessionAgent: none\n  set: { connector: { SteretypeNameTrucationLimit: '64' } }",
  );
  const told = async () =>
    (await document(["kit", "carry", "demo", "--to", "2606"], folder)) as {
      readonly conf: unknown;
      readonly rows: readonly Row[];
    };
  const before = await told();
  const [, copied = ""] = /copy (\S+) to/.exec((await cli(["kit", "carry", "demo", "--to", "2606"], { cwd: folder })).out) ?? [];
  const compiled = await cli(["compile", "demo"], { cwd: folder });
  expect(compiled.out).toContain("written to dist/demo");
  cpSync(join(folder, copied), join(folder, "environments/demo/installed/connector.properties"));
  edit(
    folder,
    "environments/demo/environment.yaml",
    "authentication: password",
    "authentication: password\ncarryFrom: installed/connector.properties",
  );
  const after = await told();
  expect([before.conf, after.conf, after.rows]).toEqual([copied, null, before.rows]);
});

describe("kit diff", () => {
  test("[B8] a mapping that changed says what that asks of people, one that did not says nothing", async () => {
    const { out } = await cli(["kit", "diff", "2506", "2606"], { cwd: ROOT });
    const words = out.replace(/\s+/g, " ");
    expect(words).toContain("not checked");
    expect(words).toContain("no sign-in again is needed");
    expect(words).toContain("at each Put Model");
    expect(words).toContain("replaces the whole dataset there");
    const folder = temporaryFolder();
    cpSync(join(ROOT, "releases"), join(folder, "releases"), { recursive: true, filter: (path) => !/[\\/]kit$/.test(path) });
    const mapping = /^ {2}- \{ path: mapping\.xml,.*$/m;
    const old = readFileSync(join(folder, "releases/2506/kit.lock.yaml"), "utf8").match(mapping)?.[0] ?? "";
    const lock = join(folder, "releases/2606/kit.lock.yaml");
    writeFileSync(lock, readFileSync(lock, "utf8").replace(mapping, old));
    const same = (await cli(["kit", "diff", "2506", "2606"], { cwd: folder })).out;
    expect(same).toContain("identical in both; not checked");
    expect(same).not.toContain("sign-in again");
  });

  test("[C6] [C7] [C8] keys and defaults, jars, Java, profile and what a swap would carry", async () => {
    const diff = await document(["kit", "diff", "2506", "2606"]);
    expect([diff.schema, diff.command, diff.before.java.version, diff.after.java.version]).toEqual([
      "tierwright/kit/v1",
      "diff",
      17,
      21,
    ]);
    expect(keys(diff.keys.connector.added)).toEqual([
      "PANEL_OPEN_ON_SELECTION",
      "REQUEST_BATCH_SIZE",
      "VALIDATE_BEFORE_CHECK_IN",
    ]);
    expect(keys(diff.keys.connector.removed)).toEqual(["AUTO_UPDATE_ON_OPEN", "ICON_OVERLAY_STYLE", "LEGACY_XMI_EXPORT"]);
    expect(diff.keys.connector.changed).toContainEqual({ key: "READ_TIMEOUT_SECONDS", before: "600", after: "900" });
    expect(keys(diff.keys.client.added)).toEqual(["CHECKSUM_TRANSFERS"]);
    expect([diff.before.profile.size, diff.after.profile.size]).toEqual([966, 812]);
    expect(diff.jars.map(({ library, change }: { library: string; change: string }) => `${change} ${library}`)).toEqual([
      "changed json-lite",
      "changed plm-client",
      "changed plm-connector",
      "changed plm-mapping",
      "added plm-panel",
      "changed plm-sso",
    ]);
    expect(diff.swap).toMatchObject({ added: keys(diff.keys.connector.added), dropped: keys(diff.keys.connector.removed) });
    expect(diff.swap.carried).toHaveLength(37);
    expect(diff.before.mapping).toMatchObject({ judged: false, counts: { elementMappings: 10 } });
  });

  test("[C6] backwards everything is the other way round", async () => {
    const [there, back] = [await document(["kit", "diff", "2506", "2606"]), await document(["kit", "diff", "2606", "2506"])];
    expect(back.keys.connector.added).toEqual(there.keys.connector.removed);
    expect(back.swap.dropped).toEqual(there.swap.added);
  });

  test("[C6] another spelling and order of the same values is no difference", async () => {
    const files = filesIn(exampleRepository());
    const folder = temporaryFolder();
    writeFiles(folder, files);
    for (const [path, bytes] of Object.entries(files)) {
      if (path.startsWith("releases/2506/")) writeFiles(folder, { [path.replace("2506", "2606")]: bytes });
    }
    edit(
      folder,
      "releases/2606/base/connector.properties",
      "TRANSPORT=http\nIS_TCCS=false\n",
      "IS_TCCS : false\nTRANSPORT   http\n",
    );
    const { keys: changes, jars, log4j2 } = await document(["kit", "diff", "2506", "2606"], folder);
    expect(changes.connector).toEqual({ added: [], removed: [], changed: [] });
    expect([jars, log4j2]).toEqual([[], "same"]);
  });

  test("a value of a key that an environment declares secret is not shown", async () => {
    const folder = exampleRepository();
    const release = filesIn(folder);
    for (const [path, bytes] of Object.entries(release)) {
      if (path.startsWith("releases/2506/")) writeFiles(folder, { [path.replace("2506", "2606")]: bytes });
    }
    writeFiles(folder, {
      "releases/2606/base/connector.properties": `${release["releases/2506/base/connector.properties"]}PASS=canary-1\nDB_PASSWORD=canary-2\nPROXY=http://jane:canary-3@proxy\n`,
    });
    edit(
      folder,
      "environments/demo/environment.yaml",
      "  sessionAgent: none",
      "  sessionAgent: none\n  set: { connector: { PASS: { env: X } } }",
    );
    for (const form of ["text", "json"]) {
      const { out } = await cli(["kit", "diff", "2506", "2606", "--format", form], { cwd: folder });
      expect([/\bPASS\b/.test(out), out.includes("DB_PASSWORD"), out.includes("canary")]).toEqual([true, true, false]);
      const carry = await cli(["kit", "carry", "demo", "--to", "2606", "--format", form], { cwd: folder });
      expect([carry.code, carry.out.includes("DB_PASSWORD"), carry.out.includes("canary")]).toEqual([0, true, false]);
    }
  });

  test.each(["verify RELEASE", "diff RELEASE 2506", "carry demo --to RELEASE"])(
    "a release that cannot be read is named with its file, and one that is not there leads to the import: kit %s",
    async (words) => {
      const folder = exampleRepository();
      edit(folder, "releases/2506/release.yaml", "kind: ConnectorRelease", "kind: [");
      const asked = (release: string) => cli(["kit", ...words.replace("RELEASE", release).split(" ")], { cwd: folder });
      const [broken, none] = [await asked("2506"), await asked("2999")];
      expect(broken.code).not.toBe(0);
      expect(broken.err + broken.out).toContain("releases/2506/release.yaml");
      expect([none.code, none.err]).toEqual([2, expect.stringContaining("there is no release '2999'")]);
      expect(none.err).toContain("`tierwright kit import SOURCE --release 2999` imports it");
      expect(none.err).not.toContain("check");
    },
  );

  test.each([
    [["2506", "2607"], "there is no release '2607'"],
    [["2506", "2506"], "both releases are"],
    [["2506"], "needs NEW"],
  ])("wrong words are answered: kit diff %j", async (names, words) => {
    const { code, err } = await cli(["kit", "diff", ...names], { cwd: ROOT });
    expect([code, err.includes(words)]).toEqual([2, true]);
  });
});

describe("kit carry", () => {
  const rowsOf = async (argv: readonly string[]) => (await document(["kit", "carry", ...argv])).rows as readonly Row[];

  test("[C7] agrees with what compiling carries, key by key", async () => {
    const rows = await rowsOf(["production"]);
    const of = (status: string) => keys(rows.filter((row) => row.status === status));
    expect(of("new")).toEqual(["PANEL_ZOOM_PERCENT"]);
    expect(of("dropped")).toEqual(["WORKBENCH_LAYOUT"]);
    expect(of("decided")).toHaveLength(13);
    const why = JSON.parse((await cli(["why", "production", "REVISION_RULE", "--format", "json"], { cwd: ROOT })).out);
    expect(JSON.stringify(why)).toContain("Latest Released");
    expect(rows.find(({ key }) => key === "REVISION_RULE")).toMatchObject({
      status: "carried",
      kit: "Latest Working",
      after: "Latest Released",
    });
  });

  test("[C7] to another release: keys of both keep the old value, new ones the kit's default, old ones go, the environment wins", async () => {
    const rows = await rowsOf(["production", "--to", "2606"]);
    const row = (key: string) => rows.find((item) => item.key === key);
    expect(row("MAX_PARALLEL_TRANSFERS")).toMatchObject({ status: "carried", before: "4", kit: "6", after: "4" });
    expect(row("REQUEST_BATCH_SIZE")).toMatchObject({ status: "new", before: null, after: "200" });
    expect(row("ICON_OVERLAY_STYLE")).toMatchObject({ status: "dropped", before: "classic", after: null });
    expect(row("READ_TIMEOUT_SECONDS")).toMatchObject({ status: "decided", kit: "900", after: "1200", layer: "set" });
    expect(row("TC_SERVER_URL")).toMatchObject({ status: "decided", layer: "write" });
    const old = new Set(
      sampleFile("releases/2506/base/connector.properties")
        .toString("latin1")
        .match(/^[\w.]+(?==)/gm),
    );
    expect(old.size).toBeGreaterThan(30);
    for (const key of old) expect(row(key), key).toBeDefined();
  });

  test("[C7] an environment without carryFrom says that nothing is carried", async () => {
    const folder = exampleRepository();
    const { code, out } = await cli(["kit", "carry", "demo"], { cwd: folder });
    expect(code).toBe(0);
    expect(out).toContain("nothing carried");
    expect(out).toContain("as in the kit");
  });

  test.each([
    [["nowhere"], "there is no environment 'nowhere'"],
    [["production", "--to", "9"], "there is no release '9'"],
    [[], "needs ENV"],
  ])("wrong words are answered: kit carry %j", async (words, said) => {
    const { code, err } = await cli(["kit", "carry", ...words], { cwd: ROOT });
    expect([code, err.includes(said)]).toEqual([2, true]);
  });

  test("an environment that cannot be compiled is no success", async () => {
    const folder = exampleRepository();
    edit(folder, "environments/demo/environment.yaml", "tool: 2024x Refresh3\n", "");
    const { code, err } = await cli(["kit", "carry", "demo"], { cwd: folder });
    expect([code, err.includes("cannot be compiled")]).toEqual([2, true]);
  });
});
