import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../house/project.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8").replaceAll("\r\n", "\n");

/** A command line that starts deploy.ps1: where it stands, and its words behind `-File`. */
export interface ScriptLine {
  readonly where: string;
  readonly line: string;
  readonly words: readonly string[];
}

const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

const scriptLine = (where: string, line: string): ScriptLine => ({
  where,
  line,
  words: wordsOf(line.slice(line.indexOf("-File ") + 6)),
});

/** The command lines of Intune as docs/rollout.md and win32app.json give them. */
export function intuneLines(): readonly ScriptLine[] {
  const page = read("docs/rollout.md").match(/^%SystemRoot%.*$/gm) ?? [];
  const app = JSON.parse(read("recipes/intune/win32app.json")) as Record<string, string>;
  const document = ["installCommandLine", "uninstallCommandLine"].map((name) => app[name] ?? "");
  return [
    ...page.map((line) => scriptLine("docs/rollout.md", line)),
    ...document.map((line) => scriptLine("recipes/intune/win32app.json", line)),
  ];
}

/** Names of the parameters that deploy.ps1 declares. */
export function parametersOf(script: string): readonly string[] {
  const block = /^param\(\n([\s\S]*?)^\)/m.exec(script)?.[1] ?? "";
  return [...block.matchAll(/\[(?:string|switch)\]\$(\w+)/g)].map(([, name = ""]) => name);
}

export const deployScript = (): string => read("powershell/deploy.ps1");
