import { sampleBundle, sampleReceipt } from "../../deploy/swap/support/sample-records.ts";
import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { zipOf } from "../../compiler/kit/kits.ts";
import { NAMES } from "../../kernel/archive/hostile-names.ts";
import { archive, collectedFiles, driveFiles, scene, typed } from "./scene.ts";

const staging = (folder: string) => (text: string) => text.replace(/^STAGING_DIR=.*$/m, `STAGING_DIR=${folder}`);
const tier = (host: string) => (text: string) => text.replaceAll("new.example.com", host);
const both = (change: (text: string) => string) => ({ connector: change, client: change });

const differing = {
  "ws/WS-1.zip": archive(),
  "ws/WS-2.zip": archive({ connector: staging("F\\:\\\\scratch") }),
  "ws/WS-3.zip": archive({ connector: staging("E:\\\\plm\\\\staging") }),
};

describe("many workstations", () => {
  test("[B7] one environment for each tier, named after its host, workstations by decoded equality", async () => {
    const at = scene({
      "ws/WS-1.zip": archive(both(tier("plm.a.example.com"))),
      "ws/WS-2.zip": archive({
        ...both(tier("plm.a.example.com")),
        logger: "! another comment\r\njsonPayloaddir : D:/payload\r\nisPayloadRequired:true",
      }),
      ...driveFiles("ws/WS-3", both(tier("plm.b.example.com"))),
      ...collectedFiles("ws/WS-4", both(tier("10.20.0.7"))),
    });
    const { code, environments } = await at.json(["--from", "ws"]);
    expect(code).toBe(0);
    expect(environments.map(({ name, workstations, outliers }) => [name, workstations, outliers])).toEqual([
      ["plm.a.example.com", ["WS-1", "WS-2"], []],
      ["plm.b.example.com", ["WS-3"], []],
      ["10.20.0.7", ["WS-4"], []],
    ]);
    expect((await at.run("compile")).code).toBe(0);
  });

  test("[B7] where they differ nothing is chosen: keys, values and workstations are listed, and nothing is written", async () => {
    const at = scene(differing);
    const before = at.files();
    const { code, environments, findings } = await at.json(["--from", "ws"]);
    expect(code).toBe(1);
    expect(environments[0]).toMatchObject({ name: "new", written: false, files: [], workstations: ["WS-1", "WS-2", "WS-3"] });
    expect(environments[0]?.outliers).toEqual([
      {
        file: "connector",
        key: "STAGING_DIR",
        secret: false,
        values: [
          { value: "E:\\plm\\staging", workstations: ["WS-1", "WS-3"] },
          { value: "F:\\scratch", workstations: ["WS-2"] },
        ],
      },
    ]);
    const line =
      typed()
        .connector.toString()
        .split("\n")
        .findIndex((text) => text.startsWith("STAGING_DIR=")) + 1;
    expect(findings.map((finding) => [finding.rule, finding.line, finding.help])).toEqual([
      ["repo/workstations-differ", line, expect.stringMatching(/--like 'WS-1'.*--keep STAGING_DIR/)],
    ]);
    expect(at.files()).toEqual(before);
  });

  test("[B7] the user names the workstation that is right, in the minority or not", async () => {
    const at = scene(differing);
    const { code, environments } = await at.json(["--from", "ws", "--like", "WS-2"]);
    expect([code, environments[0]?.written, environments[0]?.outliers.length]).toEqual([0, true, 1]);
    expect((await at.run("compile", "new")).code).toBe(0);
    expect(at.decoded("dist/new/connector/connector.properties").STAGING_DIR).toBe("F:\\scratch");
    expect(at.text("environments/new/environment.yaml")).toContain("installed/ is from WS-2");
  });

  test("[C7] keys that each machine keeps for itself are workstation.keep, and no machine's value becomes everybody's", async () => {
    const at = scene(differing);
    expect((await at.json(["--from", "ws", "--keep", "STAGING_DIR"])).code).toBe(0);
    const document = at.text("environments/new/environment.yaml");
    expect(document).toContain("keep: [STAGING_DIR]");
    expect(document).not.toContain("stagingDir");
    const { code } = await at.run("compile", "new");
    expect(code).toBe(0);
  });

  test("[B7] with both, the key keeps the value of the one that is right on a new machine", async () => {
    const at = scene(differing);
    await at.json(["--from", "ws", "--keep", "STAGING_DIR", "--like", "WS-2"]);
    const document = at.text("environments/new/environment.yaml");
    expect(document).toContain("keep: [STAGING_DIR]");
    expect(document).toContain("stagingDir: 'F:\\scratch'");
  });

  test("[B7] a second run that says what the first one asked adopts the rest, and leaves what is there as it is", async () => {
    const host = (name: string, more: (text: string) => string = (text) => text) => ({
      connector: (text: string) => more(tier(name)(text)),
      client: tier(name),
    });
    const at = scene({
      "ws/WS-1.zip": archive(host("a.example.com")),
      "ws/WS-2.zip": archive(host("b.example.com")),
      "ws/WS-3.zip": archive(host("b.example.com", staging("F\\:\\\\scratch"))),
    });
    expect((await at.json(["--from", "ws"])).environments.map(({ name, written }) => [name, written])).toEqual([
      ["a", true],
      ["b", false],
    ]);
    const first = at.text("environments/a/environment.yaml");
    const again = await at.json(["--from", "ws", "--keep", "STAGING_DIR"]);
    expect([again.code, ...again.environments.map(({ name, written, standing }) => [name, written, standing])]).toEqual([
      0,
      ["a", false, true],
      ["b", true, false],
    ]);
    expect(at.text("environments/a/environment.yaml")).toBe(first);
    expect(at.text("environments/b/environment.yaml")).not.toContain("sharedWith");
    const third = await at.adopt(["--from", "ws", "--keep", "STAGING_DIR"]);
    expect([third.code, third.out]).toEqual([0, expect.stringContaining("a already exists and is unchanged")]);
    expect(third.out).toContain("all of them already exist: remove a folder to adopt it again");
  });

  test("[B7] an environment of that name that means another tier is no earlier run's: nothing is written", async () => {
    const at = scene({ "ws/WS-1.zip": archive(both(tier("demo.example.org"))) });
    const before = at.files();
    const { code, err } = await at.adopt(["--from", "ws"]);
    expect([code, err]).toEqual([2, expect.stringContaining("environments/demo already exists")]);
    expect(at.files()).toEqual(before);
  });

  test("[B7] a secret on which they differ is never shown, nor which of them have the same", async () => {
    const password = (text: string) => (conf: string) => `${conf}DB_PASSWORD=${text}\n`;
    const at = scene({
      "ws/WS-1.zip": archive({ connector: password("Qz9first") }),
      "ws/WS-2.zip": archive({ connector: password("Qz9second") }),
      "ws/WS-3.zip": archive({ connector: password("Qz9first") }),
    });
    const { environments, code } = await at.json(["--from", "ws"]);
    expect(code).toBe(1);
    expect(environments[0]?.outliers).toEqual([
      { file: "connector", key: "DB_PASSWORD", secret: true, values: [{ value: null, workstations: ["WS-1", "WS-2", "WS-3"] }] },
    ]);
    const text = await at.adopt(["--from", "ws"]);
    expect(text.out + text.err).not.toContain("Qz9");
    expect((await at.json(["--from", "ws", "--like", "WS-1"])).code).toBe(0);
  });

  test("[B7] a key that only some have, files that some lack, and log4j2.xml count too", async () => {
    const log4j2 = scene({}).text("releases/2506/base/log4j2.xml");
    const at = scene({
      "ws/A.zip": archive({ log4j2 }),
      "ws/B.zip": archive({ connector: (text) => `${text}EXTRA=1\n`, logger: null, log4j2: log4j2.replace("10 MB", "20 MB") }),
    });
    const { environments } = await at.json(["--from", "ws"]);
    expect(environments[0]?.outliers.map(({ file, key, values }) => [file, key, values.map(({ value }) => value)])).toEqual([
      ["connector", "EXTRA", [null, "1"]],
      ["log4j2", "trigger MAIN", ["10 MB", "20 MB"]],
    ]);
  });

  test("[B7] another release or tool on the same tier is another environment, and both say that the tier is one", async () => {
    const at = scene({ ...driveFiles("ws/A"), ...driveFiles("ws/B", {}, "Program Files/2024x") });
    const { environments } = await at.json(["--from", "ws"], ["--release", "2506", "--tier-release", "2506"]);
    expect(environments.map(({ name, tool, sharedWith }) => [name, tool, sharedWith])).toEqual([
      ["new-2506-2024x-refresh3", "2024x Refresh3", ["new-2506-2024x"]],
      ["new-2506-2024x", "2024x", ["new-2506-2024x-refresh3"]],
    ]);
    const rules = JSON.parse((await at.run("check", "--format", "json")).out).findings.map(({ rule }: { rule: string }) => rule);
    expect(rules).not.toContain("tier/shared-address");
  });

  test("[B4] a tier that another environment has already is said to be shared, so that it compiles without more ado", async () => {
    const at = scene({ "a.zip": archive(both(tier("plm.example.com"))) });
    const { code, environments } = await at.json(["--from", "a.zip"]);
    expect([code, environments[0]?.sharedWith]).toEqual([0, ["demo"]]);
    expect((await at.run("compile", "plm")).code).toBe(0);
  });
});

