import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "../house/project.ts";
import { cli } from "../support/host.ts";
import { edit, temporaryFolder, writeFiles } from "../support/repository.ts";
import type { Exchange } from "../../src/platform/exchange.ts";
import type { HttpGet } from "../../src/platform/http.ts";
import type { Change } from "./page.ts";

/** The day on which the examples of the pages run. */
export const TODAY = "2026-09-22";

/** What the commands of a page find beside their folder. */
export interface World {
  readonly env: Readonly<Record<string, string>>;
  /** What servers answer; without it none may be asked. */
  readonly get?: HttpGet;
  readonly exchange?: Exchange;
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  /** What programs print, by their command line. */
  readonly programs?: Readonly<Record<string, (input: Buffer) => string>>;
}

/** A folder for one block of a page. */
export interface Scene {
  readonly folder: string;
  readonly world: World;
}

export function sceneOf(files: Readonly<Record<string, string>> | "sample", changes: readonly Change[] = []): Scene {
  const folder = temporaryFolder();
  if (files === "sample") {
    const filter = (path: string) => basename(path) !== "kit";
    for (const part of ["environments", "releases", "templates"])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter });
  } else writeFiles(folder, files);
  for (const { file, from, to } of changes) edit(folder, file, from, to);
  return { folder, world: { env: {} } };
}

/** The words of a command line as a shell cuts them, as far as the pages use it. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
}

export interface Answer {
  readonly code: number;
  /** What a terminal shows: both streams, errors first, as there are never both but for JSON. */
  readonly text: string;
  readonly out: string;
}

/** One line of a page: `tierwright ...`, also with `> FILE` after it, `cat FILE`, `chmod MODE FILE`, or `cp FILE... FOLDER`. */
export async function answerTo(line: string, scene: Scene): Promise<Answer> {
  const [program, ...words] = wordsOf(line);
  if (program === "cat") {
    const out = readFileSync(join(scene.folder, words[0] ?? ""), "utf8");
    return { code: 0, text: out, out };
  }
  if (program === "cp") {
    const to = join(scene.folder, words.at(-1) ?? "");
    mkdirSync(to, { recursive: true });
    for (const file of words.slice(0, -1)) cpSync(join(scene.folder, file), join(to, basename(file)));
    return { code: 0, text: "", out: "" };
  }
  if (program === "chmod") {
    chmodSync(join(scene.folder, words[1] ?? ""), Number.parseInt(words[0] ?? "", 8));
    return { code: 0, text: "", out: "" };
  }
  const into = words.indexOf(">");
  if (into > 0) {
    const answer = await answerTo([program, ...words.slice(0, into)].join(" "), scene);
    writeFileSync(join(scene.folder, words[into + 1] ?? ""), answer.out);
    return { ...answer, text: answer.text.slice(0, answer.text.length - answer.out.length) };
  }
  if (program !== "tierwright") throw new Error(`a page shows the output of '${line}', which is no command of ours`);
  const { code, out, err } = await cli(words, { cwd: scene.folder, ...scene.world, now: `${TODAY}T12:00:00Z` });
  if (code === 4) throw new Error(`'${line}': ${err}`); // a page must never come to show it
  return { code, text: err + out, out };
}

/** A console block with its output as it is now: `$ ` starts a command, `$ echo $?` shows the exit code of the one before. */
export async function session(body: string, scene: Scene): Promise<string> {
  const lines = body.split("\n").filter((line) => line.startsWith("$ "));
  let text = "";
  let last = 0;
  for (const line of lines) {
    const command = line.slice(2);
    if (command === "echo $?") {
      text += `${line}\n${last}\n`;
      continue;
    }
    const answer = await answerTo(command, scene);
    last = answer.code;
    text += `${line}\n${answer.text}`;
  }
  return text;
}
