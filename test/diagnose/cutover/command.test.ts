import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { zipBytes } from "../../kernel/archive/zip-bytes.ts";
import { cli } from "../../support/host.ts";
import { notRun } from "../../support/not-run.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";

const OLD = "http://old.example.com:8080";

interface Document {
  readonly count: number;
  readonly places: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly spelling: string;
    readonly consumer: string;
  }[];
  readonly files: number;
  readonly bytes: number;
  readonly links: number;
  readonly notSearched: readonly { readonly file: string; readonly why: string; readonly kind: string }[];
}

async function search(folder: string, paths: readonly string[] = [], env: Record<string, string> = {}, old = OLD) {
  const { code, out } = await cli(["cutover", old, ...paths, "--format", "json"], { cwd: folder, env });
  const found: Document = JSON.parse(out);
  const elsewhere = found.notSearched.filter(({ kind }) => kind === "elsewhere").map(({ file }) => file);
  return {
    code,
    ...found,
    elsewhere,
    notSearched: found.notSearched.filter(({ kind }) => kind !== "elsewhere"),
    at: found.places.map(({ file, line, column }) => `${file}:${line}:${column}`),
  };
}

test("[E12] 0 when none is left, 1 while any is", async () => {
  const folder = exampleRepository();
  expect(await search(folder)).toMatchObject({ code: 0, count: 0, places: [], notSearched: [] });
  writeFiles(folder, { "scripts/run.cmd": `curl ${OLD}/tc\r\n` });
  expect(await search(folder)).toMatchObject({ code: 1, count: 1, at: ["scripts/run.cmd:1:6"] });
});

test("[E12] the YAML and every file that is compiled from it, whether dist is there or not", async () => {
  const folder = exampleRepository();
  edit(folder, "environments/demo/environment.yaml", "https://plm.example.com:8443/tc", `${OLD}/tc # was ${OLD}`);
  const wanted = [
    ["environments/demo/environment.yaml", OLD, "connector"],
    ["environments/demo/environment.yaml", OLD, "person"],
    ["dist/demo/client/CommonClient.properties", OLD.replaceAll(":", "\\:"), "client"],
    ["dist/demo/connector/connector.properties", OLD.replaceAll(":", "\\:"), "connector"],
    ["dist/demo/workstation.md", OLD, "person"],
  ];
  const { places } = await search(folder);
  const found = places.map(({ file, spelling, consumer }) => [file, spelling, consumer]);
  for (const one of wanted) expect(found).toContainEqual(one);
  expect(new Set(found.map(([file]) => file))).toEqual(new Set(wanted.map(([file]) => file)));
  await cli(["compile"], { cwd: folder });
  expect((await search(folder)).places).toEqual(places);
});

test("[E12] an environment that does not compile may hide places: 1, and it is named", async () => {
  const folder = exampleRepository({
    "environments/other/environment.yaml": "apiVersion: tierwright/v1\nkind: Environment\nname: [\n",
  });
  const { code, notSearched } = await search(folder);
  expect(code).toBe(1);
  expect(notSearched).toEqual([
    { file: "dist/other", why: expect.stringContaining("`tierwright check other` says why"), kind: "broken" },
  ]);
});

