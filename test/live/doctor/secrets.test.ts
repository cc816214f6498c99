import { describe, expect, test } from "vitest";
import { FINDING_FORMS } from "../../../src/report/findings.ts";
import { leaksIn, plainCanary } from "../../compiler/run/canary.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";
import { checkedLive, CLIENT, CONF, LOGGER, withLines, workstation } from "./scene.ts";

const SECRET = plainCanary("workstation");

/** Settings in which a password stands wherever people put one, some of them spelt so that a check has something to say of the line. */
const planted = async (): Promise<string> =>
  workstation({
    [CONF]: `${await withLines("connector", [
      `DB_PASSWORD=${SECRET}`,
      `clientSecret = ${SECRET} `,
      `TC_SERVER_URL=https\\://jane\\:${SECRET}@plm.example.com\\:8443/tc`,
      `AWC_WEBLOGIC_HOST_URL=https\\://jane\\:${SECRET}@plm.example.com\\:3000/other`,
    ])}vault.token=C:\\${SECRET}\nDB_PASSWORD=${SECRET}\nuser.password=${SECRET}\\uXYZ\n`,
    [CLIENT]: await withLines("client", [
      `BOOTSTRAP_URLS=https\\://jane\\:${SECRET}@old.example.com\\:4544`,
      `proxyPassword=${SECRET}`,
      `URL=https\\://jane\\:${SECRET}@127.0.0.1\\:7001/tc`,
    ]),
    [LOGGER]: await withLines("logger", [`apiKey=${SECRET}\\`]),
  });

describe("[E3] [H5] passwords in the files of a workstation", () => {
  test.each(FINDING_FORMS)("are in nothing that is told as %s, with every detail", async (form) => {
    const root = await planted();
    const words = ["doctor", "demo", "--root", root, "--details", "--format", form];
    const { code, out, err } = await cli(words, { cwd: exampleRepository() });
    expect(code).toBe(1);
    expect(out).toContain("environment/values");
    expect(leaksIn(`${out}${err}`, [SECRET], form)).toEqual([]);
  });

  test("are in nothing that is told of a variable", async () => {
    const env = { JAVA_TOOL_OPTIONS: `-Djavax.net.ssl.trustStorePassword=${SECRET}`, PATH: "C:\\Windows" };
    const found = await checkedLive("variables/trust", await workstation(), { env });
    expect(found.state).toBe("warn");
    expect(leaksIn(JSON.stringify(found), [SECRET], "variables/trust")).toEqual([]);
  });
});
