import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, writeFiles } from "../../support/repository.ts";

/* The proof of workstation.md believes honest addresses, whatever characters they hold; and what a compile refuses, a check says. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const NOTE = "templates/workstation-note.md.hbs";
const WEB = "webClient: https://plm.example.com:3000/awc";
const FILES = 'fileTransfer: [ "https://plm.example.com:4544" ]';

async function judged(folder: string) {
  const check = await cli(["check", "--format", "json"], { cwd: folder });
  const compile = await cli(["compile", "--format", "json"], { cwd: folder });
  const rules = (out: string) => JSON.parse(out).findings.map(({ rule }: { rule: string }) => rule);
  const path = join(folder, "dist/demo/workstation.md");
  return {
    check: { code: check.code, rules: rules(check.out) },
    compile: { code: compile.code, rules: rules(compile.out) },
    note: existsSync(path) ? readFileSync(path, "utf8") : null,
  };
}

const changed = (from: string, to: string): string => {
  const folder = exampleRepository();
  edit(folder, ENVIRONMENT, from, to);
  return folder;
};

describe("[A1] [B7] an honest address", () => {
  test.each([
    "o'neil",
    "a,b",
    "a;b",
    "a|b",
    "a(b)",
    "a`b",
    "a<b>",
    'a"b',
    "a\\b",
    "a_b*c",
    "a~b~",
    "a[b]!c",
    "x.",
    "x:",
    "a&amp;b",
    "?a=b,c;d",
  ])("with the path /awc/%s compiles, and check agrees", async (path) => {
    const { check, compile, note } = await judged(
      changed(WEB, `webClient: ${JSON.stringify(`https://plm.example.com:3000/awc/${path}`)}`),
    );
    expect([check, compile]).toEqual([compile, { code: 0, rules: [] }]);
    expect(note).not.toBeNull();
  });

  test.each(["; ", ";", " ", "  ", ", ", ","])(
    "a list of file servers that '%s' separates compiles, and check agrees",
    async (separator) => {
      const list = ["https://plm.example.com:4544", "https://plm.example.com:4545"].join(separator);
      const { check, compile } = await judged(changed(FILES, `fileTransfer: [ "${list}" ]`));
      expect([check, compile]).toEqual([compile, { code: 0, rules: [] }]);
    },
  );
});

describe("[B7] a note that names another address than the compiled one", () => {
  test.each([
    ["another host", "TC_SERVER_URL is https://old.example.com:8443/tc"],
    ["more than the compiled path", "`TC_SERVER_URL` is `https://plm.example.com:8443/tc/more`"],
    ["a longer word at its end", "TC_SERVER_URL: https://plm.example.com:8443/tcx."],
    ["another port of a list", "BOOTSTRAP_URLS = https://plm.example.com:45440"],
  ])("%s: check says what compile refuses", async (_, line) => {
    const { check, compile, note } = await judged(exampleRepository({ [NOTE]: `# {{title}}\n\n${line}\n` }));
    expect([check, compile]).toEqual([compile, { code: 1, rules: ["repo/not-compiled"] }]);
    expect(note).toBeNull();
  });

  test("the right one at the end of a sentence is silent, and a check after a check finds the fault again", async () => {
    const line = "TC_SERVER_URL is https://plm.example.com:8443/tc. BOOTSTRAP_URLS: https://plm.example.com:4544, nothing else!";
    const { check, compile } = await judged(exampleRepository({ [NOTE]: `# {{title}}\n\n${line}\n` }));
    expect([check, compile]).toEqual([compile, { code: 0, rules: [] }]);
    const folder = exampleRepository({ [NOTE]: "# {{title}}\n\nURL: https://old.example.com:1/tc\n" });
    const codes = [(await judged(folder)).check.code, (await judged(folder)).check.code];
    expect(codes).toEqual([1, 1]);
  });
});

test("[B1] a text that holds ${...} is a literal: it adopts, checks and compiles", async () => {
  const conf = EXAMPLE_REPOSITORY["releases/2506/base/connector.properties"] ?? "";
  for (const value of ["a ${user.home} b", "${x}", "${env:HOME}/${date:yyyy}", "$${y}", "${"]) {
    const own = exampleRepository({ "releases/2506/base/connector.properties": `${conf}TEXT=plain\n` });
    edit(own, ENVIRONMENT, "  sessionAgent: none\n", `  sessionAgent: none\n  set: { connector: { TEXT: '${value}' } }\n`);
    const { check, compile } = await judged(own);
    expect([check, compile], value).toEqual([compile, { code: 0, rules: [] }]);
    const written = (await cli(["properties", "get", "dist/demo/connector/connector.properties", "TEXT"], { cwd: own })).out;
    expect(written).toBe(`${value}\n`);
  }
  const secret = exampleRepository();
  edit(
    secret,
    ENVIRONMENT,
    "  sessionAgent: none\n",
    "  sessionAgent: none\n  set: { connector: { PROXY_PASSWORD: '${PLM_PASSWORD}' } }\n",
  );
  expect((await judged(secret)).check).toMatchObject({ code: 1, rules: ["secret/plain-value"] });
});

test("[B7] a workstation with a literal ${...} and a list that ';' and blanks separate adopts and compiles", async () => {
  const folder = exampleRepository();
  const list = "https://plm.example.com:4544; https://plm.example.com:4545";
  writeFiles(folder, {
    "ws/connector.properties":
      "TC_SERVER_URL=https://plm.example.com:8443/tc\nSTAGING_DIR=D:/s\nCAMEOTCIntImportWorkingDir=D:/i\nTEXT=a ${user.home} b\n",
    "ws/client.properties": `URL=https://plm.example.com:8443/tc\nBOOTSTRAP_URLS=${list}\n`,
  });
  const words =
    "--connector ws/connector.properties --client ws/client.properties --name adopted --release 2506 --tier-release 2506";
  await cli(["adopt", ...words.split(" "), "--tool", "2024x Refresh3", "--format", "json"], { cwd: folder });
  const compiled = await cli(["compile", "adopted", "--format", "json"], { cwd: folder });
  const errors = JSON.parse(compiled.out).findings.filter(({ severity }: { severity: string }) => severity === "error");
  expect(errors.map(({ rule, message }: Record<string, string>) => `${rule}: ${message}`)).toEqual([]);
  const get = async (file: string, key: string) =>
    (await cli(["properties", "get", `dist/adopted/${file}`, key], { cwd: folder })).out;
  expect(await get("connector/connector.properties", "TEXT")).toBe("a ${user.home} b\n");
  expect(await get("client/CommonClient.properties", "BOOTSTRAP_URLS")).toBe(`${list}\n`);
});