test("[E12] who reads a place is told by its file and field", async () => {
  const folder = exampleRepository({
    "environments/demo/sso.yaml": [
      "apiVersion: tierwright/v1",
      "kind: FederatedSignIn",
      "idp:",
      `  base: ${OLD}`,
      `loginService: { base: '${OLD}' }`,
      `connector: { loginUrl: "${OLD.replaceAll("/", "\\/")}" }`,
      "",
    ].join("\n"),
    "environments/demo/discovery.json": JSON.stringify({ issuer: OLD }).replaceAll("/", "\\/"),
    "environments/demo/installed/login.xml": `<a b="${OLD.replaceAll(":", "&#58;")}"/>`,
    "environments/demo/installed/identity.xml": `<a>${OLD}</a>`,
    "environments/demo/installed/idp.env": `KC_HOSTNAME=${OLD}`,
    "environments/demo/installed/connector.properties": `TC_SERVER_URL=${OLD.replaceAll(":", "\\:")}/tc\n`,
    "environments/demo/installed/client.properties": `URL=${OLD}/tc\n`,
    "shortcut.url": `[InternetShortcut]\r\nURL=${OLD}/awc\r\n`,
    "profile.json": `{"base":"${OLD}"}`,
  });
  const { places } = await search(folder);
  const consumers = Object.fromEntries(
    places.map(({ file, line, consumer }) => [`${file.replace("environments/demo/", "")}:${line}`, consumer]),
  );
  expect(consumers).toMatchObject({
    "sso.yaml:4": "idp",
    "sso.yaml:5": "login-service",
    "sso.yaml:6": "connector",
    "discovery.json:1": "login-service",
    "installed/login.xml:1": "login-service",
    "installed/identity.xml:1": "identity-service",
    "installed/idp.env:1": "idp",
    "installed/connector.properties:1": "record",
    "installed/client.properties:1": "record",
    "shortcut.url:2": "person",
    "profile.json:1": "unknown",
  });
});

