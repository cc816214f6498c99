import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { archive, scene, typed } from "../adopt/scene.ts";
import { leaksIn, plainCanary } from "../../compiler/run/canary.ts";
import { eachNth } from "../../support/runs.ts";

const NAMED = ["--connector", "ws/connector.properties", "--client", "ws/client.properties", "--name", "adopted"];
const P = plainCanary("adopted");

/** Every place of a workstation's files where a password was seen standing, each with what is expected of it. */
const LINES: readonly (readonly [title: string, file: "connector" | "client", text: string, variable: string | null])[] = [
  ["under a name that says so", "connector", `KEY_STORE_PASSWORD=${P}\n`, "ADOPTED_KEY_STORE_PASSWORD"],
  ["in the client file", "client", `apiToken=${P}\n`, "ADOPTED_API_TOKEN"],
  ["twice, the last one counts", "connector", `DB_PASSWORD=${plainCanary("old")}\nDB_PASSWORD=${P}\n`, "ADOPTED_DB_PASSWORD"],
  ["in an address", "connector", `MIRROR=https\\://jane\\:${P}@h.example.com/x\n`, "ADOPTED_MIRROR"],
  ["in options of a program", "client", `JAVA=-Dx.trustStorePassword=${P} -Dy=1\n`, "ADOPTED_JAVA"],
  ["joined from two lines", "connector", `DB_PASSWORD=${P.slice(0, 6)}\\\n  ${P.slice(6)}\n`, "ADOPTED_DB_PASSWORD"],
  [
    "in escapes",
    "connector",
    `DB_PASSWORD=${[...P].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}\n`,
    "ADOPTED_DB_PASSWORD",
  ],
  ["in a comment", "connector", `#old.password=${P}\n`, null],
  ["in a comment that only repeats it", "connector", `# ${P}\nDB_PASSWORD=${P}\n`, "ADOPTED_DB_PASSWORD"],
  ["again under a harmless name", "connector", `DB_PASSWORD=${P}\nNOTE=see ${P}\n`, "ADOPTED_DB_PASSWORD"],
  ["under a name with odd signs", "connector", `9\\ ~/\\=my.Password=${P}\n`, "ADOPTED_9_MY_PASSWORD"],
];

