import { type Adopted, type AdoptedEnvironment, type AdoptRequest, addressesOf, adopt } from "../../adopt/adopt.ts";
import {
  type Finding,
  VERSION,
  compareFindings,
  didYouMean,
  environmentNameFault,
  usableEnvironmentName,
  wrongUse,
  INSTALLED_SCHEMAS,
} from "../../../kernel/index.ts";
import { isSecret } from "../../adopt/secrets.ts";
import {
  plainOptions,
  EnvironmentNames,
  type Matrix,
  type PropertiesFile,
  checkEnvironment,
  compiledEnvironment,
  foldFindings,
  isRecordingName,
  loadShared,
  nearestToolRow,
  neighboursOf,
  openRepository,
  readFindings,
  requireVersion,
  sameToolRow,
  withoutConsequences,
} from "../../../compiler/index.ts";
import { excerptText, inTheWay, overlayTree, writeNewFiles } from "../../../platform/index.ts";
import { renderAdopted } from "../../views/adopt.ts";
import {
  type Command,
  type ExitCode,
  FINDING_FORMS,
  type Invocation,
  contextOf,
  exitCodeOf,
  valuesOf,
} from "../../../report/index.ts";
import { type Asked, readSources, namedFiles, type Sources } from "./adopt-sources.ts";

export const command: Command = {
  name: "adopt",
  summary: "environments from the files of workstations: one workstation, or many archives of deploy.ps1 -Collect",
  group: "Set up",
  short: "makes environments of a workstation's files",
  arguments: [{ name: "PATH", summary: "further archives or folders, with --from", optional: true, many: true }],
  options: [
    { name: "connector", value: "FILE", summary: "a workstation's connector conf" },
    { name: "client", value: "FILE", summary: "its client library's properties file" },
    { name: "logger", value: "FILE", summary: "its logger.properties" },
    { name: "log4j2", value: "FILE", summary: "its log4j2.xml" },
    {
      name: "from",
      value: "PATH",
      many: true,
      summary:
        "an archive of deploy.ps1 -Collect, a folder laid out like a workstation (the drive as a folder), or a folder of several",
    },
    { name: "name", value: "ENV", summary: "the environment's name (default with --from: made from the tier's host)" },
    { name: "release", value: "R", summary: "the installed connector release (default: the one in plugin.xml)" },
    { name: "tool", value: "ROW", summary: "the matrix row of the installed tool (default: read with tool.versionFrom)" },
    { name: "tier-release", value: "R", summary: "the release of the PLM tier; never guessed" },
    {
      name: "like",
      value: "WORKSTATION",
      many: true,
      summary: "where workstations of one tier differ, the workstation whose values are used",
    },
    {
      name: "skip",
      value: "WORKSTATION",
      many: true,
      summary: "leaves a workstation out, by the name of its archive or folder; it is not read",
    },
    {
      name: "keep",
      value: "KEY,...",
      many: true,
      summary: "keys of the connector conf in which workstations can differ: each machine keeps its value",
    },
  ],
  formats: FINDING_FORMS,
  examples: [
    {
      command:
        "adopt --connector connector.properties --client CommonClient.properties --name production --release 2506 --tool '2024x Refresh3' --tier-release 2506",
      does: "writes environments/production/, which compiles to the same value for every key of both files; passwords become references",
    },
    {
      command: "adopt --from collected --tier-release 2506 --keep STAGING_DIR",
      does: "one environment for each tier in the archives of the folder; lists the keys and values in which workstations differ, and guesses none",
    },
  ],
  run: runAdopt,
};

const wordsOf = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => text.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");

type Opened = Awaited<ReturnType<typeof open>>;

/** Opens the repository. Throws a Refusal if it has no site document or no connector release. */
async function open(directory: string) {
  const { files, names } = openRepository(directory);
  const shared = loadShared(files);
  const { site, releases } = shared.model;
  await requireVersion(site, VERSION);
  if (!site)
    throw wrongUse(
      "environments/site.yaml is missing or cannot be read: adopt needs the paths that it declares",
      "run `tierwright check` to see what is wrong with it",
    );
  if (releases.size === 0)
    throw wrongUse(
      "this repository has no connector release",
      "take the kit that is installed in with `tierwright kit import SOURCE --release R`",
    );
  return { files, names, shared, site, releases };
}

