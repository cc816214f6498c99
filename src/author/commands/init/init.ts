import { VERSION, path, plainNameFault, plural, printedCommand, shellCommand, wrongUse } from "../../../kernel/index.ts";
import { relative, resolve } from "node:path";
import { inTheWay, writeNewFiles } from "../../../platform/index.ts";
import { packageFile, repositoryFiles } from "../../init/repository.ts";
import { type Command, type ExitCode, type Invocation, NL, printResult, styleFor, visible } from "../../../report/index.ts";
import { toolRowKey } from "../../../compiler/index.ts";

export const command: Command = {
  name: "init",
  summary: "a new config repository that passes `check`, with workflows, owners and editor settings",
  group: "Set up",
  short: "starts a config repository",
  arguments: [{ name: "DIR", summary: "its folder; existing files are never overwritten" }],
  options: [
    { name: "release", value: "R", summary: "name of the first connector release (default: 2506)" },
    { name: "tool", value: "ROW", summary: "the tool's row of the compatibility matrix (default: 2024x Refresh3)" },
    {
      name: "package",
      value: "FILE",
      summary:
        "Tierwright's package for package.json, as a .tgz file or its https address; no registry is used (default: vendor/ of the new repository)",
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
    { command: "init . --ghes", does: "the same into a fresh clone, for a GitHub Enterprise Server" },
  ],
  run: runInit,
};

/** Days until the stand-in exception expires: the time to copy the vendor's matrix. */
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

/** Returns where npm takes the tool from. A bare name or version is refused: npm would look it up in a registry, where the name is not ours. */
function packageOf(given: string | undefined, folder: string, directory: string): string {
  if (given === undefined) return `file:${packageFile(VERSION)}`;
  if (/^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/[A-Za-z0-9._~@+/-]+\.tgz$/.test(given)) return given;
  const file = relative(folder, resolve(directory, given.replace(/^file:/, ""))).replaceAll("\\", "/");
  if (/^[\p{L}\p{M}\p{N} ._@+:/()&',=[\]!~-]+\.tgz$/u.test(file) && !/^[a-z+]{2,}:/.test(given.replace(/^file:/, "")))
    return `file:${file}`;
  throw wrongUse(
    `--package cannot be '${given}'`,
    "name a file made by `npm pack` (.tgz), or its https address: npm would ask a registry for anything else",
  );
}

async function runInit(invocation: Invocation): Promise<ExitCode> {
  const { args, options, directory, today, host } = invocation;
  const folder = resolve(directory, args[0] ?? "");
  const release = releaseOf(options.get("release") ?? "2506");
  const tool = toolOf(options.get("tool") ?? "2024x Refresh3");
  const [ghes, probe] = [options.has("ghes"), options.has("probe")];
  const files = repositoryFiles({
    release,
    tool,
    until: later(today),
    ghes,
    probe,
    package: packageOf(options.get("package"), folder, host.cwd),
    version: VERSION,
  });
  const clash = inTheWay(folder, files.keys());
  if (clash.length > 0)
    throw wrongUse(
      `${clash.join(", ")}: already there, and nothing is overwritten`,
      "name another folder, or move them away; nothing was written",
    );
  writeNewFiles(folder, files);
  const shown = relative(host.cwd, folder) || ".";
  const document = {
    schema: "tierwright/init/v1",
    folder: shown.replaceAll("\\", "/"),
    release,
    tool,
    files: [...files.keys()],
  };
  printResult(invocation, document, (made) => initText(made, shown, invocation));
  return 0;
}

function initText(
  { files, release, tool }: { readonly files: readonly string[]; readonly release: string; readonly tool: string },
  folder: string,
  { host, quiet }: Invocation,
): string {
  const style = styleFor(host.stdout.color);
  const head = `${style.good("✓")} ${style.bold(visible(folder))}: ${plural(files.length, "file")} for release ${visible(release)} and ${visible(tool)}`;
  const check = printedCommand(shellCommand`tierwright check -C ${path(folder)}`);
  const next = `  next: ${check}, then the six steps of its README.md: the first is to put Tierwright's own package where package.json names it`;
  const lines = quiet ? [head] : [head, ...files.map((name) => `    ${visible(name)}`), "", next];
  return lines.map((line) => line + NL).join("");
}
