import { mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { edit, exampleRepository, writeFiles } from "../support/repository.ts";
import { eachNth } from "../support/runs.ts";
import { civil, here, sourcesOf, treeOf } from "./civil.ts";

/*
 * A sound repository was compiled; then something in it goes wrong. Each way is answered with a finding at the right file, with a
 * remedy, exit code 1, in every form; the last good files stay, and nothing of the repository is touched.
 */

const ENVIRONMENT = "environments/demo/environment.yaml";
const SITE = "environments/site.yaml";
const MATRIX = "releases/matrix.yaml";
const RELEASE = "releases/2506/release.yaml";
const BASE = "releases/2506/base";

interface Case {
  readonly title: string;
  readonly harm: (folder: string) => void;
  readonly rule: string;
  readonly file: string;
  /** Words that the message must have. */
  readonly says?: RegExp;
}

const remove = (path: string) => (folder: string) => rmSync(join(folder, path), { recursive: true });
const write = (path: string, content: string | Uint8Array) => (folder: string) => writeFiles(folder, { [path]: content });
const change = (path: string, from: string, to: string | Uint8Array) => (folder: string) => edit(folder, path, from, to);
const folderInstead = (path: string) => (folder: string) => {
  rmSync(join(folder, path), { force: true });
  mkdirSync(join(folder, path), { recursive: true });
};
const sparse = (path: string, size: number) => (folder: string) => {
  writeFileSync(join(folder, path), "");
  truncateSync(join(folder, path), size);
};
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

const MISSING: readonly Case[] = [
  { title: "site.yaml is missing", harm: remove(SITE), rule: "repo/missing-file", file: SITE },
  { title: "the matrix is missing", harm: remove(MATRIX), rule: "repo/missing-file", file: MATRIX },
  { title: "release.yaml is missing", harm: remove(RELEASE), rule: "repo/missing-file", file: RELEASE },
  { title: "the environment's release is missing", harm: remove("releases/2506"), rule: "compat/no-release", file: ENVIRONMENT },
  { title: "the whole folder releases is missing", harm: remove("releases"), rule: "repo/missing-file", file: MATRIX },
  {
    title: "the connector's base file is missing",
    harm: remove(`${BASE}/connector.properties`),
    rule: "repo/missing-file",
    file: RELEASE,
    says: /base\/connector\.properties is missing/,
  },
  {
    title: "the client's base file is missing",
    harm: remove(`${BASE}/client.properties`),
    rule: "repo/missing-file",
    file: RELEASE,
    says: /base\/client\.properties is missing/,
  },
  {
    title: "the logger's base file is missing, and the environment has a field for it",
    harm: remove(`${BASE}/logger.properties`),
    rule: "kit/base-missing",
    file: ENVIRONMENT,
  },
  {
    title: "log4j2.xml is missing, and the environment edits it",
    harm: (folder) => {
      remove(`${BASE}/log4j2.xml`)(folder);
      change(ENVIRONMENT, "logging:\n", "logging:\n  triggers: { MAIN: 50 MB }\n")(folder);
    },
    rule: "logging/edit-refused",
    file: ENVIRONMENT,
  },
  { title: "the folder base is missing", harm: remove(BASE), rule: "repo/missing-file", file: RELEASE },
  { title: "environment.yaml is missing", harm: remove(ENVIRONMENT), rule: "repo/missing-file", file: ENVIRONMENT },
  {
    title: "the file of carryFrom is missing",
    harm: change(ENVIRONMENT, "workstation:\n", "carryFrom: installed/x.properties\nworkstation:\n"),
    rule: "repo/missing-file",
    file: ENVIRONMENT,
  },
];

const KINDS: readonly Case[] = [
  SITE,
  MATRIX,
  RELEASE,
  ENVIRONMENT,
  `${BASE}/connector.properties`,
  `${BASE}/client.properties`,
  `${BASE}/logger.properties`,
  `${BASE}/log4j2.xml`,
].map(
  (path): Case => ({
    title: `a folder stands where ${path} should be`,
    harm: folderInstead(path),
    rule: "repo/unreadable-file",
    file: path,
    says: /folder/,
  }),
);

const FURTHER_KINDS: readonly Case[] = [
  {
    title: "a folder stands where exceptions.yaml should be",
    harm: folderInstead("releases/exceptions.yaml"),
    rule: "repo/unreadable-file",
    file: "releases/exceptions.yaml",
  },
  {
    title: "a folder stands where sso.yaml should be",
    harm: folderInstead("environments/demo/sso.yaml"),
    rule: "repo/unreadable-file",
    file: "environments/demo/sso.yaml",
  },
  {
    title: "a folder stands where kit.lock.yaml should be",
    harm: folderInstead("releases/2506/kit.lock.yaml"),
    rule: "repo/unreadable-file",
    file: "releases/2506/kit.lock.yaml",
  },
  {
    title: "a folder stands where the repository's own template should be",
    harm: folderInstead("templates/workstation-note.md.hbs"),
    rule: "repo/unreadable-file",
    file: "templates/workstation-note.md.hbs",
  },
  {
    title: "releases is a file",
    harm: (folder) => {
      remove("releases")(folder);
      write("releases", "x\n")(folder);
    },
    rule: "repo/unreadable-file",
    file: "releases",
  },
  {
    title: "a release's base is a file",
    harm: (folder) => {
      remove(BASE)(folder);
      write(BASE, "x\n")(folder);
    },
    rule: "repo/missing-file",
    file: RELEASE,
  },
  {
    title: "installed is a file",
    harm: write("environments/demo/installed", "x\n"),
    rule: "repo/unreadable-file",
    file: "environments/demo/installed",
  },
  {
    title: "carryFrom names a folder",
    harm: (folder) => {
      folderInstead("environments/demo/installed")(folder);
      change(ENVIRONMENT, "workstation:\n", "carryFrom: installed\nworkstation:\n")(folder);
    },
    rule: "repo/unreadable-file",
    file: ENVIRONMENT,
    says: /folder/,
  },
  {
    title: "the file is named in another case: Environment.yaml",
    harm: (folder) => {
      writeFiles(folder, { "environments/demo/Environment.yaml": "kind: Environment\n" });
      remove(ENVIRONMENT)(folder);
    },
    rule: "repo/missing-file",
    file: ENVIRONMENT,
  },
];

const CONTENTS: readonly Case[] = [
  ...[SITE, MATRIX, RELEASE, ENVIRONMENT].map(
    (path): Case => ({ title: `${path} is empty`, harm: write(path, ""), rule: "repo/empty-document", file: path }),
  ),
  // 200 MB of it are tried on the built command, within little memory: file-kinds.test.ts
  ...[SITE, MATRIX, RELEASE, ENVIRONMENT, `${BASE}/connector.properties`, `${BASE}/log4j2.xml`].map(
    (path): Case => ({
      title: `${path} is larger than 4 MiB`,
      harm: sparse(path, 4 * 1024 * 1024 + 1),
      rule: "repo/too-large",
      file: path,
      says: /4\.0 MiB/,
    }),
  ),
  ...[`${BASE}/connector.properties`, `${BASE}/log4j2.xml`, "environments/demo/installed/connector.properties"].flatMap(
    (path): Case[] => [
      {
        title: `${path} has more lines than any settings file`,
        harm: write(path, "\r\n".repeat(100_001)),
        rule: "repo/too-large",
        file: path,
        says: /has 100001 lines; .* at most 100000/,
      },
      {
        title: `${path} has a line that is longer than any`,
        harm: write(path, `\n\nA=${"x".repeat(1024 * 1024)}\n`),
        rule: "repo/too-large",
        file: path,
        says: /line 3 of .* has 1048578 bytes/,
      },
    ],
  ),
  ...[SITE, MATRIX, RELEASE, ENVIRONMENT].map(
    (path): Case => ({
      title: `${path} is UTF-16`,
      harm: write(path, utf16("apiVersion: tierwright/v1\nkind: Site\n")),
      rule: "repo/encoding",
      file: path,
      says: /UTF-16/,
    }),
  ),
  {
    title: "the YAML is UTF-16 without a mark",
    harm: write(ENVIRONMENT, Buffer.from("apiVersion: tierwright/v1\n", "utf16le")),
    rule: "repo/encoding",
    file: ENVIRONMENT,
  },
  {
    title: "the YAML is Windows-1252",
    harm: change(ENVIRONMENT, "name: demo", Buffer.from("name: demo\ndescription: T\xfcr", "latin1")),
    rule: "repo/encoding",
    file: ENVIRONMENT,
    says: /Windows-1252 it is 'ü'/,
  },
  {
    title: "the YAML's lines end in CR alone",
    harm: (folder) => write(ENVIRONMENT, "apiVersion: tierwright/v1\rkind: Environment\rname: demo\r")(folder),
    rule: "repo/line-ends",
    file: ENVIRONMENT,
  },
  {
    title: "the YAML holds a NUL",
    harm: change(ENVIRONMENT, "name: demo", "name: demo\ndescription: a\0b"),
    rule: "repo/control-character",
    file: ENVIRONMENT,
  },
  { title: "the YAML is nothing but NULs", harm: sparse(ENVIRONMENT, 1000), rule: "repo/encoding", file: ENVIRONMENT },
  {
    title: "the YAML is a zip file",
    harm: write(ENVIRONMENT, Buffer.from("504b0304140000000800", "hex")),
    rule: "repo/control-character",
    file: ENVIRONMENT,
  },
  { title: "the YAML is a list", harm: write(ENVIRONMENT, "- a\n- b\n"), rule: "repo/wrong-kind", file: ENVIRONMENT },
  { title: "the YAML is one word", harm: write(ENVIRONMENT, "hello\n"), rule: "repo/wrong-kind", file: ENVIRONMENT },
  {
    title: "the YAML is of an unknown version",
    harm: change(ENVIRONMENT, "tierwright/v1", "tierwright/v9"),
    rule: "repo/api-version",
    file: ENVIRONMENT,
    says: /v9/,
  },
  {
    title: "the kit's file starts with a byte order mark",
    harm: (folder) =>
      change(`${BASE}/connector.properties`, "# connector settings", Buffer.from("\ufeff# connector settings"))(folder),
    rule: "conf/bom",
    file: `${BASE}/connector.properties`,
  },
  {
    title: "the kit's file is one that Java cannot load: C:\\users",
    harm: change(`${BASE}/connector.properties`, "STAGING_DIR=C\\:\\\\Staging", "STAGING_DIR=C:\\users\\x"),
    rule: "conf/single-backslash",
    file: `${BASE}/connector.properties`,
    says: /load/,
  },
  {
    title: "the kit's client file is one that Java cannot load",
    harm: change(`${BASE}/client.properties`, "IS_TCCS=false", "IS_TCCS=false\nX=\\u00g0"),
    rule: "conf/malformed-escape",
    file: `${BASE}/client.properties`,
  },
  {
    title: "the kit's file is UTF-16",
    harm: write(`${BASE}/connector.properties`, utf16("A=1\n")),
    rule: "conf/bom",
    file: `${BASE}/connector.properties`,
  },
  {
    title: "the kit's file is empty",
    harm: write(`${BASE}/connector.properties`, ""),
    rule: "kit/write-target-missing",
    file: `${BASE}/connector.properties`,
  },
  {
    title: "the kit's log4j2.xml is empty",
    harm: write(`${BASE}/log4j2.xml`, ""),
    rule: "logging/unreadable-file",
    file: `${BASE}/log4j2.xml`,
  },
  {
    title: "the kit's log4j2.xml is not XML",
    harm: write(`${BASE}/log4j2.xml`, "<Configuration><Appenders>"),
    rule: "logging/unreadable-file",
    file: `${BASE}/log4j2.xml`,
  },
  {
    title: "the installed conf is one that Java cannot load",
    harm: write("environments/demo/installed/connector.properties", "D=C:\\users\\x\n"),
    rule: "conf/single-backslash",
    file: "environments/demo/installed/connector.properties",
  },
  {
    title: "the template does not parse",
    harm: write("templates/workstation-note.md.hbs", "{{#if}"),
    rule: "repo/not-compiled",
    file: "templates/workstation-note.md.hbs",
  },
];

function check(cases: readonly Case[]) {
  for (const { title, harm, rule, file, says } of eachNth(4, cases)) {
    test(title, async () => {
      const folder = exampleRepository();
      expect((await here(folder)(["compile"])).code).toBe(0);
      const good = treeOf(join(folder, "dist"));
      harm(folder);
      const before = sourcesOf(folder);
      const found = await civil(here(folder), ["compile"]);
      expect(found.code).toBe(1);
      const finding = found.findings.find((item) => item.rule === rule && item.file === file);
      expect(finding, JSON.stringify(found.findings, null, 1)).toBeDefined();
      if (says) expect([finding?.message, ...(finding?.notes ?? [])].join("; ")).toMatch(says);
      expect(found.text.out).toContain(file);
      expect(treeOf(join(folder, "dist")), "the last good files stay").toEqual(good);
      expect(sourcesOf(folder), "nothing of the repository is touched").toEqual(before);
      expect((await civil(here(folder), ["check"])).code, "check says the same").toBe(1);
      for (const argv of [["compat"], ["secrets", "check"], ["why", "demo", "URL"]]) await civil(here(folder), argv);
    });
  }
}

describe("what is not there", () => check(MISSING));
describe("what is there in another kind", () => check([...KINDS, ...FURTHER_KINDS]));
describe("what is in it", () => check(CONTENTS));
