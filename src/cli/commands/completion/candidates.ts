import { environmentNames, loadRules, loadShared } from "../../../compiler/index.ts";
import { resolve } from "node:path";
import { PropertiesDocument, environmentNameFault, quotedWord } from "../../../kernel/index.ts";
import { type SourceTree, diskTree, mayBeFolder, readNamedFile } from "../../../platform/index.ts";
import type { Command, ExitCode, Invocation } from "../../../report/index.ts";
import { type Candidate, valueOf, type Wanted, completionsFor } from "./lines.ts";

export const command: Command = {
  name: "completion candidates",
  summary: "possible values of the last word of a command line, one per line; the completion scripts call it",
  group: null,
  short: "lists values for a completion script",
  arguments: [{ name: "WORD", summary: "the words after the program's name, after '--'", optional: true, many: true }],
  options: [{ name: "new-word", summary: "the last word is still empty" }],
  formats: ["text"],
  examples: [
    { command: "completion candidates -- why prod", does: "the environments that begin with prod" },
    { command: "completion candidates --new-word -- explain", does: "the ids of all rules" },
  ],
  run: runCandidates,
};

/** The first line of the output that tells the shell's script to complete files or folders itself. */
const BY_SHELL = { files: ":files", folders: ":folders" } as const;

const plain = (list: Iterable<string>): readonly Candidate[] => [...new Set(list)].sort().map((word) => ({ word, about: "" }));

/** Yields the keys of all properties files in releases/<release>/base: the possible arguments of `why`. */
function* kitKeys(files: SourceTree): Iterable<string> {
  const releases = files.list("releases");
  for (const { name } of releases.kind === "entries" ? releases.entries : []) {
    for (const file of ["connector", "client", "logger"]) {
      const read = files.read(`releases/${name}/base/${file}.properties`);
      if (read.kind === "file") yield* PropertiesDocument.parse(read.bytes).load().map.keys();
    }
  }
}

async function known({ kind, file }: Wanted, directory: string, cwd: string): Promise<readonly Candidate[]> {
  const files = diskTree(directory);
  if (kind === "environment") return plain(environmentNames(files).filter((name) => environmentNameFault(name) === null));
  if (kind === "release") {
    const listed = files.list("releases");
    return plain(listed.kind === "entries" ? listed.entries.filter(mayBeFolder).map(({ name }) => name) : []);
  }
  if (kind === "key")
    return plain(file === null ? kitKeys(files) : PropertiesDocument.parse(readNamedFile(cwd, file)).load().map.keys());
  if (kind === "rule") {
    return (await loadRules()).map(({ id, title }) => ({ word: id, about: title }));
  }
  if (kind === "tool") {
    return plain(loadShared(files).model.matrix?.rows.map(({ tool }) => tool.text) ?? []);
  }
  return [];
}

/** Returns true for a candidate that a shell can be given and that does not begin with '-' (an option) or ':' (a line of `BY_SHELL`). */
const isOffered = (word: string): boolean => quotedWord(word, "posix") !== null && !/^[-:]/.test(word);

/** Prints the candidates for `completion candidates -- WORDS...`, each with its description after a tab. Errors give no candidates and no message. */
async function runCandidates({ args, options, host, commands }: Invocation): Promise<ExitCode> {
  const line = options.has("new-word") || args.length === 0 ? [...args, ""] : args;
  const typed = line.at(-1) ?? "";
  const found = await completionsFor(line, commands);
  const directory = resolve(host.cwd, valueOf("directory", line) ?? ".");
  if (found.kind === "files" || found.kind === "folders") host.stdout.write(Buffer.from(`${BY_SHELL[found.kind]}\n`));
  const more = await known(found, directory, host.cwd).catch((): readonly Candidate[] => []);
  const begun = typed === "=" ? "" : typed;
  // for a word such as --tool=2024x, the candidate is the whole word, option included
  const option = line.slice(0, -1).includes("--") ? "" : (/^--[^=]+=/.exec(typed)?.[0] ?? "");
  const read = more.filter(({ word }) => isOffered(word)).map(({ word, about }) => ({ word: option + word, about }));
  const fit = [...found.words, ...read].filter(({ word }) => word.startsWith(begun));
  host.stdout.write(Buffer.from(fit.map(({ word, about }) => `${word}\t${about}\n`).join("")));
  return 0;
}
