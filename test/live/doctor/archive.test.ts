import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLE_KIT } from "../../../src/kernel/diagnostics/kit/example-kit.ts";
import { sha256 } from "../../../src/kernel/formats/sha256.ts";
import { zipBytes } from "../../kernel/archive/zip-bytes.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { examined, traces, withLines } from "./scene.ts";

const T = "C:\\Program Files\\2024x Refresh3";
const P = `${T}\\plugins\\com.example.plm.connector`;
const B = "C:\\ProgramData\\Example\\MBSE\\bhm";
const DESCRIPTOR = EXAMPLE_KIT["plugin/plugin.xml"] ?? "";
const PROFILE = EXAMPLE_KIT["plugin/lib/PLM_Profile.mdzip"] ?? "";
const row = (kind: string, path: string, size: string | number = "-", sum = "-", time = "2026-11-20T14:05:00Z") =>
  `${kind}  ${size}  ${sum}  ${kind === "file" ? time : "-"}  ${path}`;
const profileAt = (path: string) => row("file", path, PROFILE.length, sha256(Buffer.from(PROFILE)));

interface Changes {
  readonly places?: readonly string[];
  readonly environment?: string;
  readonly files?: Readonly<Record<string, string | null>>;
}

/** A folder as an archive of deploy.ps1 -Collect is unpacked to; null in `files` leaves one out. */
async function gathered({ places = [], environment = "", files = {} }: Changes = {}): Promise<string> {
  const folder = join(temporaryFolder(), "WS-001");
  const listed = [
    `== ${T}\\plugins`,
    `${"0".repeat(64)}  hidden form  com.example.plm.connector/conf/connector.properties`,
    `${"0".repeat(64)}  hidden form  com.example.plm.connector/conf/logger.properties`,
    ...Object.entries(EXAMPLE_KIT).map(
      ([path, text]) => `${sha256(Buffer.from(text))}  ${text.length}  com.example.plm.connector/${path.slice("plugin/".length)}`,
    ),
  ];
  const note = (path: string, name: string) => `${path}: ${name} (as it is, 1 bytes, sha256 0)`;
  const notes = [
    "machine WS-001, user jane, 2026-11-21T09:12:00Z, deploy.ps1 0.1.0, PowerShell 5.1",
    `installation ${T}`,
    note(`${P}\\conf\\connector.properties`, "connector/connector.properties"),
    note(`${P}\\conf\\logger.properties`, "connector/logger.properties"),
    note(`${P}\\plugin.xml`, "connector/plugin.xml"),
    note(`${B}\\CommonClient.properties`, "client/CommonClient.properties"),
    note(`${T}\\jre\\release`, "tool/release"),
  ];
  const lies = [
    row("folder", T),
    row("folder", `${T}\\plugins`),
    row("folder", P),
    row("file", `${P}\\conf\\connector.properties`),
    row("file", `${P}\\conf\\logger.properties`),
    row("missing", `${T}\\.swap\\journal.json`),
    row("missing", `${T}\\.swap\\receipts`),
    row("folder", `${T}\\profiles`),
    profileAt(`${T}\\profiles\\PLM_Profile.mdzip`),
    row("listed", `${T}\\profiles`),
    row("folder", "C:\\Users\\Public"),
    profileAt("C:\\Users\\Public\\PLM_Profile.mdzip"),
    row("listed", "C:\\Users\\Public"),
    row("missing", "C:\\Users\\Public\\Documents"),
    row("missing", `${T}\\bin`),
    row("file", `${B}\\CommonClient.properties`),
    row("listed", B),
    row("plugin", `${P}\\plugin.xml`, "com.example.plm.connector"),
    row("folder", "D:\\plm\\staging"),
    row("folder", "D:\\plm\\import"),
    row("missing", "C:\\Temp\\payload"),
    row("searched", T),
    row("processes", T),
    ...places,
  ];
  const all: Record<string, string | null> = {
    "connector/connector.properties": await withLines("connector", []),
    "connector/logger.properties": await withLines("logger", []),
    "connector/plugin.xml": DESCRIPTOR,
    "client/CommonClient.properties": await withLines("client", []),
    "tool/release": 'JAVA_VERSION="17.0.9"\n',
    "notes.txt": `${notes.join("\n")}\n`,
    "files.txt": `${listed.join("\n")}\n`,
    "places.txt": `${lies.join("\n")}\n`,
    "environment.txt": `${environment}\n`,
    ...files,
  };
  writeFiles(folder, Object.fromEntries(Object.entries(all).flatMap(([path, text]) => (text === null ? [] : [[path, text]]))));
  return folder;
}