describe("[E12] archives", () => {
  const text = Buffer.from(`a\nb ${OLD}/x\n`);
  const inner = zipBytes([{ name: "conf/a.properties", data: text, deflate: true }]);

  test("are looked into, one in the other, and named by the path in them", async () => {
    const folder = exampleRepository({
      "releases/2506/kit/plugin/lib/x.jar": zipBytes([
        { name: "lib/", data: Buffer.alloc(0) },
        { name: "lib/inner.zip", data: inner },
        { name: "plain.txt", data: text },
      ]),
      "log.gz": gzipSync(text),
    });
    expect((await search(folder)).at).toEqual([
      "log.gz:2:3",
      "releases/2506/kit/plugin/lib/x.jar!/lib/inner.zip!/conf/a.properties:2:3",
      "releases/2506/kit/plugin/lib/x.jar!/plain.txt:2:3",
    ]);
  });

  const deep = [1, 2, 3].reduce((bytes) => zipBytes([{ name: "in.zip", data: bytes }]), inner);
  test.each([
    ["cut off", inner.subarray(0, inner.length - 5), /not a complete zip archive/],
    ["with a damaged entry", zipBytes([{ name: "a", data: text, fields: { crc: 1 } }]), /checksum/],
    ["with an encrypted entry", zipBytes([{ name: "a", data: text, fields: { flags: 1 } }]), /encrypted/],
    ["with an entry of another method", zipBytes([{ name: "a", data: text, fields: { method: 93 } }]), /method 93/],
    ["deeper than three", deep, /an archive in 3 others/],
    [
      "that would grow without end",
      zipBytes([{ name: "a", data: Buffer.alloc(20 << 20), deflate: true }]),
      /looks like a zip bomb/,
    ],
    ["of 7-Zip", Buffer.from("7z\xbc\xaf\x27\x1c\0\x04", "latin1"), /packed by 7-Zip/],
    ["of gzip, cut off", gzipSync(text).subarray(0, 20), /no whole gzip file/],
    [
      "that Git LFS has",
      Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`),
      /git lfs pull/,
    ],
  ])("%s: named, and 2", async (_title, bytes, why) => {
    const { code, notSearched } = await search(exampleRepository({ "some/file.bin": bytes }));
    expect(code).toBe(2);
    expect(notSearched).not.toEqual([]);
    for (const missed of notSearched)
      expect(missed).toEqual({
        file: expect.stringMatching(/^some\/file\.bin/),
        why: expect.stringMatching(why),
        kind: "unreadable",
      });
  });

  test("a place counts more than what could not be read", async () => {
    const folder = exampleRepository({ "a.7z": Buffer.from("7z\xbc\xaf\x27\x1c\0\x04", "latin1"), "b.txt": text });
    expect(await search(folder)).toMatchObject({ code: 1, count: 1, notSearched: [{ file: "a.7z" }] });
  });
});

describe("[E12] what is searched", () => {
  test("our own folders, the history and packages of npm are not; what was named is", async () => {
    const folder = exampleRepository({
      "dist/x/a.txt": OLD,
      ".tierwright/a": OLD,
      ".git/config": OLD,
      "node_modules/a/b.js": OLD,
      "sub/.git/config": OLD,
      "sub/dist/a": OLD,
    });
    expect((await search(folder)).at).toEqual(["sub/dist/a:1:1"]);
    expect((await search(folder, ["dist", "sub/dist"])).at).toEqual(["sub/dist/a:1:1", "dist/x/a.txt:1:1"]);
  });

  test("bundles that were built are, each once, by the path in them", async () => {
    const bundle = zipBytes([{ name: "files/conf/connector.properties", data: Buffer.from(`TC_SERVER_URL=${OLD}/tc`) }]);
    const folder = exampleRepository({ "dist/bundles/demo-2506.zip": bundle, "dist/demo/a.txt": OLD });
    const at = ["dist/bundles/demo-2506.zip!/files/conf/connector.properties:1:15"];
    expect(await search(folder)).toMatchObject({ code: 1, at });
    expect((await search(folder, ["dist/bundles"])).at).toEqual(at);
    expect((await search(folder, ["dist"])).at).toEqual([...at, "dist/demo/a.txt:1:1"]);
  });

  test("the package of the tool that init copies to vendor/ is left out and said; other packages there are searched", async () => {
    const packed = gzipSync(OLD);
    const folder = exampleRepository({
      "vendor/tierwright-tierwright-0.1.0.tgz": packed,
      "vendor/tierwright-tierwright.tgz": packed,
      "vendor/plm-scripts-1.0.0.tgz": packed,
    });
    const found = await search(folder);
    expect(found.at.map((place) => place.replace(/[!:].*$/, ""))).toEqual([
      "vendor/plm-scripts-1.0.0.tgz",
      "vendor/tierwright-tierwright.tgz",
    ]);
    expect(found.elsewhere).toContain("vendor/tierwright-tierwright-0.1.0.tgz");
  });

  test("receipts and backups of deploys are left out and said; what only looks like them is not", async () => {
    const folder = exampleRepository();
    const other = temporaryFolder();
    const receipt = JSON.stringify({ schema: "tierwright/receipt/v1", run: "x", was: OLD }, null, 2);
    writeFiles(other, {
      "tool/.swap/receipts/000001-20261120T100000Z-abcdef.json": receipt,
      "tool/.swap/20261120T100000Z-abcdef/backup/connector.properties": `TC_SERVER_URL=${OLD}/tc`,
      "copies/WS-001/000001.json": receipt,
      "tool/conf/.swap": OLD,
      "elsewhere/.swap/old.txt": OLD,
      "notes.json": JSON.stringify({ text: "tierwright/receipt/v1", was: OLD }),
    });
    const found = await search(folder, [other]);
    expect(found.at.map((place) => place.slice(other.length + 1).replace(/:.*$/, ""))).toEqual([
      "elsewhere/.swap/old.txt",
      "notes.json",
      "tool/conf/.swap",
    ]);
    expect(found.elsewhere.filter((file) => !file.startsWith("releases/"))).toHaveLength(1);
    const alone = await search(folder, [join(other, "tool/.swap"), join(other, "copies")]);
    expect(alone).toMatchObject({ code: 0, count: 0 });
  });

  test("named files and folders, each file once, and the repository not again", async () => {
    const folder = exampleRepository({ "in.txt": OLD });
    const other = temporaryFolder();
    writeFiles(other, { "a/b.txt": OLD, "c.txt": `x\n${OLD}` });
    const found = await search(folder, [other, join(other, "a"), join(other, "c.txt"), "in.txt", "."]);
    expect(found.at).toEqual(["in.txt:1:1", `${other}/a/b.txt:1:1`, `${other}/c.txt:2:1`]);
    expect(found.files).toBe((await search(folder)).files + 2);
  });

  test("links are counted and not followed; a link that was named is", async () => {
    const folder = exampleRepository();
    const other = temporaryFolder();
    writeFiles(other, { "b.txt": OLD });
    symlinkSync(other, join(folder, "linked"), "junction");
    expect(await search(folder)).toMatchObject({ code: 0, links: 1 });
    symlinkSync(other, join(other, "round"), "junction");
    expect(await search(folder, [other])).toMatchObject({ code: 1, count: 1, links: 2 });
  });

  test("a kit beside the repository; one that is nowhere is named and says nothing against the answer", async () => {
    const folder = exampleRepository();
    expect(await search(folder)).toMatchObject({ code: 0, elsewhere: ["releases/2506/kit"] });
    const kits = temporaryFolder();
    writeFiles(kits, { "2506/plugin/plugin.xml": `<a b="${OLD}"/>` });
    const found = await search(folder, [], { TIERWRIGHT_KITS: kits });
    expect(found).toMatchObject({ code: 1, at: ["$TIERWRIGHT_KITS/2506/plugin/plugin.xml:1:7"], elsewhere: [] });
    expect(found.places[0]?.consumer).toBe("connector");
  });

  test("a folder that may not be read is named, and 2", async () => {
    if (process.platform === "win32" || process.getuid?.() === 0)
      return notRun("rights are not asked here: the user may read everything");
    const folder = exampleRepository({ "shut/a.txt": "x" });
    chmodSync(join(folder, "shut"), 0);
    expect(await search(folder)).toMatchObject({ code: 2, notSearched: [{ file: "shut", kind: "unreadable" }] });
    chmodSync(join(folder, "shut"), 0o700);
  });
});

test("[E12] nothing of a line but the address is shown, and no user name", async () => {
  const folder = exampleRepository({
    "a.sh": `TOKEN=hunter2hunter2 curl http://anna:geheim@old.example.com:8080/tc?key=hunter2hunter2 # geheim\n`,
  });
  for (const format of ["text", "json"]) {
    const { out, err } = await cli(["cutover", OLD, "--format", format], { cwd: folder });
    expect(out).toContain("http://(hidden)@old.example.com:8080");
    expect(out + err).not.toMatch(/anna|geheim|hunter2|TOKEN/);
  }
});

test("[E12] a person reads who is concerned, in the order to change them, and every place once", async () => {
  const folder = exampleRepository({
    "pages/a.md": OLD,
    "x.bin": OLD,
    "environments/demo/installed/identity.xml": `<a>${OLD}</a>`,
  });
  const { out } = await cli(["cutover", OLD], { cwd: folder });
  const headings = [...out.matchAll(/^\d\. .*$/gm)].map(([line]) => line);
  expect(headings).toEqual([
    "1. unknown consumers: 1 place, before the switch",
    "2. the identity service: 1 place, with the switch",
    "3. people: 1 place, after the switch",
  ]);
  expect(out).toContain("x.bin:1:1  http://old.example.com:8080");
  expect(out.trimEnd().split("\n").at(-1)).toMatch(
    /^http:\/\/old\.example\.com:8080: 3 places left; \d+ files, [\d.]+ KB searched$/,
  );
});

describe("[E12] bad input is 2 and says what to do", () => {
  test.each([
    [["cutover"], /OLD-URL/],
    [["cutover", "old.example.com:8080"], /no address with a scheme/],
    [["cutover", "http://u:geheim@old.example.com"], /user name or password/],
    [["cutover", OLD, "nowhere"], /nowhere does not exist/],
    [["cutover", OLD, "no*where"], /no file is named like/],
  ])("%j", async (argv, says) => {
    const { code, out, err } = await cli(argv, { cwd: exampleRepository() });
    expect(code).toBe(2);
    expect(err).toMatch(says);
    expect(out + err).not.toContain("geheim");
  });

  test("a folder that is no config repository", async () => {
    const { code, err } = await cli(["cutover", OLD], { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(err).toMatch(/not a config repository/);
  });
});
