import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { type OpenText, Session } from "../../../src/serve/lsp/session.ts";
import { FINDING_FORMS } from "../../../src/report/findings.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { CLIENT, CONF, LOGGER, withLines, workstation } from "../../live/doctor/scene.ts";
import { discoveryOf, factsOf, filesOf, LIVE, REALM } from "../../compiler/sso/scene.ts";
import { cli, fakeHost } from "../../support/host.ts";
import { exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { escaped, expectNothingShown, HONEST_TEXTS, honestPairs, lines, PLANTS } from "./planted.ts";
import { HONEST_VALUES, PLANTED, SECRET_PAIRS, SYNTAXES } from "./secret-examples.ts";
import { eachNth } from "../../support/runs.ts";

/*
 * Both lists go through the commands that look at other people's files and machines, and through the editor: whatever the form, no secret of
 * the one is said, and where a value is shown at all, every one of the other is.
 */

const BASE = "releases/2506/base/connector.properties";
const ALL_HONEST = [...honestPairs, ...HONEST_TEXTS];

test("the honest list has something to show", () => {
  expect(HONEST_TEXTS.length).toBeGreaterThan(20);
  expect(PLANTS.length).toBeGreaterThan(100);
});

describe("[E3] doctor", () => {
  const planted = async (): Promise<string> =>
    workstation({
      [CONF]: `${await withLines("connector", [])}${lines([...PLANTS, ...ALL_HONEST])}`,
      [CLIENT]: `${await withLines("client", [])}${lines(PLANTS)}`,
      [LOGGER]: `${await withLines("logger", [])}${lines(PLANTS)}`,
    });

  test.each(eachNth(5, FINDING_FORMS))("says none as %s, with and without details", async (form) => {
    const root = await planted();
    for (const details of [[], ["--details"]]) {
      const { out, err } = await cli(["doctor", "demo", "--root", root, ...details, "--format", form], {
        cwd: exampleRepository(),
      });
      expect(out).toContain("environment/values");
      expectNothingShown(`doctor as ${form}`, out + err);
    }
  });

  test("says what an environment decides otherwise, unless it is a secret", async () => {
    const few = [
      ["PWD", "C:/work"],
      ["TOKEN_REFRESH", "lazy"],
      ["CHANGE_PASSWORD_ON_LOGIN", "1"],
    ] as const;
    const repository = exampleRepository({ [BASE]: `${EXAMPLE_REPOSITORY[BASE]}${lines([...few, ["DB_PASSWORD", "x1"]])}` });
    const root = await workstation({
      [CONF]: `${await withLines("connector", [])}PWD=D\\:/other\nTOKEN_REFRESH=eager\nCHANGE_PASSWORD_ON_LOGIN=0\nDB_PASSWORD=${PLANTED}\n`,
    });
    const { out } = await cli(["doctor", "demo", "--root", root, "--details", "--format", "json"], { cwd: repository });
    expectNothingShown("doctor", out);
    for (const value of ["D:/other", "eager"]) expect(out).toContain(value);
  });
});

describe("[E3] diagnose", () => {
  /** A record that no cause explains: its line is shown. */
  const record = (said: string) => `2026-03-04 10:12:14,002 ERROR [main] c.e.Model - ${said.replaceAll("\n", " ")}\n`;
  const log = (said: readonly string[]) =>
    said.map((line, i) => record(`fault ${String.fromCharCode(97 + (i % 26)).repeat(3 + (i % 5))}: ${line}`)).join("");
  const secrets = [
    ...Object.entries(SYNTAXES).map(([, syntax]) => syntax("db_password", PLANTED)),
    ...PLANTS.map(([key, value]) => `${key}=${value}`),
    ...SECRET_PAIRS.filter(([, value]) => value.includes(PLANTED)).map(([key, value]) => `${key}: ${value}`),
  ];

  test.each(eachNth(5, ["text", "json"]))("says no line with a secret as %s", async (form) => {
    for (let at = 0; at < secrets.length; at += 10) {
      const some = secrets.slice(at, at + 10);
      const cwd = temporaryFolder();
      writeFiles(cwd, { "a.log": log(some) });
      const { out, err } = await cli(["diagnose", "a.log", "--top", "20", "--format", form], { cwd });
      expectNothingShown(`diagnose as ${form} of ${some[0]}`, out + err);
    }
  });

  test("shows an honest line as it is", async () => {
    const honest = HONEST_VALUES.filter((value) => /^[A-Za-z0-9 :/.=_-]{8,40}$/.test(value));
    expect(honest.length).toBeGreaterThan(20);
    for (const line of honest) {
      const cwd = temporaryFolder();
      writeFiles(cwd, { "a.log": record(line) });
      const { unmatched, causes } = JSON.parse((await cli(["diagnose", "a.log", "--format", "json"], { cwd })).out);
      if (causes.length === 0) expect([line, JSON.stringify(unmatched).includes(line)]).toEqual([line, true]);
    }
  });
});

describe("[E3] a repository with both lists", () => {
  const base = `${EXAMPLE_REPOSITORY[BASE]}${lines([...PLANTS, ...ALL_HONEST])}`;

  test("report shows none on its page, and every form of check says none", async () => {
    const repository = exampleRepository({ [BASE]: base });
    const page = join(temporaryFolder(), "page.html");
    const { out, err } = await cli(["-C", repository, "report", "--out", page]);
    expectNothingShown("report", out + err + readFileSync(page, "utf8"));
    for (const form of FINDING_FORMS) {
      const checked = await cli(["-C", repository, "check", "--format", form]);
      expectNothingShown(`check as ${form}`, checked.out + checked.err);
    }
  });

  test.each(eachNth(5, ["text", "json"]))("kit diff says none as %s, and every honest value", async (form) => {
    const other = BASE.replace("2506", "2606");
    const release = Object.fromEntries(
      Object.entries(EXAMPLE_REPOSITORY).flatMap(([path, text]) =>
        path.startsWith("releases/2506/") ? [[path.replace("2506", "2606"), text.replaceAll("2506", "2606")]] : [],
      ),
    );
    const changed = (pairs: readonly (readonly [string, string])[]) => pairs.map(([key, value]) => [key, `${value} x`] as const);
    const repositories = [
      { [BASE]: base },
      { [other]: `${release[other]}${lines([...PLANTS, ...ALL_HONEST])}` },
      { [BASE]: base, [other]: `${release[other]}${lines([...changed(PLANTS), ...changed(ALL_HONEST)])}` },
    ];
    for (const files of repositories) {
      const words = ["-C", exampleRepository({ ...release, ...files }), "kit", "diff", "2506", "2606", "--format", form];
      const { code, out, err } = await cli(words);
      expect([code, err]).toEqual([0, ""]);
      expectNothingShown(`kit diff as ${form}`, out);
      const flat = out.replace(/\s+/g, " ");
      for (const [key, value] of ALL_HONEST) expect([key, flat.includes(value)]).toEqual([key, true]);
    }
  });

  test("a hover of the editor says none, and every honest value", async () => {
    const folder = exampleRepository({ [BASE]: base });
    const texts = new Map<string, OpenText>();
    const said: string[] = [];
    const session = new Session(
      {
        open: () => [...texts.values()],
        publish: (_, diagnostics) => void said.push(JSON.stringify(diagnostics)),
        log: (line) => void said.push(line),
      },
      fakeHost({ cwd: folder }).host,
    );
    const uri = pathToFileURL(join(folder, BASE)).href;
    texts.set(uri, { uri, text: base, version: 1 });
    await session.check(uri);
    const written = base.split("\n");
    const hover = async (key: string) => {
      const line = written.findIndex((one) => one.startsWith(`${lines([[key, ""]]).slice(0, -1)}`));
      const found = await session.hover(uri, { line, character: 1 });
      return found ? (found.contents as { readonly value: string }).value : "";
    };
    for (const [key] of eachNth(5, PLANTS)) {
      const text = await hover(key);
      expectNothingShown(`a hover of ${key}`, text);
      expect([key, text.includes("not shown: a secret")]).toEqual([key, true]);
    }
    for (const [key, value] of eachNth(5, ALL_HONEST)) expect([key, (await hover(key)).includes(value)]).toEqual([key, true]);
    expectNothingShown("what the editor's server publishes", said.join("\n"));
  });
});

describe("[E3] sso verify", () => {
  const SECRETS = { TCSSO_CLIENT_SECRET: "geheim-c", TCSSO_IDENTITY_PASSWORD: "geheim-i", TCSSO_PROPERTIES_PASSWORD: "geheim-p" };
  const compiled = filesOf(factsOf(LIVE));

  /** The compiled files on a server, each parameter of which says something else. */
  async function verified(said: string, form: string) {
    const folder = exampleRepository({
      "environments/demo/sso.yaml": LIVE,
      "environments/demo/discovery.json": discoveryOf(REALM),
    });
    mkdirSync(join(folder, "server"));
    const inXml = said.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("\n", "&#10;");
    const xml = (name: string) => (compiled[name] ?? "").replace(/ value="[^"]*"/g, () => ` value="${inXml}"`);
    writeFiles(folder, {
      "server/conf/login.xml": xml("login.xml"),
      "server/conf/identity.xml": xml("identity.xml"),
      "server/federation.properties": (compiled["federation.properties"] ?? "").replace(/=.*$/gm, () => `=${escaped(said)}`),
    });
    return cli(["sso", "verify", "demo", "--deployed", "server", "--format", form], { cwd: folder, env: SECRETS });
  }

  test.each(eachNth(5, ["text", "json"]))("says no secret that a server's file holds, as %s", async (form) => {
    for (const [, value] of eachNth(
      5,
      PLANTS.filter(([key]) => /^(?:SETTING|CARRIED)_/.test(key)),
    )) {
      const { code, out, err } = await verified(value, form);
      expect(code).toBe(1);
      expectNothingShown(`sso verify as ${form} of ${value}`, out + err);
    }
  });

  test("shows an honest value that differs", async () => {
    for (const [key, value] of HONEST_TEXTS.slice(0, 12)) {
      const { out } = await verified(value, "json");
      expect([key, out.includes(value)]).toEqual([key, true]);
    }
  });
});

describe("[E3] log4j2.xml", () => {
  const ADOPTED = "environments/demo/installed/log4j2.xml";
  const xml = (inner: string, fileName = "C:/logs/a.log") =>
    `<?xml version="1.0"?>\n<Configuration>\n<Properties>\n<Property name="a">x</Property>\n</Properties>\n<Appenders>\n<File name="f" fileName="${fileName}"/>\n${inner}\n</Appenders>\n<Loggers><Root level="INFO"/></Loggers>\n</Configuration>\n`;
  const SECRET = [
    `<SMTP name="m" smtpHost="mail" smtpUsername="jane" smtpPassword="${PLANTED}"/>`,
    `<Property name="dbPassword" value="${PLANTED}"/>`,
    `<Property name="dbPassword">${PLANTED}</Property>`,
    `<Property name="link">https://jane:${PLANTED}@host/a</Property>`,
    `<JDBC name="j"><DriverManager connectionString="jdbc:oracle:thin:scott/${PLANTED}@db:1521/x"/></JDBC>`,
    `<Http name="h" url="https://hooks.slack.com/services/T0/B0/${PLANTED}"/>`,
    `<Http name="h" url="https://h"><Property name="Authorization" value="Bearer ${PLANTED}1"/></Http>`,
    `<Ssl><KeyStore location="k.jks" password="${PLANTED}"/></Ssl>`,
    `<Property name="\u5bc6\u7801">${PLANTED}</Property>`,
    `<Script name="s" language="x"><![CDATA[run --password ${PLANTED}]]></Script>`,
  ];
  const HONEST_XML = [
    '<Property name="sortKey" value="item_id"/>',
    '<KeyStore location="k.jks" passwordFile="C:/secure/k.txt"/>',
    '<KeyStore location="k.jks" passwordEnvironmentVariable="STORE_PW"/>',
    '<Property name="dbPassword" value="${env:DB_PASSWORD}"/>',
    '<Property name="PWD">C:/work</Property>',
    '<PatternLayout pattern="%d [%t] %X{token}: %m%n"/>',
    '<Property name="note">first pass: ok</Property>',
  ];
  const found = async (files: Readonly<Record<string, string>>) => {
    const { out } = await cli(["-C", exampleRepository(files), "check", "--format", "json"]);
    expectNothingShown("check", out);
    const findings = JSON.parse(out).findings as { rule: string; severity: string; file: string; line: number }[];
    return findings
      .filter(({ rule }) => rule === "secret/plain-value")
      .map(({ severity, file, line }) => `${file}:${line} ${severity}`);
  };

  test.each(eachNth(5, SECRET))("check finds what an adopted one holds: %s", async (inner) => {
    expect(await found({ [ADOPTED]: xml(inner) })).toEqual([`${ADOPTED}:8 error`]);
  });

  test.each(eachNth(5, HONEST_XML))("check is silent about %s", async (inner) => {
    expect(await found({ [ADOPTED]: xml(inner) })).toEqual([]);
  });

  test("check warns of what a kit's own one holds", async () => {
    const path = "releases/2506/base/log4j2.xml";
    const text = (EXAMPLE_REPOSITORY[path] ?? "").replace("<Appenders>", `<Appenders>${SECRET[0]}`);
    expect((await found({ [path]: text })).map((one) => one.replace(/^.*:\d+ /, ""))).toEqual(["warning"]);
  });

  test.each(eachNth(5, ["text", "json"]))(
    "log4j2 show hides what a path carries, as %s, and shows every other one",
    async (form) => {
      const cwd = temporaryFolder();
      for (const name of [
        `https://h/a?password=${PLANTED}`,
        `https://jane:${PLANTED}@h/a`,
        `C:/logs/db_password=${PLANTED}/a.log`,
      ]) {
        writeFiles(cwd, { "log4j2.xml": xml("", name) });
        const { code, out } = await cli(["log4j2", "show", "log4j2.xml", "--format", form], { cwd });
        expect([code, out.includes("(value not shown)")]).toEqual([0, true]);
        expectNothingShown("log4j2 show", out);
      }
      const path = `C:/logs/${"long-folder/".repeat(6)}password_policy.log`;
      writeFiles(cwd, { "log4j2.xml": xml("", path) });
      expect((await cli(["log4j2", "show", "log4j2.xml", "--format", form], { cwd })).out).toContain(path);
    },
  );
});