describe("[E3] a password on a workstation", () => {
  test.each(eachNth(3, LINES))(
    "%s becomes a reference that is named, and is nowhere in the output or the repository",
    async (_, file, text, variable) => {
      const own = { connector: typed().connector, client: typed().client };
      const files = { "ws/connector.properties": own.connector, "ws/client.properties": own.client };
      const at = scene({ ...files, [`ws/${file}.properties`]: own[file] + text });
      const json = await at.json(NAMED);
      expect(json.environments[0]?.written).toBe(true);
      const named = json.environments[0]?.keys.secret.map(({ env }) => env) ?? [];
      if (variable !== null) expect(named).toContain(variable);
      const again = scene({ ...files, [`ws/${file}.properties`]: own[file] + text });
      const outputs = [JSON.stringify(json)];
      for (const form of ["text", "json"]) {
        const name = `as-${form}`;
        const { out, err } = await again.adopt([...NAMED.slice(0, -1), name, "--format", form]);
        outputs.push(out, err, (await again.run("check", "--format", form)).out);
      }
      for (const output of outputs) expect(leaksIn(output, [P, plainCanary("old")], "output")).toEqual([]);
      for (const [path, bytes] of Object.entries({ ...at.files(), ...again.files() }))
        expect(leaksIn(bytes.toString("latin1"), [P, plainCanary("old")], path)).toEqual([]);
    },
  );

  test("compiled with its variable set, the key has its value again; the file below installed/ holds the placeholder", async () => {
    const at = scene({
      "ws/connector.properties": `${typed().connector}DB_PASSWORD=${P}\n`,
      "ws/client.properties": typed().client,
    });
    await at.adopt(NAMED);
    expect(at.text("environments/adopted/installed/connector.properties")).toContain(
      "DB_PASSWORD=@secret(/workstation/set/connector/DB_PASSWORD)",
    );
    const { cli } = await import("../../support/host.ts");
    const env = { ADOPTED_DB_PASSWORD: P };
    await cli(["-C", at.folder, "compile", "adopted", "--with-secrets", "--out", join(at.folder, "with")], {
      cwd: at.outside,
      env,
    });
    expect(at.decoded("with/adopted/connector/connector.properties").DB_PASSWORD).toBe(P);
  });

  test.each(
    eachNth(3, [
      [
        "a decided address",
        "connector",
        (text: string) => text.replace("https\\://new", `https\\://jane\\:${P}@new`),
        "tier/copies-differ",
      ],
      [
        "both copies of it",
        "both",
        (text: string) => text.replaceAll("https\\://new.example.com\\:8443", `https\\://jane\\:${P}@new.example.com\\:8443`),
        "conf/not-adoptable",
      ],
      ["a field", "connector", (text: string) => text.replace("27001@lic", `jane:${P}@lic`), "conf/not-adoptable"],
      [
        "what -Collect left out of an address",
        "both",
        (text: string) => text.replaceAll("https\\://new.example.com\\:8443", "https\\://(hidden)@new.example.com\\:8443"),
        "conf/not-adoptable",
      ],
      [
        "a file that Java reads otherwise",
        "connector",
        (text: string) => `\ufeff${text}PASSWORD=${P}\n`,
        "repo/unusable-workstation",
      ],
      [
        "UTF-16",
        "connector",
        (text: string) => Buffer.from(`\ufeff${text}PASSWORD=${P}\n`, "utf16le"),
        "repo/unusable-workstation",
      ],
      [
        "a file that does not load",
        "connector",
        (text: string) => `${text}X=\\u12\nPASSWORD=${P}\n`,
        "repo/unusable-workstation",
      ],
    ] as const),
  )("in %s is not shown, and nothing is written", async (_, file, change, rule) => {
    const own = { connector: typed().connector.toString(), client: typed().client.toString() };
    const at = scene({
      "ws/connector.properties": change(own.connector),
      "ws/client.properties": file === "both" ? change(own.client) : own.client,
    });
    const before = at.files();
    const { code, findings } = await at.json(NAMED);
    expect([code, findings.map((finding) => finding.rule)]).toEqual([1, expect.arrayContaining([rule])]);
    const text = await at.adopt(NAMED);
    expect(leaksIn(JSON.stringify(findings) + text.out + text.err, [P], "output")).toEqual([]);
    expect(at.files()).toEqual(before);
  });

  test("what -Collect left out becomes a reference", async () => {
    const hidden = (text: string) => `${text}KEY_STORE_PASSWORD=(hidden)\nJAVA=-Dx.password=(hidden) -Dy=1\n`;
    const at = scene({ "a.zip": archive({ connector: hidden }) });
    const { environments } = await at.json(["--from", "a.zip"]);
    expect(environments[0]?.keys.secret.map(({ key, env }) => [key, env])).toEqual([
      ["KEY_STORE_PASSWORD", "NEW_KEY_STORE_PASSWORD"],
      ["JAVA", "NEW_JAVA"],
    ]);
  });

  test("in log4j2.xml is left out of installed/, and the rest keeps its bytes", async () => {
    const base = scene({}).text("releases/2506/base/log4j2.xml");
    const secrets = `<Property name="dbPassword">${P}</Property><!-- http://u:${P}@h/ --><Property name="dir" value="C:/Temp"/><JDBC url='jdbc:x://u:${P}@h/x' userPassword="${P}"/>`;
    const at = scene({
      "ws/connector.properties": typed().connector,
      "ws/client.properties": typed().client,
      "ws/log4j2.xml": base.replace("</Configuration>", `${secrets}</Configuration>`),
    });
    await at.adopt([...NAMED, "--log4j2", "ws/log4j2.xml"]);
    const written = at.text("environments/adopted/installed/log4j2.xml");
    expect(leaksIn(written, [P], "log4j2.xml")).toEqual([]);
    expect(written).toContain('<Property name="dir" value="C:/Temp"/>');
    expect(written.startsWith(base.slice(0, base.indexOf("</Configuration>")))).toBe(true);
  });
});
