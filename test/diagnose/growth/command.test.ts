import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPage } from "../../docs/page.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder } from "../../support/repository.ts";

const ADOPTED = readPage("test/diagnose/growth/adopted.xml");

function growth(words: readonly string[], xml = ADOPTED) {
  const cwd = mkdtempSync(join(temporaryFolder(), "growth-"));
  writeFileSync(join(cwd, "log4j2.xml"), xml);
  return cli(["logs", "growth", "log4j2.xml", "--today", "2026-01-05", ...words], { cwd });
}

describe("[H4] logs growth", () => {
  test("the figures that were observed, as JSON", async () => {
    const { code, out } = await growth(["--days", "80", "--format", "json"]);
    const { files, bytes, verbose, used, weeks } = JSON.parse(out);
    expect([code, files, used, weeks.length]).toEqual([0, 58, 58, 12]);
    expect([Math.round(bytes / 2 ** 20), Math.round(verbose / 2 ** 20)]).toEqual([362, 264]);
  });

  test("--writes counts before what is taken for granted", async () => {
    const words = [
      "--days",
      "1",
      "--writes",
      "root=1 KB",
      "--writes",
      "com.example.connection=2KB",
      "--line",
      "1024",
      "--format",
      "json",
    ];
    expect(JSON.parse((await growth(words)).out)).toMatchObject({ files: 1, bytes: 3072, verbose: 2048 });
  });

  test.each([
    [["--days", "0"], "--days '0' is not a number from 1 to 3650"],
    [["--line", "x"], "--line 'x' is not a number"],
    [["--writes", "root"], "--writes 'root' is not LOGGER=SIZE"],
    [["--writes", "root=much"], "is not LOGGER=SIZE"],
    [["--writes", "root=2 TB"], "is not LOGGER=SIZE"],
    [["--writes", "com.example=1MB"], "there is no logger 'com.example' in this file"],
  ])("%j is answered in words, with exit code 2", async (words, says) => {
    const { code, err } = await growth(words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
  });

  test("a file that log4j would not load has no logs, and a trigger of one byte is a slip", async () => {
    const broken = await growth([], "<Configuration>");
    expect(broken.code).toBe(1);
    expect(broken.err).toContain("log4j would not load this file");
    expect((await growth([], ADOPTED.replace("10 MB", "1"))).out).toContain("it would begin more than 200,000 files");
  });

  test.each(["WARN", "OFF", "DEBUG"])("an appender names each logger whose element refers to it, also at %s", async (level) => {
    const traffic =
      '<RollingFile name="TRAFFIC" fileName="t.log" filePattern="t-%d.log"><Policies><TimeBasedTriggeringPolicy/></Policies></RollingFile>';
    const logger = `<Logger name="com.example.traffic" level="${level}"><AppenderRef ref="TRAFFIC"/></Logger>`;
    const xml = ADOPTED.replace("</Appenders>", `${traffic}</Appenders>`).replace("<Loggers>", `<Loggers>${logger}`);
    expect(xml).toContain(logger);
    const { out } = await growth([], xml);
    const block = /\nTRAFFIC {2}.*\n((?: {2}.*\n)+)/.exec(out)?.[1];
    expect(block).toContain(`'com.example.traffic' at ${level}: `);
    expect(block?.includes("assumed to write nothing")).toBe(level !== "DEBUG");
    const { appenders } = JSON.parse((await growth(["--format", "json"], xml)).out);
    const found = appenders.find(({ name }: { name: string }) => name === "TRAFFIC");
    expect(found.loggers).toMatchObject([{ name: "com.example.traffic", level }]);
    const orphan = await growth([], xml.replace(logger, ""));
    expect(orphan.out).toMatch(/TRAFFIC {2}t-%d\.log\n {2}no logger of this file refers to it\n/);
  });
});