function checkOptions({ options, args }: Asked, { shared, releases, names }: Opened): void {
  const [release, name] = [options.get("release"), options.get("name")];
  const files = ["connector", "client", "logger", "log4j2"].filter((option) => options.has(option));
  if (release !== undefined && !releases.has(release))
    throw wrongUse(
      `there is no release '${release}'${didYouMean(release, releases.keys())}`,
      `releases: ${[...releases.keys()].join(", ")}`,
    );
  if (options.has("skip") && !options.has("from"))
    throw wrongUse("--skip needs --from: single files are of one workstation", "omit --skip, or name archives with --from");
  if (options.has("from") && files.length > 0)
    throw wrongUse(`--from and --${files[0]} cannot be combined`, "name single files, or archives and folders with --from");
  if (!options.has("from") && args.length > 0)
    throw wrongUse(`unexpected argument of adopt: '${args[0]}'`, "put archives and folders after --from");
  if (!options.has("from") && name === undefined)
    throw wrongUse("adopt needs --name ENV, the folder name of the environment", "for example --name production");
  if (name !== undefined) checkName(name, names);
  checkTool(options.get("tool"), shared.model.matrix);
}

/** The number of matrix rows that an error lists at most. */
const MOST_ROWS = 40;

/** Throws a Refusal if the matrix has no row for the tool, because without a row no connector release can be allowed with that tool. */
function checkTool(tool: string | undefined, matrix: Matrix | null): void {
  const rows = (matrix?.rows ?? []).map((row) => row.tool.text);
  if (tool === undefined || !matrix || rows.some((row) => sameToolRow(row, tool))) return;
  const near = nearestToolRow(tool, rows);
  const more = rows.length > MOST_ROWS ? ` and ${rows.length - MOST_ROWS} more` : "";
  throw wrongUse(
    `releases/matrix.yaml has no row '${tool}'${near === null ? "" : `; did you mean '${near}'?`}`,
    `rows: ${rows.slice(0, MOST_ROWS).join(", ")}${more}; add the tool's row to the matrix first; nothing was written`,
  );
}

/** Throws a Refusal if the name is not allowed or an environment of that name exists, because existing environments are never changed. */
function checkName(name: string, names: readonly string[]): void {
  const kept = isRecordingName(name) ? "names ending in .recording are reserved for recordings" : null;
  const fault = environmentNameFault(name) ?? kept;
  const usable = (fault === null || fault === kept ? null : usableEnvironmentName(name)) ?? "production";
  if (fault !== null) throw wrongUse(`an environment cannot be called '${name}': ${fault}`, `for example --name ${usable}`);
  const twin = names.includes(name) ? name : new EnvironmentNames(names).caseConflict(name);
  if (twin !== undefined)
    throw wrongUse(
      `environments/${twin} already exists, and nothing is overwritten`,
      "choose another --name, or remove the folder; nothing was written",
    );
}

function checkLike(like: readonly string[], { workstations }: Sources): void {
  const names = workstations.map(({ name }) => name);
  const wrong = like.find((name) => !names.includes(name));
  if (wrong !== undefined)
    throw wrongUse(
      `there is no workstation '${wrong}'${didYouMean(wrong, names)}`,
      "use the name of an archive or folder given with --from, without .zip",
    );
}

function sourcesOf(invocation: Asked, { shared }: Opened): Promise<Sources> | Sources {
  const { options, args } = invocation;
  const given = { release: options.get("release") ?? null, tool: options.get("tool") ?? null };
  if (!options.has("from")) return namedFiles(invocation, given, shared.model);
  return readSources([...valuesOf(invocation, "from"), ...args], invocation, given, shared.model);
}

/** Returns a function that reads, compiles and checks an environment as if its files were in the repository. */
function checker({ files: tree, names, shared }: Opened, today: string) {
  const options = plainOptions(today);
  return (name: string, written: ReadonlyMap<string, Buffer>) => {
    const files = overlayTree(tree, written);
    const neighbours = neighboursOf(files, [...names, name]);
    const { result, compiled } = checkEnvironment(name, { files, shared, neighbours, options });
    return { compiled, findings: foldFindings(withoutConsequences(result.findings)) };
  };
}