const ENVIRONMENT = `CAMEO_HOME=${T}\nJRE_HOME=${T}\nPATH=C:\\Windows`;
const look = (folder: string, words: readonly string[] = []) => examined("", ["demo", "--from", folder, ...words]);
const failing = (document: { checks: readonly { id: string; state: string }[] }) =>
  document.checks.filter(({ state }) => state === "fail" || state === "error").map(({ id }) => id);

describe("[H5] an archive of deploy.ps1 -Collect is looked at without Node on the workstation", () => {
  test("[H5] one that is as the environment says passes, variables and running programs included", async () => {
    const { code, document, of } = await look(await gathered({ environment: ENVIRONMENT }));
    expect(failing(document)).toEqual([]);
    expect(code).toBe(0);
    expect(document.source).toBe("archive");
    expect(document.install).toBe(T);
    expect(of("plugin/build")).toMatchObject({ state: "pass", says: "5 files: the kit of 2506, byte for byte" });
    expect(of("plugin/second-copies")).toMatchObject({ state: "pass", control: { outcome: "held" } });
    expect(of("variables/payload")).toMatchObject({ state: "warn", says: expect.stringMatching(/six stack traces/) });
    expect(of("tool/in-effect").says).toMatch(/the tool does not run/);
    expect(
      document.checks.filter(({ state }: { state: string }) => state === "skip").map(({ id }: { id: string }) => id),
    ).toEqual(["plugin/last-swap", "mapping/in-temp", "captures/old"]);
  });

  test("[H5] a look changes nothing in it, and leaves nothing beside it", async () => {
    const cwd = exampleRepository();
    const folder = await gathered({ environment: ENVIRONMENT, places: [row("missing", "D:\\plm\\staging")] });
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const zip = zipBytes(
      entries.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { name: relative(folder, path).replaceAll("\\", "/"), data: readFileSync(path) };
      }),
    );
    writeFileSync(join(cwd, "WS-001.zip"), zip);
    const before = [traces(folder), traces(cwd)];
    for (const from of [folder, "WS-001.zip"]) expect((await cli(["doctor", "demo", "--from", from], { cwd })).code).toBe(1);
    expect([traces(folder), traces(cwd)]).toEqual(before);
  });

  test("[H5] what is wrong is found by what was gathered of it", async () => {
    const folder = await gathered({
      environment: `${ENVIRONMENT}\nTCSSO_SESSION_AGENT_PATH=D:\\agent`,
      places: [
        row("missing", "D:\\plm\\staging"),
        row("plugin", "C:\\Users\\jane\\AppData\\Local\\.cameo\\2024x\\plugins\\mine\\plugin.xml", "com.example.plm.connector"),
        row("folder", "C:\\Users\\jane\\AppData\\Local\\.cameo\\2024x\\plugins"),
        row("listed", "C:\\Users\\jane\\AppData\\Local\\.cameo\\2024x\\plugins"),
        profileAt(`${T}\\profiles\\old copy.mdzip`),
        row("process", `${T}\\jre\\bin\\java.exe`, "java.exe", "4711").replace("4711  -", "4711  2026-11-20T09:12:00Z"),
      ],
      files: {
        "connector/connector.properties": await withLines("connector", [
          "TC_SSO_LOGIN_URL=https\\://sso.example.com/x",
          "STAGING_DIR=D\\:\\\\plm\\\\staging",
        ]),
      },
    });
    const { code, of } = await look(folder);
    expect(code).toBe(1);
    expect(of("folders/exist").details).toEqual([expect.stringMatching(/STAGING_DIR: D:\\plm\\staging does not exist$/)]);
    expect(of("plugin/second-copies").details).toEqual([
      "C:\\Users\\jane\\AppData\\Local\\.cameo\\2024x\\plugins\\mine lies in another plug-in root",
    ]);
    expect(of("profile/strays").details).toEqual([`${T}\\profiles\\old copy.mdzip is the profile of connector 2506`]);
    expect(of("tool/in-effect").says).toBe("written 2026-11-20 14:05 UTC, tool started 2026-11-20 09:12 UTC: not in effect");
    expect(of("environment/values").state).toBe("fail");
  });

  test("[H5] [H6] of what was not gathered nothing is said: an archive of an earlier script skips, and calls nothing missing", async () => {
    const { document, of } = await look(await gathered({ environment: "JRE_HOME=C:\\jre", files: { "places.txt": null } }));
    const skipped = [
      "variables/payload",
      "variables/path",
      "folders/exist",
      "profile/places",
      "plugin/second-copies",
      "tool/in-effect",
    ];
    expect(skipped.map((id) => [id, of(id).state])).toEqual(skipped.map((id) => [id, "skip"]));
    expect(of("variables/payload").says).toBe("the archive does not say whether CT_REQ_RESP_JSON_DIR is there");
    expect(failing(document)).toEqual([]);
    expect(of("environment/values").state).toBe("pass");
  });

  test("[H5] [H6] of variables that were not gathered nothing is said, and none is called unset", async () => {
    const { document, of } = await look(await gathered({ files: { "environment.txt": null } }));
    for (const id of ["required", "payload", "path", "trust"])
      expect(of(`variables/${id}`)).toMatchObject({
        state: "skip",
        says: "the archive has no environment.txt, in which variables are",
      });
    expect(failing(document)).toEqual([]);
  });

  test("[H5] a settings file that Java cannot load was left out of the archive, and is not called empty", async () => {
    const folder = await gathered({
      files: { "connector/connector.properties": "# C:\\x is left out: Malformed \\uxxxx encoding.\n" },
    });
    const { of } = await look(folder);
    expect(of("environment/values").details).toContainEqual(
      expect.stringMatching(/connector\.properties:2:\d+: Java cannot load the file/),
    );
  });
});

