#!/usr/bin/env node
/**
 * Tries the unpacked extension without VS Code: its own code is activated with a stand-in for the module `vscode`, finds the program of a
 * workspace, starts it, receives findings, and completes in a document. A last start without a program says what to do.
 *
 *   node try.mjs UNPACKED-EXTENSION WORKSPACE
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [extension, workspaceFolder] = process.argv.slice(2).map((path) => resolve(path));
const commands = new Map();
const messages = [];
const settings = { path: "" };
const disposable = () => ({ dispose() {} });

/** Returns a module that has whatever is looked up in it: a class for a capital letter, else a function that registers nothing. */
function whatever(own) {
  return new Proxy(own, {
    get(target, name) {
      if (name in target || typeof name === "symbol") return target[name];
      target[name] = /^[A-Z]/.test(name) ? whatever(class {}) : disposable;
      return target[name];
    },
  });
}

class Uri {
  constructor(href) {
    this.href = href;
  }
  get scheme() {
    return new URL(this.href).protocol.slice(0, -1);
  }
  get fsPath() {
    return decodeURIComponent(new URL(this.href).pathname);
  }
  toString() {
    return this.href;
  }
  static parse(href) {
    return new Uri(href);
  }
  static file(path) {
    return new Uri(pathToFileURL(path).href);
  }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: disposable };
  cancel() {}
  dispose() {}
}

class EventEmitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return disposable();
  };
  fire(value) {
    for (const listener of this.#listeners) listener(value);
  }
  dispose() {}
}

class CompletionItem {
  constructor(label) {
    this.label = label;
  }
}

/** What the client library hands to the editor. */
const registered = { completion: null };
let published = () => undefined;
const diagnostics = new Promise((resolve) => {
  published = resolve;
});

const PATH = "environments/pilot/environment.yaml";
const TEXT = readFileSync(join(workspaceFolder, PATH), "utf8").replace(/^tool:.*$/m, "tool: ");
const document = {
  uri: Uri.file(join(workspaceFolder, PATH)),
  languageId: "yaml",
  version: 1,
  isClosed: false,
  getText: () => TEXT,
};

const channel = () => whatever({ name: "Tierwright", logLevel: 3 });
const vscode = whatever({
  version: "1.91.0",
  Uri,
  CancellationTokenSource,
  CompletionItem,
  EventEmitter,
  env: whatever({ language: "en", appName: "try" }),
  commands: whatever({
    registerCommand(name, run) {
      commands.set(name, run);
      return disposable();
    },
  }),
  window: whatever({
    createOutputChannel: channel,
    visibleTextEditors: [],
    tabGroups: whatever({ all: [] }),
    async showErrorMessage(text) {
      messages.push(text);
    },
  }),
  workspace: whatever({
    workspaceFolders: [{ uri: Uri.file(workspaceFolder), name: "workspace", index: 0 }],
    textDocuments: [document],
    notebookDocuments: [],
    getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
  }),
  languages: whatever({
    match: () => 10,
    registerCompletionItemProvider(_selector, provider, ...triggers) {
      registered.completion = { provider, triggers };
      return disposable();
    },
    createDiagnosticCollection: () =>
      whatever({
        set(uri, list) {
          if (list.length > 0) published({ uri: uri.toString(), list });
        },
      }),
  }),
});

const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
const { activate, deactivate } = createRequire(import.meta.url)(join(extension, "dist", "extension.js"));

// the script of npm needs node, which is all that the PATH has
process.env.PATH = dirname(process.execPath);
const timer = setTimeout(() => assert.fail(`no answer within a minute; messages: ${messages.join("; ")}`), 60_000);

await activate({ subscriptions: [] });
await commands.get("tierwright.restart")();
assert.deepEqual(messages, []);
const { uri, list } = await diagnostics;
assert.match(uri, /^file:/);
assert.ok(list.every(({ source }) => source === "tierwright"));

const { provider, triggers } = registered.completion;
assert.ok(triggers.includes(" "));
const lines = TEXT.slice(0, TEXT.indexOf("\ntool: ") + 7).split("\n");
const position = { line: lines.length - 1, character: lines.at(-1).length };
const items = await provider.provideCompletionItems(document, position, new CancellationTokenSource().token, { triggerKind: 0 });
const labels = (items.items ?? items).map(({ label }) => label);
assert.ok(labels.includes("2024x Refresh3"), `no row of the matrix in ${labels}`);

settings.path = "no/such/program";
await commands.get("tierwright.restart")();
assert.equal(messages.length, 1);
assert.match(messages[0], /^The setting tierwright\.path names "no\/such\/program", which is no file .*Correct it, or delete it/);
await deactivate();
clearTimeout(timer);
console.log(`ok: ${list.length} finding(s) in one file, ${labels.length} rows, one message without a program`);