describe("what is wrong with some of them", () => {
  test("[B7] three of thirty archives are damaged: the others are adopted, the three are named, and it ends with 1", async () => {
    const good = archive();
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`ws/WS-${100 + i}.zip`, good as Uint8Array]));
    files["ws/WS-105.zip"] = good.subarray(0, good.length - 40);
    files["ws/WS-110.zip"] = Buffer.from("not a zip");
    const flipped = Buffer.from(good);
    flipped[60] = (flipped[60] ?? 0) ^ 0xff;
    files["ws/WS-115.zip"] = flipped;
    const at = scene(files);
    const { code, environments, findings } = await at.json(["--from", "ws"]);
    expect(code).toBe(1);
    expect(environments.map(({ written, workstations }) => [written, workstations.length])).toEqual([[true, 27]]);
    const told = findings.filter(({ rule }) => rule === "repo/unusable-workstation");
    expect(told.map(({ file }) => file.slice(file.lastIndexOf("/") + 1))).toEqual(["WS-105.zip", "WS-110.zip", "WS-115.zip"]);
    expect((await at.run("compile", "new")).code).toBe(0);
  });

  test("[B7] where every archive is refused nothing was written, and no environment is called there already", async () => {
    const at = scene({ "ws/WS-1.zip": Buffer.from("not a zip") });
    const { code, out } = await at.adopt(["--from", "ws"]);
    expect([code, out]).toEqual([1, expect.stringContaining("nothing was written: see the findings below")]);
    expect(out).not.toContain("is there already");
  });

  test("[D2] hostile archives are refused, each with its reason, and write nothing anywhere", async () => {
    const bad = Object.fromEntries(NAMES.map(([, bytes], i) => [`ws/bad-${i}.zip`, bytes]));
    const at = scene({ ...bad, "ws/good.zip": archive() });
    const { code, environments, findings } = await at.json(["--from", "ws"]);
    expect([code, environments[0]?.workstations]).toEqual([1, ["good"]]);
    const told = findings.filter(({ rule }) => rule === "repo/unusable-workstation").map(({ file }) => file);
    expect(new Set(told).size).toBe(NAMES.length);
  });

  test.each([
    [
      "the connector's and the client's sign-in address",
      "TC_SERVER_URL",
      (text: string) => text.replace("URL=https\\://new", "URL=https\\://old"),
    ],
    ["the web client", "AWC_WEBLOGIC_HOST_URI", (text: string) => text.replace("3000/awc", "3001/awc")],
    ["a transport copy", "TRANSPORT", (text: string) => text.replace("\nTRANSPORT=http", "\nTRANSPORT=tccs")],
    ["IS_TCCS against the transport", "IS_TCCS", (text: string) => text.replace("IS_TCCS=false", "IS_TCCS=true")],
  ])("[B7] %s differ: the workstation is reported, and no environment is written", async (_, key, change) => {
    const at = scene({ "a.zip": archive({ client: change }) });
    const before = at.files();
    const { code, environments, findings } = await at.json(["--from", "a.zip"]);
    expect([code, environments]).toEqual([1, []]);
    expect(findings.map(({ rule }) => rule)).toEqual(["tier/copies-differ"]);
    expect(findings[0]?.file).toMatch(/a\.zip\/connector\/connector\.properties$/);
    expect(JSON.stringify(findings)).toContain(key);
    expect(at.files()).toEqual(before);
  });

  test("[A4] single backslashes are an error on the installed file, its bytes stay, and what Java reads is what is adopted", async () => {
    const connector = (text: string) => staging("D:\\work\\stage")(text);
    const at = scene({ "a.zip": archive({ connector }) });
    const { code, environments, findings } = await at.json(["--from", "a.zip"]);
    expect([code, environments[0]?.written]).toEqual([1, true]);
    const installed = "environments/new/installed/connector.properties";
    expect(findings.filter(({ rule }) => rule === "conf/single-backslash").map(({ file }) => file)).toEqual([installed]);
    expect(at.text(installed)).toBe(typed({ connector }).connector);
    expect(at.text("environments/new/environment.yaml")).toContain(
      "stagingDir: D:workstage".replace("D:workstage", "'D:workstage'"),
    );
  });

  test.each([
    ["a UTF-8 mark", "conf/bom", (text: string) => `\ufeff${text}`],
    ["UTF-16", "conf/bom", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["a malformed escape", "conf/malformed-escape", (text: string) => `${text}X=\\u12zz\n`],
  ] as const)("[A3] %s is told where it stands, and never repaired", async (_, rule, change) => {
    const at = scene({ "a.zip": archive({ connector: change }) });
    const { code, environments, findings } = await at.json(["--from", "a.zip"]);
    expect([code, environments]).toEqual([1, []]);
    const rules = findings.map((finding) => finding.rule);
    expect(rules).toEqual(expect.arrayContaining([rule, "repo/unusable-workstation"]));
  });

  test("[A5] of a key that stands twice the last one counts, and it is told", async () => {
    const at = scene({ "a.zip": archive({ connector: (text) => `${text}TWICE=1\nTWICE=2\n` }) });
    const { findings, environments } = await at.json(["--from", "a.zip"]);
    expect(findings.map(({ rule }) => rule)).toContain("conf/duplicate-key");
    expect(environments[0]?.written).toBe(true);
    expect(at.text("environments/new/environment.yaml")).toContain('TWICE: "2"');
  });

  test("[B7] a folder without the files says what was looked for; one that a link leads out of is not read", async () => {
    const outside = scene(collectedFiles("secret"));
    const at = scene({ "empty/readme.txt": "x", ...collectedFiles("linked", { logger: null }), "b.zip": archive() });
    symlinkSync(outside.at("secret/connector/connector.properties"), at.at("linked/connector/logger.properties"));
    const { code, findings, environments } = await at.json(["--from", "empty", "linked", "b.zip"]);
    expect([code, environments[0]?.workstations]).toEqual([1, ["b"]]);
    expect(
      findings
        .filter(({ rule }) => rule === "repo/unusable-workstation")
        .map(({ message, notes }) => `${message} ${notes.join(" ")}`),
    ).toEqual([
      expect.stringMatching(/^empty: the client file is not in it .*CommonClient\.properties/),
      expect.stringMatching(/^empty: the connector file is not in it/),
      expect.stringMatching(/^linked: it cannot be read .*link/),
    ]);
  });

  test("[B7] no archive of -Collect that lacks settings files is answered with 'name an archive of -Collect'", async () => {
    const notes = {
      "notes.txt": "installation C:\\Program Files\\2024x Refresh3\n",
      "environment.txt": "OS=x\n",
      "files.txt": "",
    };
    const { "connector/connector.properties": connector = "", "client/CommonClient.properties": client = "" } =
      collectedFiles("");
    const at = scene({
      "none.zip": zipOf(notes),
      "no-client.zip": zipOf({ ...notes, "connector/connector.properties": connector }),
      "no-connector.zip": zipOf({ ...notes, "client/CommonClient.properties": client }),
      ...Object.fromEntries(Object.entries(notes).map(([path, text]) => [`unpacked/${path}`, text])),
      "drives/C/readme.txt": "x",
    });
    const { findings } = await at.json(["--from", "none.zip", "no-client.zip", "no-connector.zip", "unpacked", "drives"]);
    const lacking = findings.filter(({ message }) => message.endsWith("is not in it"));
    expect(lacking.map(({ message }) => message.split(" file")[0])).toEqual([
      "drives: the client",
      "drives: the connector",
      "no-client: the client",
      "no-connector: the connector",
      "none: the client",
      "none: the connector",
      "unpacked: the client",
      "unpacked: the connector",
    ]);
    for (const { message, notes: looked, help } of lacking) {
      const isDrives = message.startsWith("drives");
      expect(help.startsWith("name an archive of deploy.ps1 -Collect"), message).toBe(isDrives);
      expect(help.includes("notes.txt"), message).toBe(!isDrives);
      expect(looked.join(" ").includes("looked for connector/connector.properties"), message).toBe(!isDrives);
    }
  });

  test("[B7] an empty folder is refused in words without a placeholder, alone and beside an archive", async () => {
    const at = scene({ "a.zip": archive(), "other/C/readme.txt": "x" });
    mkdirSync(at.at("empty"));
    const before = at.files();
    for (const words of [["empty"], ["a.zip", "empty"]]) {
      const { code, out, err } = await at.adopt(["--from", ...words]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain("empty is an empty folder: no workstation is in it");
      expect(err).not.toMatch(/\{tool\}|-ClientFile/);
    }
    // a folder with something in it that is no workstation: what was looked for has no word of site.yaml, and no empty row follows
    const other = await at.adopt(["--from", "other"]);
    expect(other.code).toBe(1);
    expect(other.out + other.err).not.toContain("{tool}");
    expect(other.out).toMatch(/^nothing was written: see the findings below\n/);
    expect(at.files()).toEqual(before);
  });

  test("[B7] a tool without a row in the matrix is refused with the rows and the near one; a row in other letters is that row", async () => {
    const at = scene({ "a.zip": archive() });
    const before = at.files();
    const given = (tool: string) =>
      at.adopt(["--from", "a.zip"], ["--release", "2506", "--tool", tool, "--tier-release", "2506"]);
    const { code, out, err } = await given("2024x Refresh33");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("releases/matrix.yaml has no row '2024x Refresh33'; did you mean '2024x Refresh3'?");
    expect(err).toContain("rows: 2024x, 2024x Refresh3; add");
    expect(at.files()).toEqual(before);
    expect((await given("something else entirely")).err).not.toContain("did you mean");
    expect((await given("2024X refresh3")).code).toBe(0);
  });

  test("[B7] wrong words are answered with 2, and nothing is written", async () => {
    const at = scene({ "a.zip": archive(), "b.zip": archive(both(tier("other.example.com"))) });
    const before = at.files();
    for (const words of [
      [],
      ["--from", "no-such.zip"],
      ["--from", "a.zip", "--connector", "a.zip"],
      ["a.zip"],
      ["--from", "a.zip", "--like", "WS-9"],
      ["--from", "a.zip", "b.zip", "--name", "one"],
      ["--from", "a.zip", "--name", "demo"],
      ["--connector", "a.zip", "--name", "x"],
    ])
      expect((await at.adopt(words)).code, words.join(" ")).toBe(2);
    expect((await at.adopt(["--from", "a.zip"], ["--release", "9999"])).code).toBe(2);
    expect(at.files()).toEqual(before);
  });

  test("[B7] what nothing says - release, tool - is told with the option that says it", async () => {
    const at = scene({ "a.zip": archive() });
    const { code, findings } = await at.json(["--from", "a.zip"], []);
    expect(code).toBe(1);
    expect(findings.map(({ help }) => help)).toEqual([
      expect.stringContaining("--release R"),
      expect.stringContaining("--tool ROW"),
    ]);
  });

  test("[B7] what nothing says of many workstations is told once: one option says it for all", async () => {
    const at = scene(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`ws/WS-${100 + i}.zip`, archive()])));
    const { code, findings } = await at.json(["--from", "ws"], ["--release", "2506"]);
    expect(code).toBe(1);
    expect(findings.map(({ message }) => message)).toEqual(["40 workstations: the installed tool is unknown"]);
    expect(findings[0]?.notes[0]).toMatch(/^the workstations are WS-100, WS-101, .* and 30 more$/);
  });

  test("[B7] --release counts, and what the workstations say otherwise is told once, with how they say it", async () => {
    const release = "apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: '2606'\njava: 21\nwrites: []\n";
    const receipt = (connector: string) => ({
      "swap/receipts/0001-a.json": JSON.stringify(sampleReceipt({ bundle: sampleBundle({ connector }) })),
    });
    const at = scene(
      {
        "ws/A.zip": archive({}, receipt("2606")),
        "ws/B.zip": archive({}, receipt("2606")),
        "ws/C.zip": archive({}, receipt("2506")),
        "ws/D.zip": archive({}, receipt("2406")),
        "ws/E.zip": archive(),
      },
      { "releases/2606/release.yaml": release },
    );
    const { environments, findings } = await at.json(["--from", "ws"]);
    expect(environments.map(({ written, workstations }) => [written, workstations.length])).toEqual([[true, 5]]);
    const told = findings.filter(({ rule }) => rule === "repo/installed-otherwise");
    expect(told.map(({ message, notes }) => [message, ...notes])).toEqual([
      [
        "--release is '2506', but 2 workstations have '2606'",
        "the newest receipt of a deploy names it",
        "the workstations are A and B",
        "the option was used: the environment has release 2506",
      ],
    ]);
    expect(told.map(({ file, line }) => [file.slice(-5), line])).toEqual([["A.zip", 1]]);
  });

  test("[B7] the installed plugin.xml of another release, or its version, is told too; what no release has is none", async () => {
    const plugin = (version: string) =>
      `<?xml version="1.0"?>\n<plugin id="com.example.plm.connector" name="x" version="${version}" class="a.B"><runtime/></plugin>\n`;
    const folder = "ws/C/Program Files/2024x Refresh3/plugins/com.example.plm.connector/plugin.xml";
    const message = async (text: string) => {
      const at = scene(
        { ...driveFiles("ws"), [folder]: text },
        {
          "releases/2606/release.yaml":
            "apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: '2606'\njava: 21\nwrites: []\n",
          "releases/2606/base/plugin.xml": plugin("26.6.0"),
        },
      );
      const { findings } = await at.json(["--from", "ws"]);
      return findings.filter(({ rule }) => rule === "repo/installed-otherwise").map(({ notes }) => notes[0]);
    };
    expect(await message(plugin("26.6.0"))).toEqual(["the installed plugin.xml is that release's own, byte for byte"]);
    expect(await message(`${plugin("26.6.0")}<!-- patched -->\n`)).toEqual([
      "the installed plugin.xml has that release's version",
    ]);
    expect(await message(plugin("1.0.0"))).toEqual([]);
  });

  test("[B7] values that no environment can say are told by key, on the workstation that has them", async () => {
    const at = scene({
      "a.zip": archive({ connector: (text) => `${text}ODD=a\\u0000b\n` }),
      "b.zip": archive({
        connector: (text) => text.replace("Transport=http", "Transport=HTTP").replace("TRANSPORT=http", "TRANSPORT=HTTP"),
      }),
    });
    const { code, findings } = await at.json(["--from", "a.zip", "b.zip"]);
    expect(code).toBe(1);
    const told = findings
      .filter(({ rule }) => rule === "conf/not-adoptable" || rule === "tier/copies-differ")
      .map(({ message }) => message);
    expect(told).toEqual([
      expect.stringMatching(/^a: ODD .*NUL/),
      expect.stringMatching(/^b: Transport .*'HTTP'/),
      expect.stringMatching(/^b: TRANSPORT .*'HTTP'/),
    ]);
  });
});
