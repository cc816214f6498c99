import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, Position } from "vscode-languageserver";
import { describe, expect, test } from "vitest";
import { type OpenText, Session } from "../../src/lsp/session.ts";
import { cli, fakeHost } from "../support/host.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";

const PATH = "environments/demo/environment.yaml";

/** A session over a folder, as an editor that holds these texts sees it. */
function editing(folder: string) {
  const texts = new Map<string, OpenText>();
  const told = new Map<string, readonly Diagnostic[]>();
  const logged: string[] = [];
  const uriOf = (path: string) => pathToFileURL(join(folder, path)).href;
  const session = new Session(
    {
      open: () => [...texts.values()],
      publish: (uri, diagnostics) => void told.set(uri, diagnostics),
      log: (message) => void logged.push(message),
    },
    fakeHost({ cwd: folder }).host,
  );
  return {
    session,
    uriOf,
    logged,
    messages: (path: string) => told.get(uriOf(path))?.map(({ message }) => message) ?? null,
    codes: (path: string) => told.get(uriOf(path))?.map(({ code }) => code) ?? null,
    /** What is in the editor for a file, or undefined for what lies on the disk, and the check of it. */
    async show(path: string, text?: string) {
      const uri = uriOf(path);
      const onDisk = readFileSync(join(folder, path), "utf8");
      texts.set(uri, { uri, text: text ?? onDisk, dirty: text !== undefined });
      await session.check(uri);
      return uri;
    },
    /** The position of a word in what the editor holds. */
    at(path: string, word: string): Position {
      const before = (texts.get(uriOf(path))?.text ?? "").split(word)[0] ?? "";
      const lines = before.split("\n");
      return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    },
  };
}

const hovering = async (editor: ReturnType<typeof editing>, path: string, word: string): Promise<string | null> => {
  const hover = await editor.session.hover(editor.uriOf(path), editor.at(path, word));
  return hover ? (hover.contents as { readonly value: string }).value : null;
};

describe("findings while typing", () => {
  test("a text that is not saved counts before the file, and nothing is written", async () => {
    const folder = exampleRepository();
    const editor = editing(folder);
    const text = readFileSync(join(folder, PATH), "utf8");
    await editor.show(PATH);
    expect(editor.codes(PATH)).toBe(null);
    await editor.show(PATH, text.replace("/tc", ""));
    expect(editor.codes(PATH)).toEqual(["tier/context-root"]);
    await editor.show(PATH, "a: [\n");
    expect(editor.codes(PATH)).toEqual(["repo/yaml-syntax"]);
    await editor.show(PATH);
    expect(editor.codes(PATH)).toEqual([]);
    expect(readFileSync(join(folder, PATH), "utf8")).toBe(text);
  });

  test("nothing of a text that is not saved is remembered", async () => {
    const folder = exampleRepository();
    const editor = editing(folder);
    await editor.show(PATH, readFileSync(join(folder, PATH), "utf8").replace("/tc", ""));
    expect(existsSync(join(folder, ".tierwright"))).toBe(false);
    await editor.show(PATH);
    expect(existsSync(join(folder, ".tierwright"))).toBe(true);
  });

  test("they are the findings of a check, in all files", async () => {
    const folder = exampleRepository({ "releases/matrix.yaml": "apiVersion: tierwright/v1\nkind: CompatibilityMatrix\n" });
    const editor = editing(folder);
    await editor.show(PATH);
    const { out } = await cli(["check", "--format", "json"], { cwd: folder });
    const found = JSON.parse(out).findings as { file: string; rule: string }[];
    expect(found.length).toBeGreaterThan(0);
    for (const path of new Set(found.map(({ file }) => file)))
      expect(editor.codes(path)).toEqual(found.filter(({ file }) => file === path).map(({ rule }) => rule));
  });

  test("a text outside every config repository is nobody's", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a.yaml"), "a: 1\n");
    const editor = editing(folder);
    const uri = await editor.show("a.yaml");
    const start = { line: 0, character: 0 };
    expect([editor.codes("a.yaml"), editor.logged]).toEqual([null, []]);
    expect(await editor.session.hover(uri, start)).toBe(null);
    expect(await editor.session.definition("untitled:a", start)).toEqual([]);
    expect(await editor.session.actions("untitled:a", { start, end: start })).toEqual([]);
  });

  test("a repository that cannot be checked is told in words, and checked again when it can", async () => {
    const folder = exampleRepository();
    const site = readFileSync(join(folder, "environments/site.yaml"), "utf8");
    const editor = editing(folder);
    const broken = readFileSync(join(folder, PATH), "utf8").replace("/tc", "");
    await editor.show(PATH, broken);
    await editor.show("environments/site.yaml", `${site.replace(/^requires:.*$/m, "")}\nrequires: ">=99"\n`);
    expect(editor.messages("environments/site.yaml")).toEqual([expect.stringContaining("this repository cannot be checked: ")]);
    expect(editor.codes(PATH)).toEqual([]);
    await editor.show("environments/site.yaml");
    expect(editor.codes(PATH)).toEqual(["tier/context-root"]);
  });
});

