import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { connect, textOf } from "./client.ts";

describe("arguments that are none", () => {
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["check", { environments: "demo" }, "'environments' has to be a list of texts, and is a text"],
    ["check", { environments: [1] }, "'environments' has to be a list of texts, and has an element 1 that is a number"],
    ["check", { environments: ["demo", ""] }, "has an element 2 that is empty"],
    ["check", { environments: new Array(1_001).fill("demo") }, "has 1001 elements, and at most 1000 are taken"],
    ["check", { enviroments: ["demo"] }, "'enviroments' is nothing that check takes; did you mean 'environments'?"],
    ["check", { fix: true }, "'fix' is nothing that check takes; it takes environments,"],
    ["check", { require_proof: "yes" }, "'require_proof' has to be true or false, and is a text"],
    ["check", { constructor: 1 }, "'constructor' is nothing that check takes"],
    ["why", { environment: "demo" }, "'key' is missing: A key of the compiled files"],
    [
      "why",
      { environment: {}, key: [] },
      "'environment' has to be a text, and is an object; 'key' has to be a text, and is a list",
    ],
    ["why", { environment: "demo", key: "x".repeat(4_097) }, "has 4097 characters, and at most 4096 are taken"],
    ["why", { environment: "demo\0", key: "x" }, "holds a character U+0000"],
    ["plan", { gate: "none" }, "'gate' has to be one of the words that it can be, and is 'none', and can be: all, new"],
    ["diagnose", { top: 0 }, "'top' has to be a whole number, and is 0, and whole numbers from 1 to 1000 are taken"],
    ["diagnose", { top: 1.5 }, "and is 1.5"],
    ["diagnose", { top: "3" }, "'top' has to be a whole number, and is a text"],
    ["diagnose", { text: "x".repeat(1_000_001) }, "has 1000001 characters, and at most 1000000 are taken"],
    ["diagnose", { files: ["*.log"] }, "'*' and '?' are not read here"],
    ["probe", { environment: "demo", profile: "plm" }, "'profile' is nothing that probe takes"],
    ["probe", { environment: "demo", only: [["tls"]] }, "has an element 1 that is a list"],
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
