import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "../house/project.ts";
import { notRun } from "../support/not-run.ts";

/*
 * What an editor shows of our YAML: the language server that editors use for it, with the published schemas, asked over its protocol.
 * `.ci/run` brings it (TIERWRIGHT_READERS names a node_modules folder).
 */

const READERS = process.env.TIERWRIGHT_READERS ?? "";
const schemaOf = (kind: string) => pathToFileURL(join(ROOT, "schemas", `${kind}.schema.json`)).href;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly diagnostics?: readonly Diagnostic[] };
  readonly result?: unknown;
}
interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}
interface Item {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
}

/** A client of the language server protocol, as far as these tests ask. */
class Editor {
  #server: ChildProcess;
  #bytes = Buffer.alloc(0);
  #next = 1;
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #diagnostics = new Map<string, (found: readonly Diagnostic[]) => void>();

  constructor() {
    this.#server = spawn(process.execPath, [join(READERS, "yaml-language-server", "bin", "yaml-language-server"), "--stdio"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#server.stdout?.on("data", (data: Buffer) => this.#read(data));
  }

  #read(data: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, data]);
    for (;;) {
      const end = this.#bytes.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(this.#bytes.subarray(0, Math.max(end, 0)).toString())?.[1]);
      if (end < 0 || this.#bytes.length < end + 4 + length) return;
      const message = JSON.parse(this.#bytes.subarray(end + 4, end + 4 + length).toString()) as Message;
      this.#bytes = this.#bytes.subarray(end + 4 + length);
      if (message.method === "textDocument/publishDiagnostics")
        this.#diagnostics.get(message.params?.uri ?? "")?.(message.params?.diagnostics ?? []);
      else if (message.method !== undefined && message.id !== undefined) this.#send({ id: message.id, result: null });
      else if (message.id !== undefined) this.#answers.get(message.id)?.(message.result);
    }
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#server.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  ask(method: string, params: object): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  async start(): Promise<void> {
    await this.ask("initialize", {
      processId: null,
      rootUri: null,
      capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
    });
    this.#send({ method: "initialized", params: {} });
  }

  /** Opens a document whose first line names its schema; gives what the editor underlines. */
  open(uri: string, text: string): Promise<readonly Diagnostic[]> {
    return new Promise((resolve) => {
      this.#diagnostics.set(uri, resolve);
      this.#send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text } } });
    });
  }

  at(method: string, uri: string, line: number, character: number): Promise<unknown> {
    return this.ask(`textDocument/${method}`, { textDocument: { uri }, position: { line, character } });
  }

  stop(): void {
    this.#server.kill();
  }
}

const withSchema = (kind: string, text: string): string => `# yaml-language-server: $schema=${schemaOf(kind)}\n${text}`;

describe("[B5] the published schemas in an editor", () => {
  let editor: Editor | null = null;
  beforeAll(async () => {
    if (READERS === "") return;
    editor = new Editor();
    await editor.start();
  });
  beforeEach(() => {
    if (READERS === "") notRun("yaml-language-server: TIERWRIGHT_READERS names no folder");
  });
  afterAll(() => editor?.stop());
  const open = async (name: string, kind: string, text: string) =>
    (await editor?.open(`file:///${name}.yaml`, withSchema(kind, text))) ?? [];
  const asked = (method: string, uri: string, line: number, character: number): Promise<unknown> => {
    if (!editor) throw new Error("there is no server");
    return editor.at(method, uri, line, character);
  };

  test.each([
    ["site", "environments/site.yaml"],
    ["environment", "environments/production/environment.yaml"],
    ["compatibility-matrix", "releases/matrix.yaml"],
    ["exceptions", "releases/exceptions.yaml"],
    ["connector-release", "releases/2606/release.yaml"],
    ["kit-lock", "releases/2606/kit.lock.yaml"],
  ])("underline nothing in the sample's %s", async (kind, path) => {
    const text = readFileSync(join(ROOT, ...path.split("/")), "utf8").replace(/^# yaml-language-server:.*\n/m, "");
    expect(await open(`sample-${kind}`, kind, text)).toEqual([]);
  });

  const DOCUMENT = `apiVersion: tierwright/v1
kind: Environment
name: production
connector: "2606"
tool: 2024x Refresh3
authentication: pasword
tier:
  release: "2606"
  signInn: https://plm.example.com:8443/tc
  fileTransfer: ["https://plm.example.com:4544"]
  transport: smtp
`;

  test("underline a wrong choice and an unknown key where they stand", async () => {
    const found = await open("faults", "environment", DOCUMENT);
    const at = (line: number) => found.find(({ range }) => range.start.line === line)?.message ?? "";
    expect(at(6)).toMatch(/password.*sso/s);
    expect(at(9)).toMatch(/signInn/);
    expect(at(11)).toMatch(/http.*tccs/s);
  });

  test("complete the keys of a map, each with its description", async () => {
    const text = DOCUMENT.replace("  signInn: https://plm.example.com:8443/tc\n", "  \n");
    await open("complete", "environment", text);
    const { items } = (await asked("completion", "file:///complete.yaml", 9, 2)) as { items: readonly Item[] };
    const labels = items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["signIn", "webClient", "hosts", "members", "sharedWith"]));
    expect(labels).not.toContain("release");
    const signIn = items.find(({ label }) => label === "signIn")?.documentation;
    expect(typeof signIn === "string" ? signIn : signIn?.value).toContain("ending in /tc");
  });

  test("complete the choices of a value", async () => {
    await open("choices", "environment", DOCUMENT.replace("pasword", ""));
    const { items } = (await asked("completion", "file:///choices.yaml", 6, 16)) as { items: readonly Item[] };
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(["password", "sso"]));
  });

  test("say of a key what it is, with its title and an example", async () => {
    await open("hover", "environment", DOCUMENT.replace("signInn", "signIn"));
    const hover = (await asked("hover", "file:///hover.yaml", 9, 4)) as { contents: { value: string } };
    expect(hover.contents.value).toContain("Sign-in address");
    expect(hover.contents.value).toContain("Address of the web tier, with port, ending in /tc.");
    expect(hover.contents.value.replaceAll("\\", "")).toContain("https://plm.example.com:8443/tc");
  });
});