const TOLD = `**\`TC_SERVER_URL\`** of the connector file of \`demo\`

Java reads \`https://plm.example.com:8443/tc\`

- the environment's write table
- stands in \`environments/demo/environment.yaml:9\`
- decides where the tool signs in
- goes to \`dist/demo/connector/connector.properties:2\`
- overrides kit: \`http://vendor.invalid:7001/tc\`

---

**\`URL\`** of the client file of \`demo\`

Java reads \`https://plm.example.com:8443/tc\`

- the environment's write table
- stands in \`environments/demo/environment.yaml:9\`
- decides the client library's copy of the sign-in address
- goes to \`dist/demo/client/CommonClient.properties:1\`
- overrides kit: \`http://vendor.invalid:7001/tc\``;

describe("who decides a value", () => {
  test("on the YAML leaf: every key that it decides, what Java reads, where it goes, what it overrides", async () => {
    const editor = editing(exampleRepository());
    await editor.show(PATH);
    expect(await hovering(editor, PATH, "https://plm")).toBe(TOLD);
    expect(await hovering(editor, PATH, "kind: Environment")).toBe(null);
  });

  test("on a line of the kit's file, continued lines included", async () => {
    const editor = editing(exampleRepository());
    const base = "releases/2506/base/connector.properties";
    await editor.show(base);
    expect(await hovering(editor, base, "TC_SERVER_URL")).toContain("the environment's write table");
    expect(await hovering(editor, base, "AUTO_UPDATE")).toBe(null);
  });

  test("on a compiled line, which leads to its YAML", async () => {
    const folder = exampleRepository();
    await cli(["compile"], { cwd: folder });
    const editor = editing(folder);
    const compiled = "dist/demo/connector/connector.properties";
    const uri = await editor.show(compiled);
    const yaml = readFileSync(join(folder, PATH), "utf8").split("\n");
    const line = yaml.findIndex((text) => text.includes("signIn:"));
    expect(await editor.session.definition(uri, editor.at(compiled, "TC_SERVER_URL"))).toMatchObject([
      { uri: editor.uriOf(PATH), range: { start: { line, character: yaml[line]?.indexOf("https") } } },
    ]);
    expect(await editor.session.definition(uri, { line: 0, character: 0 })).toEqual([]);
  });

  test("a secret is never told, nor a value on a line that may hold one", async () => {
    const folder = exampleRepository();
    const editor = editing(folder);
    const text = readFileSync(join(folder, PATH), "utf8");
    const own = (value: string) =>
      `${text.replace(/^ {2}set:.*$/m, "")}`.replace(
        "workstation:\n",
        `workstation:\n  set: { connector: { MY_PASSWORD: ${value} } }\n`,
      );
    await editor.show(PATH, own("{ env: MY_SECRET }"));
    expect(await hovering(editor, PATH, "env: MY_SECRET")).toContain("not shown: a secret");
    await editor.show(PATH, own("hunter2hunter2"));
    expect(JSON.stringify(await hovering(editor, PATH, "hunter2"))).not.toContain("hunter2");
  });
});

describe("fixes", () => {
  test("those of the findings under the cursor, for the editor to apply", async () => {
    const folder = exampleRepository();
    const editor = editing(folder);
    const uri = await editor.show(
      PATH,
      readFileSync(join(folder, PATH), "utf8").replace("kind: Environment", "kind: environment"),
    );
    const at = editor.at(PATH, "environment\n");
    const found = await editor.session.actions(uri, { start: at, end: at });
    expect(found.map(({ title, isPreferred }) => [title, isPreferred])).toEqual(
      expect.arrayContaining([[expect.any(String), expect.any(Boolean)]]),
    );
    const elsewhere = { line: 0, character: 0 };
    expect(await editor.session.actions(uri, { start: elsewhere, end: elsewhere })).toEqual([]);
  });
});

test("a folder named environments makes a repository, wherever the text lies below it", async () => {
  const folder = exampleRepository();
  mkdirSync(join(folder, "environments/demo/notes/deep"), { recursive: true });
  writeFileSync(join(folder, "environments/demo/notes/deep/x.yaml"), "a: 1\n");
  const editor = editing(folder);
  await editor.show("environments/demo/notes/deep/x.yaml");
  expect(editor.logged).toEqual([]);
});
