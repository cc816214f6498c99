import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, Position } from "vscode-languageserver";
import { describe, expect, test } from "vitest";
import { type OpenText, Session } from "../../../src/serve/lsp/session.ts";
import { unsavedBytes } from "../../../src/serve/lsp/unsaved.ts";
import { cli, fakeHost } from "../../support/host.ts";
import { exampleRepository, temporaryFolder } from "../../support/repository.ts";

const PATH = "environments/demo/environment.yaml";

/** A session over a folder, as an editor that holds these texts sees it. */
function editing(folder: string) {
  const texts = new Map<string, OpenText>();
  const told = new Map<string, readonly Diagnostic[]>();
  const versions = new Map<string, number | undefined>();
  const logged: string[] = [];
  const uriOf = (path: string) => pathToFileURL(join(folder, path)).href;
  const session = new Session(
    {
      open: () => [...texts.values()],
      publish: (uri, diagnostics, version) => {
        told.set(uri, diagnostics);
        versions.set(uri, version);
      },
      log: (message) => void logged.push(message),
    },
    fakeHost({ cwd: folder }).host,
  );
  return {
    session,
    uriOf,
    logged,
    version: (path: string) => versions.get(uriOf(path)),
    close: (path: string) => texts.delete(uriOf(path)),
    changed: (...paths: readonly string[]) => session.changed(paths.map(uriOf)),
    messages: (path: string) => told.get(uriOf(path))?.map(({ message }) => message) ?? null,
    codes: (path: string) => told.get(uriOf(path))?.map(({ code }) => code) ?? null,
    /** What is in the editor for a file, or undefined for what lies on the disk, and the check of it. */
    async show(path: string, text?: string) {
      const uri = uriOf(path);
      const version = (texts.get(uri)?.version ?? 0) + 1;
      texts.set(uri, { uri, text: text ?? readFileSync(join(folder, path), "utf8"), version });
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

const FAULTY = (folder: string) => readFileSync(join(folder, PATH), "utf8").replace("/tc", "");

describe("changes on the disk", () => {
  test("[I7] a file that changes below an editor is read again, one whose text is not saved is not", async () => {
    const folder = exampleRepository();
    const editor = editing(folder);
    const text = readFileSync(join(folder, PATH), "utf8");
    await editor.session.enter([pathToFileURL(folder).href]);
    writeFileSync(join(folder, PATH), FAULTY(folder));
    await editor.changed(PATH);
    expect([editor.codes(PATH), editor.version(PATH)]).toEqual([["tier/context-root"], undefined]);
    await editor.show(PATH, text);
    await editor.changed(PATH);
    expect([editor.codes(PATH), editor.version(PATH)]).toEqual([[], 1]);
  });

  test("a file or a whole folder that is deleted takes its findings along, also below an unchanged text", async () => {
    const folder = exampleRepository();
    writeFileSync(join(folder, PATH), FAULTY(folder));
    const editor = editing(folder);
    await editor.show(PATH);
    expect(editor.codes(PATH)).toEqual(["tier/context-root"]);
    rmSync(join(folder, "environments/demo"), { recursive: true });
    await editor.changed("environments/demo");
    expect(editor.codes(PATH)).toEqual([]);
    rmSync(join(folder, "environments"), { recursive: true });
    await editor.changed("environments/site.yaml");
    expect(editor.logged).toEqual([]);
  });

  test("what a check writes itself, and files of nobody, make no further check", async () => {
    const folder = exampleRepository();
    const editor = editing(folder);
    await editor.show(PATH);
    editor.close(PATH);
    writeFileSync(join(folder, PATH), FAULTY(folder));
    await editor.changed(".tierwright/x.yaml", "dist/demo/manifest.yaml", "node_modules/a/environments/b.yaml");
    await editor.session.changed(["untitled:a", pathToFileURL(join(temporaryFolder(), "environments/x.yaml")).href]);
    expect([editor.codes(PATH), editor.logged]).toEqual([null, []]);
  });
});

describe("the text that an editor holds", () => {
  test.each([
    ["as it is on the disk", (bytes: Buffer) => bytes, (text: string) => text],
    ["with other line ends", (bytes: Buffer) => Buffer.from(bytes.toString().replaceAll("\n", "\r\n")), (text: string) => text],
    ["without the mark that begins the file", (bytes: Buffer) => Buffer.from(`\uFEFF${bytes}`), (text: string) => text],
    ["read as Latin-1", (bytes: Buffer) => Buffer.from(`${bytes}# \u00fc\n`), (text: string) => `${text}# \u00c3\u00bc\n`],
    ["of a file in UTF-16", (bytes: Buffer) => Buffer.from(`\uFEFF${bytes}`, "utf16le"), (text: string) => text],
    [
      "of a file in Latin-1",
      (bytes: Buffer) => Buffer.from(`${bytes}# \u00fc\n`, "latin1"),
      (text: string) => `${text}# \u00fc\n`,
    ],
    [
      "of a file in Windows-1252",
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from("# \u0080\n", "latin1")]),
      (text: string) => `${text}# \u20ac\n`,
    ],
    [
      "with signs in the place of bytes",
      (bytes: Buffer) => Buffer.from(`${bytes}# \u00fc\n`, "latin1"),
      (text: string) => `${text}# \uFFFD\n`,
    ],
  ])("%s is the file", (_, disk, held) => {
    const bytes = Buffer.from("a: 1\nb: 2\n");
    expect(unsavedBytes({ kind: "file", bytes: disk(bytes) }, held(bytes.toString()))).toBe(null);
  });

  test("another text counts as it would be saved, in the encoding of the file", () => {
    const over = (bytes: Buffer, text: string) => unsavedBytes({ kind: "file", bytes }, text);
    expect(over(Buffer.from("a\n"), "\u00fc\n")).toEqual(Buffer.from("\u00fc\n"));
    expect(over(Buffer.from("\uFEFFa\n"), "b\n")).toEqual(Buffer.from("\uFEFFb\n"));
    expect(over(Buffer.from([0xfc, 0x0a]), "\u00e4\n")).toEqual(Buffer.from([0xe4, 0x0a]));
    expect(over(Buffer.from("\uFEFFa\n", "utf16le"), "b\n")).toEqual(Buffer.from("\uFEFFb\n", "utf16le"));
    expect(unsavedBytes({ kind: "missing" }, "a")).toEqual(Buffer.from("a"));
    expect(unsavedBytes({ kind: "unreadable", why: "it is a link" }, "a")).toBe(null);
  });

  test("an environment that is on no disk yet is judged", async () => {
    const folder = exampleRepository();
    const editor = editing(folder);
    await editor.show("environments/pilot/environment.yaml", "a: [\n");
    expect(editor.codes("environments/pilot/environment.yaml")).toEqual(["repo/yaml-syntax"]);
  });
});

describe("a workspace", () => {
  const inWorkspace = (below: string): { readonly workspace: string; readonly repository: string } => {
    const workspace = temporaryFolder();
    const repository = join(workspace, below);
    mkdirSync(dirname(repository), { recursive: true });
    renameSync(exampleRepository(), repository);
    writeFileSync(join(repository, PATH), FAULTY(repository));
    return { workspace, repository };
  };

  test.each([["plm"], ["config/plm"], ["a/b/plm"]])(
    "its repository in the folder %s is checked before a text is opened",
    async (below) => {
      const { workspace, repository } = inWorkspace(below);
      const editor = editing(repository);
      await editor.session.enter([pathToFileURL(workspace).href]);
      expect(editor.codes(PATH)).toEqual(["tier/context-root"]);
    },
  );

  test("a folder within a repository is that repository", async () => {
    const { repository } = inWorkspace("plm");
    const editor = editing(repository);
    await editor.session.enter([pathToFileURL(join(repository, "environments/demo")).href]);
    expect(editor.codes(PATH)).toEqual(["tier/context-root"]);
  });

  test.each([["node_modules/plm"], [".cache/plm"], ["a/b/c/plm"]])(
    "a repository in the folder %s waits for its first text",
    async (below) => {
      const { workspace, repository } = inWorkspace(below);
      const editor = editing(repository);
      await editor.session.enter([pathToFileURL(workspace).href, "untitled:a", pathToFileURL(join(workspace, "missing")).href]);
      expect([editor.codes(PATH), editor.logged]).toEqual([null, []]);
    },
  );

  test("another tool's folder named environments is nobody's repository", async () => {
    const { workspace, repository } = inWorkspace("plm");
    rmSync(join(repository, "environments/site.yaml"));
    const editor = editing(repository);
    await editor.session.enter([pathToFileURL(workspace).href]);
    expect(editor.codes(PATH)).toBe(null);
  });
});

const TOLD = `**\`TC_SERVER_URL\`** of the connector file of \`demo\`

Java reads \`https://plm.example.com:8443/tc\`

- the environment's write table
- written in \`environments/demo/environment.yaml:9\`
- decides where the tool signs in
- compiled to \`dist/demo/connector/connector.properties:2\`
- overrides kit: \`http://vendor.invalid:7001/tc\`

---

**\`URL\`** of the client file of \`demo\`

Java reads \`https://plm.example.com:8443/tc\`

- the environment's write table
- written in \`environments/demo/environment.yaml:9\`
- decides the client library's copy of the sign-in address
- compiled to \`dist/demo/client/CommonClient.properties:1\`
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
