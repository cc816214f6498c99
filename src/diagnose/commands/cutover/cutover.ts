import { readOldAddress } from "../../cutover/old-address.ts";
import { wrongUse } from "../../../kernel/index.ts";
import { namedFiles, pathExists } from "../../../platform/index.ts";
import { cutoverDocument, cutoverText } from "../../views/cutover.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { openRepository, plainRequest } from "../../../compiler/index.ts";
import { Collected } from "./cutover-collected.ts";
import { searchBundles, searchCompiled, searchKits, searchNamed, searchRepository } from "./cutover-search.ts";

export const command: Command = {
  name: "cutover",
  summary: "every place that still has an old address, in every spelling: before the web client moves to https",
  group: "Roll out",
  short: "finds every use of an old address",
  arguments: [
    {
      name: "OLD-URL",
      summary: "the address being retired, e.g. http://plm.example.com:8080; with a path: only what lies below it",
    },
    {
      name: "PATH",
      summary: "files and folders to search in addition to the repository: shares, scripts, profiles, logs",
      optional: true,
      many: true,
    },
  ],
  options: [],
  formats: ["text", "json"],
  examples: [
    {
      command: "cutover http://plm.example.com:8080",
      does: "lists the places by who reads them, in the order to change them; exit code 1 while one is left, 0 when none is",
    },
    {
      command: "cutover http://plm.example.com:8080 /srv/automation C:/Tools",
      does: "the same in folders outside of the repository, archives in them included",
    },
  ],
  run: runCutover,
};

/** Returns the exit code: 1 if the old address was found or an environment does not compile, 2 if a file could not be read, otherwise 0. */
function exitCodeOf({ count, notSearched }: Collected): ExitCode {
  if (count > 0 || notSearched.some(({ kind }) => kind === "broken")) return 1;
  return notSearched.some(({ kind }) => kind === "unreadable") ? 2 : 0;
}

/** Runs `cutover OLD-URL [PATH...]`: searches the repository, its compiled files, its kits and the named paths. Writes nothing. */
async function runCutover(invocation: Invocation): Promise<ExitCode> {
  const [typed = "", ...named] = invocation.args;
  const { host, directory } = invocation;
  const found = new Collected(readOldAddress(typed));
  const { files, names } = openRepository(directory);
  const paths = namedFiles(host.cwd, named);
  const missing = paths.find((path) => !pathExists(host.cwd, path));
  if (missing !== undefined)
    throw wrongUse(
      `${missing} does not exist`,
      "name files and folders; those of the repository are searched without being named",
    );
  await searchRepository(directory, found);
  await searchCompiled(plainRequest(invocation, names, names), invocation, found);
  await searchKits(files, invocation, found);
  await searchBundles(directory, found);
  await searchNamed(directory, paths, invocation, found);
  printResult(invocation, cutoverDocument(found), cutoverText);
  return exitCodeOf(found);
}
