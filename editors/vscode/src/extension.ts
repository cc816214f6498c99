import { statSync } from "node:fs";
import { type ExtensionContext, commands, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { findProgram, missingProgram } from "./program.ts";

const DOCUMENTS = [
  { scheme: "file", language: "yaml" },
  { scheme: "file", pattern: "**/*.properties" },
  { scheme: "file", pattern: "**/releases/**/*.xml" },
];
const SETTINGS = "Open Settings";

let client: LanguageClient | null = null;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Starts the language server of the workspace, or says what is missing. */
async function start(): Promise<void> {
  const setting = workspace.getConfiguration("tierwright").get<string>("path", "").trim();
  const folders = (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === "file" ? [uri.fsPath] : []));
  const program = findProgram(setting, folders, { platform: process.platform, path: process.env.PATH ?? "", isFile });
  if ("lookedIn" in program) {
    const chosen = await window.showErrorMessage(missingProgram(setting, program.lookedIn), SETTINGS);
    if (chosen === SETTINGS) await commands.executeCommand("workbench.action.openSettings", "tierwright.path");
    return;
  }
  const { command, args, options } = program.start;
  const started = new LanguageClient(
    "tierwright",
    "Tierwright",
    { command, args: [...args], options },
    { documentSelector: DOCUMENTS },
  );
  client = started;
  await started.start();
}

async function stop(): Promise<void> {
  const running = client;
  client = null;
  // a server that has failed to start cannot be stopped, and needs no stop
  await running?.dispose().catch(() => undefined);
}

/** Runs one start or restart after the other. */
let turns: Promise<void> = Promise.resolve();

function restart(): Promise<void> {
  turns = turns
    .then(stop)
    .then(start)
    .catch((error: unknown) => {
      void window.showErrorMessage(`Tierwright does not start: ${error instanceof Error ? error.message : String(error)}`);
    });
  return turns;
}

/** Starts the server, and again at the command and when the setting changes. */
export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("tierwright.restart", restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("tierwright.path")) void restart();
    }),
  );
  // an open message about a missing program must not hold up the activation
  void restart();
}

export const deactivate = (): Promise<void> => stop();
