import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { connect, textOf } from "./client.ts";

describe("arguments that are none", () => {
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["check", { environments: "demo" }, `'environments' cannot be "demo": expected array, received string`],
    ["check", { environments: [1] }, "element 1 of 'environments' cannot be 1: expected string, received number"],
    ["check", { environments: ["demo", ""] }, `element 2 of 'environments' cannot be "": too small`],
    ["check", { environments: new Array(1_001).fill("demo") }, "too big: expected array to have <=1000 items"],
    ["check", { enviroments: ["demo"] }, "'enviroments' is no argument of check; did you mean 'environments'?"],
    ["check", { fix: true }, "'fix' is no argument of check; it takes environments,"],
    ["check", { require_proof: "yes" }, `'require_proof' cannot be "yes": expected boolean, received string`],
    ["check", { constructor: 1 }, "'constructor' is no argument of check"],
    ["why", { environment: "demo" }, "'key' is missing: A key of the compiled files"],
    [
      "why",
      { environment: {}, key: [] },
      "'environment' cannot be {}: expected string, received object; 'key' cannot be []: expected string, received array",
    ],
    ["why", { environment: "demo", key: "x".repeat(4_097) }, "too big: expected string to have <=4096 characters"],
    ["why", { environment: "demo\0", key: "x" }, "it contains the character U+0000, which no name has"],
    ["plan", { gate: "none" }, `'gate' cannot be "none": expected one of "all"|"new"`],
    ["diagnose", { top: 0 }, "'top' cannot be 0: too small: expected number to be >=1"],
    ["diagnose", { top: 1.5 }, "'top' cannot be 1.5: expected int, received number"],
    ["diagnose", { top: "3" }, `'top' cannot be "3": expected number, received string`],
    ["diagnose", { text: "x".repeat(1_000_001) }, "too big: expected string to have <=1000000 characters"],
    ["diagnose", { files: ["*.log"] }, "'*' and '?' are not read here"],
    ["probe", { environment: "demo", profile: "plm" }, "'profile' is no argument of probe"],
    ["probe", { environment: "demo", only: [["tls"]] }, `element 1 of 'only' cannot be ["tls"]: expected string, received array`],
  ];
  const connected = connect(exampleRepository());
  test.each(cases)("%s %j", async (name, args, words) => {
    const result = await (await connected).call(name, args);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(words)]);
  });

  test("null is as good as nothing", async () => {
    const { call } = await connect(exampleRepository());
    expect((await call("check", { environments: null, hosts: null })).isError).toBeUndefined();
    expect((await call("why", { environment: "demo", key: null })).isError).toBe(true);
  });
});

test("a tool that there is not is told with the nearest one; the server goes on", async () => {
  const { client, call } = await connect(exampleRepository());
  const ask = (name: string) => client.callTool({ name, arguments: {} });
  await expect(ask("chek")).rejects.toThrow("there is no tool 'chek'; did you mean 'check'?");
  await expect(ask("deploy_everything_now")).rejects.toThrow("there are check, why, plan, diagnose, probe");
  await expect(ask("x".repeat(100_000))).rejects.toThrow(/^.{1,400}$/);
  expect((await call("check")).isError).toBeUndefined();
});

describe("paths", () => {
  const outside = temporaryFolder();
  writeFileSync(join(outside, "secret.log"), "Content is not allowed in prolog\n");
  const folder = exampleRepository();
  writeFiles(folder, { ".git/config": "[remote]\n\turl = https://user:word@example.com\n", "logs/a.log": "nothing\n" });
  symlinkSync(outside, join(folder, "elsewhere"));
  symlinkSync(join(outside, "secret.log"), join(folder, "logs", "b.log"));
  mkdirSync(`${folder}-beside`);

  const connected = connect(folder);

  const OUTSIDE = "it is outside the folders that can be read";
  const LINKED = "a link leads out of the folders that can be read";
  test.each([
    ["diagnose", { files: ["/etc/passwd"] }, OUTSIDE],
    ["diagnose", { files: ["logs/a.log", `${outside}/secret.log`] }, OUTSIDE],
    ["diagnose", { files: ["logs/../../x"] }, OUTSIDE],
    ["diagnose", { files: [`${folder}-beside/x.log`] }, OUTSIDE],
    ["diagnose", { files: ["elsewhere/secret.log"] }, LINKED],
    ["diagnose", { files: ["elsewhere/not-there/x.log"] }, LINKED],
    ["diagnose", { files: ["logs/b.log"] }, LINKED],
    ["diagnose", { files: [".git/config"] }, "it lies in .git"],
    ["diagnose", { files: ["logs/../.GIT/config"] }, "it lies in .git"],
    ["diagnose", { files: ["a.log"], directory: outside }, OUTSIDE],
    ["check", { directory: "/" }, OUTSIDE],
    ["check", { directory: "elsewhere" }, LINKED],
    ["check", { hosts: "/etc/hosts" }, OUTSIDE],
    ["why", { environment: "demo", key: "x", directory: ".." }, OUTSIDE],
    ["plan", { base: outside }, OUTSIDE],
    ["plan", { base: "elsewhere" }, LINKED],
    ["plan", { base: "../other" }, OUTSIDE],
  ] as const)("%s %j: outside of the roots", async (name, args, why) => {
    const result = await (await connected).call(name, args);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(why)]);
    expect(textOf(result)).toContain("tierwright mcp --root DIR");
  });

  test("below a root that was given, and relative to a folder that the call names", async () => {
    const { call } = await connect(folder, { roots: [folder, outside] });
    expect((await call("diagnose", { files: [`${outside}/secret.log`] })).isError).toBeUndefined();
    expect((await call("diagnose", { files: ["secret.log"], directory: outside })).isError).toBeUndefined();
    expect((await call("diagnose", { files: ["elsewhere/secret.log"] })).isError).toBeUndefined();
  });

  test("a file that is not there is the command's to tell", async () => {
    const { words } = await connect(folder);
    expect(await words("diagnose", { files: ["logs/none.log"] })).toContain("logs/none.log cannot be read: it does not exist");
  });
});
