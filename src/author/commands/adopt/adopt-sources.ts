import { basename, dirname, join, relative, resolve } from "node:path";
import { type RuleProblem, append, didYouMean, groupedBy, installedOtherwise, startOf, wrongUse } from "../../../kernel/index.ts";
import { LARGEST_FILE, diskTree, isFolder, readNamedFile } from "../../../platform/index.ts";
import type { Workstation } from "../../adopt/workstation.ts";
import type { SharedModel } from "../../../compiler/index.ts";
import { type Invocation, valuesOf } from "../../../report/index.ts";
import { listWorkstations, withTree } from "../../../deploy/index.ts";
import type { FoundFiles, Given } from "./workstation-installed.ts";
import { type Reading, readWorkstation, unread, workstationOf } from "./workstation-files.ts";

/** The parts of an invocation on which the result of `adopt` depends; the output format is not among them. */
export type Asked = Pick<Invocation, "args" | "options" | "directory" | "today" | "host">;

export interface Sources {
  readonly workstations: readonly Workstation[];
  readonly problems: readonly RuleProblem[];
}

/** Returns a path relative to the repository, with '/', for messages. */
const shownFrom = (directory: string, path: string): string => relative(directory, path).replaceAll("\\", "/") || ".";

/** Reads an optional file below a folder; returns null if it does not exist or cannot be read, which is no fault. */
function beside(folder: string, path: string): { path: string; bytes: Buffer } | null {
  const read = diskTree(folder).read(path);
  return read.kind === "file" ? { path: join(folder, path), bytes: read.bytes } : null;
}

/** Reads the workstation whose settings files the options name. Files near the connector's conf file identify its release and its tool. */
export function namedFiles({ options, host, directory }: Asked, given: Given, shared: SharedModel): Sources {
  const named = (option: string) => {
    const path = options.get(option);
    if (path === undefined) return null;
    const bytes = readNamedFile(host.cwd, path, LARGEST_FILE);
    return { path: shownFrom(directory, resolve(host.cwd, path)), bytes };
  };
  const [connector, client, logger, log4j2] = [named("connector"), named("client"), named("logger"), named("log4j2")];
  if (!connector || !client)
    throw wrongUse(
      `adopt needs ${connector ? "--client FILE" : "--connector FILE"}: an environment is in both files`,
      "or name archives of deploy.ps1 -Collect, or folders, with --from PATH...",
    );
  const plugin = resolve(host.cwd, dirname(options.get("connector") ?? ""), "..");
  const from = shared.site?.tool.versionFrom?.file.text.replace(/[\\/]+/g, "/");
  const found: FoundFiles = {
    properties: { connector, client, ...(logger ? { logger } : {}) },
    log4j2,
    plugin: beside(plugin, "plugin.xml"),
    pluginHash: null,
    deployed: null,
    version: from === undefined ? null : beside(resolve(plugin, "../.."), from),
    install: null,
  };
  const reading = workstationOf(connector.path, found, given, shared, []);
  const { workstation, problems } = reading;
  return {
    workstations: workstation ? [workstation] : [],
    problems: [...problems, ...contradictions([[connector.path, connector.path, reading]])],
  };
}

/** Reports options that files of workstations contradict: one problem for all workstations that contradict an option alike. */
function contradictions(readings: readonly (readonly [at: string, name: string, Reading])[]): readonly RuleProblem[] {
  const all = readings.flatMap(([at, workstation, { otherwise = [] }]) => otherwise.map((said) => ({ at, workstation, said })));
  return [...groupedBy(all, ({ said }) => JSON.stringify(said)).values()].flatMap((group) => {
    const workstations = group.map(({ workstation }) => workstation);
    return group[0] ? [installedOtherwise.at(startOf(group[0].at), { ...group[0].said, workstations })] : [];
  });
}

/** Returns names for workstations: the last part of the path without .zip, or the whole path if two would have the same name. */
function namesOf(directory: string, paths: readonly string[]): readonly string[] {
  const short = paths.map((path) => basename(path).replace(/\.zip$/i, ""));
  return short.map((name, i) =>
    short.some((other, j) => j !== i && other === name) ? shownFrom(directory, paths[i] ?? "") : name,
  );
}

/** The highest number of workstation names that an error message lists. */
const MOST_NAMES = 40;

/** Throws a Refusal if --skip names no workstation, or all of them. */
function checkSkip(skipped: readonly string[], names: readonly string[]): void {
  const wrong = skipped.find((name) => !names.includes(name));
  if (wrong !== undefined) {
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
    throw wrongUse(
      `there is no workstation '${wrong}' to skip${didYouMean(wrong, names)}`,
      `workstations: ${names.slice(0, MOST_NAMES).join(", ")}${more}; nothing was written`,
    );
  }
  if (names.length > 0 && names.every((name) => skipped.includes(name)))
    throw wrongUse("--skip leaves no workstation to adopt", "name fewer workstations with --skip; nothing was written");
}

/** Reads the workstations in archives and folders. A problem with one is reported and does not stop the others. */
export async function readSources(
  words: readonly string[],
  invocation: Asked,
  given: Given,
  shared: SharedModel,
): Promise<Sources> {
  const { host, directory } = invocation;
  const paths = [...new Set(words.flatMap((word) => listWorkstations(absolute(host.cwd, word))))];
  const names = namesOf(directory, paths);
  const skipped = valuesOf(invocation, "skip");
  checkSkip(skipped, names);
  const workstations: Workstation[] = [];
  const problems: RuleProblem[] = [];
  const readings: (readonly [string, string, Reading])[] = [];
  for (const [i, path] of paths.entries()) {
    const name = names[i] ?? path;
    if (skipped.includes(name)) continue;
    const at = shownFrom(directory, path);
    try {
      const read = await withTree(path, (tree) => readWorkstation(name, at, tree, given, shared));
      append(problems, read.problems);
      if (read.workstation) workstations.push(read.workstation);
      if (read.otherwise) readings.push([at, name, { ...read, workstation: null }]);
    } catch (error) {
      append(problems, unread(name, at, error));
    }
  }
  append(problems, contradictions(readings));
  return { workstations: workstations.sort((a, b) => (a.name < b.name ? -1 : 1)), problems };
}

/** Returns the absolute path that a word of the command line names. Throws a Refusal if it does not exist or is an empty folder. */
function absolute(cwd: string, word: string): string {
  const path = resolve(cwd, word);
  if (isFolder(path)) {
    const inside = diskTree(path).list("");
    if (inside.kind !== "entries" || inside.entries.length > 0) return path;
    throw wrongUse(
      `${word} is an empty folder: no workstation is in it`,
      "name archives of deploy.ps1 -Collect, or folders laid out like a workstation, the drive as a folder (C/...); nothing was written",
    );
  }
  const read = diskTree(dirname(path)).read(basename(path), 0);
  if (read.kind === "missing")
    throw wrongUse(`${word} does not exist`, "name archives of deploy.ps1 -Collect, or folders; nothing was written");
  return path;
}