/** Compiles every existing environment, without checking it, and returns its name and its addresses. */
function claimsOf({ files, names, shared }: Opened, today: string): AdoptRequest["claims"] {
  const context = { files, shared, neighbours: neighboursOf(files, names), options: plainOptions(today) };
  return names.map((name) => [name, addressesOf(compiledEnvironment(name, context).compiled)] as const);
}

function adoptAll(invocation: Asked, opened: Opened, sources: Sources): Adopted {
  const { options, today } = invocation;
  const { files, site, releases } = opened;
  const own = files.read("schemas/environment.schema.json").kind === "file";
  const check = checker(opened, today);
  const adopted = adopt(sources.workstations, {
    site,
    releases,
    schemas: `../../${own ? "schemas" : INSTALLED_SCHEMAS}`,
    tierRelease: options.get("tier-release") ?? null,
    name: options.get("name") ?? null,
    like: valuesOf(invocation, "like"),
    keep: wordsOf(valuesOf(invocation, "keep")),
    check,
    claims: claimsOf(opened, today),
  });
  const several = options.has("name") && adopted.environments.length > 1;
  if (several)
    throw wrongUse(
      `--name is for one environment, but these workstations make ${adopted.environments.length}: ${adopted.environments.map(({ signIn, release, tool }) => `${signIn} with ${release} and ${tool}`).join("; ")}`,
      "omit --name, or name the workstations of one of them; nothing was written",
    );
  return adopted;
}

function write(directory: string, { environments }: Adopted, names: readonly string[]): void {
  const files = new Map(environments.flatMap((environment) => [...environment.files]));
  if (files.size === 0) return;
  for (const { name, files: own } of environments) if (own.size > 0) checkName(name, names);
  const clash = inTheWay(directory, files.keys());
  if (clash.length > 0) throw wrongUse(`${clash.join(", ")} already exists, and nothing is overwritten`, "nothing was written");
  writeNewFiles(directory, files);
}

/** Returns a function that gives the text of a file that findings point to, with lines of secrets blanked; null for other paths. */
function reader(sources: Sources, environments: readonly AdoptedEnvironment[]): (path: string) => string | null {
  const texts = new Map<string, string>();
  for (const { properties } of sources.workstations)
    for (const file of Object.values(properties)) if (file) texts.set(file.path, withoutSecretLines(file));
  for (const { files } of environments) for (const [path, bytes] of files) texts.set(path, excerptText(path, bytes));
  return (path) => texts.get(path) ?? null;
}

function withoutSecretLines({ document }: PropertiesFile): string {
  const secret = document.load().entries.filter(({ key, value }) => isSecret(key, value));
  const lines = document.text.split(/\r\n|[\r\n]/);
  for (const { line, endLine } of secret) for (let at = line; at <= endLine; at++) lines[at - 1] = "";
  return lines.join("\n");
}

/** Computes the whole result of `adopt` without writing anything. */
export async function adoptionOf(invocation: Asked) {
  const opened = await open(invocation.directory);
  checkOptions(invocation, opened);
  const sources = await sourcesOf(invocation, opened);
  checkLike(valuesOf(invocation, "like"), sources);
  const adopted = adoptAll(invocation, opened, sources);
  const findings: readonly Finding[] = [
    ...readFindings([...sources.problems, ...adopted.problems], null),
    ...adopted.findings,
    ...adopted.environments.flatMap((environment) => environment.findings),
  ].sort(compareFindings);
  return { adopted, findings, names: opened.names, readText: reader(sources, adopted.environments) };
}

async function runAdopt(invocation: Invocation): Promise<ExitCode> {
  const { adopted, findings, names, readText } = await adoptionOf(invocation);
  write(invocation.directory, adopted, names);
  invocation.host.stdout.write(renderAdopted(adopted.environments, findings, contextOf(invocation, readText)));
  return exitCodeOf(findings, invocation);
}
