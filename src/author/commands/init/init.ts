import { VERSION, plainNameFault, wrongUse } from "../../../kernel/index.ts";
import { relative, resolve, sep } from "node:path";
import { entryAt, inTheWay, isOrdinaryFile, readNamedFile, writeNewFiles } from "../../../platform/index.ts";
import type { InitRequest } from "../../init/documents.ts";
import { type InitPlan, planFiles } from "../../init/merge/plan.ts";
import { mergesOf, packageFile, repositoryFiles } from "../../init/repository.ts";
import { initText } from "../../views/init.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { toolRowKey } from "../../../compiler/index.ts";

export const command: Command = {
  name: "init",
  summary: "a new config repository that passes `check`, with workflows, owners and editor settings",
  group: "Set up",
  short: "starts a config repository",
  arguments: [{ name: "DIR", summary: "its folder; of existing files, lists and package.json are added to, the others stay" }],
  options: [
    { name: "release", value: "R", summary: "name of the first connector release (default: 2506)" },
    { name: "tool", value: "ROW", summary: "the tool's row of the compatibility matrix (default: 2024x Refresh3)" },
    {
      name: "package",
      value: "FILE",
      summary:
        "Tierwright's package for package.json, as a .tgz file (copied to vendor/) or its https address; no registry is used (default: vendor/ of the new repository)",
    },
    {
      name: "ghes",
      summary:
        "for a server without hosted runners or internet access: runner labels in a variable, no attestation, a list of actions to mirror",
    },
    {
      name: "probe",
      summary: "adds a workflow that probes the running tier on working days, from your own runner",
    },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "init plm-config --release 2606 --tool '2026x'",
      does: "writes the whole folder or nothing, and prints what to do next",
    },
    { command: "init . --ghes", does: "the same into a clone, whose own files stay, for a GitHub Enterprise Server" },
  ],
  run: runInit,
};

/** Days until the exception of a new repository ends: the time that its owner has to copy the vendor's compatibility matrix. */
const DAYS = 90;

const later = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAYS * 86_400_000).toISOString().slice(0, 10);

function releaseOf(given: string): string {
  const fault = plainNameFault(given) ?? (given.startsWith(".") ? "a name that begins with a dot is hidden" : null);
  if (fault !== null)
    throw wrongUse(`a release cannot be called '${given}': ${fault}`, "name it as the vendor does, for example 2606");
  return given;
}

function toolOf(given: string): string {
  if (toolRowKey(given) === "")
    throw wrongUse("a tool's row cannot be empty", "write it as the matrix does, for example '2024x Refresh3'");
  return given;
}

/** The first two bytes of a gzip file: a package of npm is one. */
const GZIP = [0x1f, 0x8b];

/** Highest size in bytes (64 MiB) of a package that is copied into a new repository. */
const LARGEST_PACKAGE = 64 * 1024 * 1024;

/** The source from which npm installs tierwright, and the copy of the package that the new repository keeps. */
type Package = Pick<InitRequest, "package" | "vendored">;

/** Returns the copy, in a new repository, of a package file outside it: a CI job that checks out the repository has only its files. */
function copyOf(cwd: string, given: string, file: string): Package {
  const path = `vendor/${file.slice(file.lastIndexOf("/") + 1)}`;
  const bytes = readNamedFile(cwd, given, LARGEST_PACKAGE);
  if (!GZIP.every((byte, i) => bytes[i] === byte))
    throw wrongUse(
      `--package names ${given}, which is no package: it is not compressed`,
      "name the file that `npm pack` made; nothing was written",
    );
  return { package: `file:${path}`, vendored: { path, bytes } };
}

/**
 * Returns the source from which npm installs tierwright. Refuses a bare name or version: npm would look it up in a registry, where somebody
 * else can own the name.
 */
function packageOf(given: string | undefined, folder: string, directory: string): Package {
  if (given === undefined) return { package: `file:${packageFile(VERSION)}`, vendored: null };
  if (/^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/[A-Za-z0-9._~@+/-]+\.tgz$/.test(given)) return { package: given, vendored: null };
  const named = given.replace(/^file:/, "");
  const path = resolve(directory, named);
  const file = relative(folder, path).replaceAll("\\", "/");
  if (/^[\p{L}\p{M}\p{N} ._@+:/()&',=[\]!~-]+\.tgz$/u.test(file) && !/^[a-z+]{2,}:/.test(named))
    return isOrdinaryFile(path) && /^(?:\.\.\/|[A-Za-z]:)/.test(file)
      ? copyOf(directory, named, file)
      : { package: `file:${file}`, vendored: null };
  throw wrongUse(
    `--package cannot be '${given}'`,
    "name a file made by `npm pack` (.tgz), or its https address: npm would ask a registry for anything else",
  );
}

/** Throws a Refusal if files of the folder prevent a new repository in it. */
function refuseClash(folder: string, { written, clash }: InitPlan): void {
  const all = [...new Set([...clash, ...inTheWay(folder, written.keys())])].sort();
  if (all.length === 0) return;
  throw wrongUse(
    `${all.join(", ")}: already there, and nothing is overwritten`,
    "name another folder, or move them away; nothing was written",
  );
}

async function runInit(invocation: Invocation): Promise<ExitCode> {
  const { args, options, directory, today, host } = invocation;
  const folder = resolve(directory, args[0] ?? "");
  const request: InitRequest = {
    release: releaseOf(options.get("release") ?? "2506"),
    tool: toolOf(options.get("tool") ?? "2024x Refresh3"),
    until: later(today),
    ghes: options.has("ghes"),
    probe: options.has("probe"),
    ...packageOf(options.get("package"), folder, host.cwd),
    version: VERSION,
  };
  const { release, tool } = request;
  const plan = planFiles(repositoryFiles(request), mergesOf(request), (path) => entryAt(folder, path));
  refuseClash(folder, plan);
  writeNewFiles(folder, plan.written, plan.edits);
  const document = {
    schema: "tierwright/init/v1",
    folder: (relative(host.cwd, folder) || ".").replaceAll(sep, "/"),
    release,
    tool,
    files: [...plan.written.keys()],
    merged: plan.merged,
    left: plan.left,
    unchanged: plan.unchanged,
  };
  printResult(invocation, document, initText);
  return 0;
}