describe("bad archives", () => {
  test.each([
    ["not a zip", Buffer.from("hello"), /cannot be read: the archive is not a complete zip archive/],
    ["an empty file", Buffer.alloc(0), /cannot be read/],
    [
      "a zip of something else",
      Buffer.from("504b0506000000000000000000000000000000000000", "hex"),
      /is no archive of deploy\.ps1 -Collect/,
    ],
  ])("[H5] %s", async (_, bytes, says) => {
    const folder = exampleRepository();
    writeFileSync(join(folder, "x.zip"), bytes);
    const { code, out, err } = await cli(["doctor", "demo", "--from", "x.zip"], { cwd: folder });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(says);
  });

  test.each([
    ["a name that leads out of it", { name: "../notes.txt" }, /'\.\.\/notes\.txt'/],
    ["a bomb", { name: "notes.txt", fields: { size: 0x40000000 } }, /it looks like a zip bomb/],
    ["a link", { name: "notes.txt", fields: { madeBy: 0x0314, external: 0xa1ff0000 } }, /a symbolic link/],
  ] as const)("[H5] %s is refused before anything is read", async (_, entry, says) => {
    const cwd = exampleRepository();
    writeFileSync(join(cwd, "x.zip"), zipBytes([{ ...entry, data: Buffer.from("installation C:\\T\n") }]));
    const { code, out, err } = await cli(["doctor", "demo", "--from", "x.zip"], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(says);
  });

  test("[H5] a path that is not there, and two workstations at once, are wrong use", async () => {
    const cwd = exampleRepository();
    expect((await cli(["doctor", "--from", "nowhere.zip"], { cwd })).err).toMatch(/--from nowhere\.zip does not exist/);
    expect((await cli(["doctor", "--from", ".", "--root", "."], { cwd })).err).toMatch(/name two workstations/);
    expect((await cli(["doctor", "--from", "environments"], { cwd })).err).toMatch(/is no archive of deploy\.ps1 -Collect/);
  });
});
