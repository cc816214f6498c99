import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { ZipWriter } from "../../src/kernel/archive/writer.ts";
import { writingNewFile } from "../../src/platform/file-bytes.ts";
import { builtCli } from "../cli/built.ts";
import { type Block, blocksOf, readPage, rewrite } from "../docs/page.ts";
import { ROOT } from "../house/project.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";

/** One command of a page, what the page shows below it, and what a shell printed now. */
export interface Said {
  readonly command: string;
  readonly shown: readonly string[];
  readonly now: readonly string[];
}

/** 2026-09-01: the commit time of the sample in a scene, and so the serial of its bundles. */
const COMMITTED = "2026-09-01T08:00:00Z";

function quietly(program: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const found = spawnSync(program, words, { cwd, env, encoding: "utf8" });
  if (found.status !== 0) throw new Error(`${program} ${words.join(" ")}: ${found.stderr}`);
}

/** Every file below a folder, paths with '/', in code unit order. */
function below(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

/** A kit as a vendor sends it: an archive beside the repository that does not know it yet. */
function asArchive(repository: string, file: string, release: string): void {
  const kit = join(repository, "releases", release, "kit");
  writingNewFile(file, (sink) => {
    const writer = new ZipWriter(sink);
    for (const path of below(kit)) writer.add(`PLM_Connector_${release}/${path}`, [readFileSync(join(kit, path))]);
    writer.finish();
  });
  rmSync(join(repository, "releases", release), { recursive: true });
  rmSync(join(repository, "environments/pilot"), { recursive: true });
}

/** What a team begins with: an empty folder, an empty repository on a server beside it, and an npm that has the package already. */
function asNewTeam(folder: string, env: NodeJS.ProcessEnv): void {
  mkdirSync(join(folder, "repo"), { recursive: true });
  quietly("git", ["init", "-q", "--bare", "-b", "main", join(folder, "server.git")], folder, env);
  const shims = {
    npm: 'echo "{}" > package-lock.json',
    npx: '[ "$1 $2" = "--no-install tierwright" ] && shift 2 && exec tierwright "$@"',
  };
  for (const [name, body] of Object.entries(shims)) {
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }
}

/** Files of a workstation in the folder that `deploy.ps1 -Collect` makes. */
function collect(folder: string, staging: string): void {
  writeFiles(folder, {
    "connector/connector.properties": `TC_SERVER_URL=https\\://plm.example.com\\:8443/tc\nAWC_WEBLOGIC_HOST_URL=https\\://plm.example.com\\:3000/awc\nTransport=http\nTRANSPORT=http\nIS_TCCS=false\nLicenseDir=27000@lic.example.com\nSTAGING_DIR=${staging}\nCAMEOTCIntImportWorkingDir=D\\:\\\\plm\\\\import\nUSE_JCEF_BROWSER=false\n`,
    "client/CommonClient.properties":
      "URL=https\\://plm.example.com\\:8443/tc\nAWC_WEBLOGIC_HOST_URI=https\\://plm.example.com\\:3000/awc\nBOOTSTRAP_URLS=https\\://plm.example.com\\:4544\nTransport=http\nTRANSPORT=http\nIS_TCCS=false\n",
  });
}

/**
 * What somebody begins the first hour with: the packed tool, the vendor's archive, the files of two workstations, and a new repository on a server
 * with nothing but a README. There is no registry.
 */
function asFirstHour(folder: string, env: NodeJS.ProcessEnv): void {
  const repository = join(folder, "repo");
  const server = join(folder, "repo/server.git");
  env.npm_config_registry = "http://127.0.0.1:9/";
  env.npm_config_fetch_retries = "0";
  env.npm_config_cache = join(folder, "home/.npm");
  env.npm_config_update_notifier = "false";
  rmSync(join(folder, "bin/tierwright"));
  quietly("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", repository], ROOT, { ...process.env, ...env });
  asArchive(repository, join(repository, "PLM_Connector_2506.zip"), "2506");
  for (const part of ["environments", "releases", "templates"]) rmSync(join(repository, part), { recursive: true });
  collect(join(repository, "collected/WS-001"), "D\\:\\\\plm\\\\staging");
  collect(join(repository, "collected/WS-002"), "E\\:\\\\staging");
  quietly("git", ["init", "-q", "--bare", "-b", "main", server], folder, env);
  const first = join(folder, "first");
  writeFiles(first, { "README.md": "# PLM\n", ".gitignore": "*.tgz\n" });
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "first"],
    ["push", "-q", server, "main"],
  ])
    quietly("git", words, first, env);
}

/** Folder with the committed sample in `repo`, `tierwright` on the PATH, and nobody's settings. */
async function sceneOf(page: string): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
  const folder = temporaryFolder();
  const repository = join(folder, "repo");
  const isNew = page.includes("<!-- scene: new team -->");
  for (const part of isNew ? [] : ["environments", "releases", "templates", ".gitattributes", ".gitignore"])
    cpSync(join(ROOT, part), join(repository, part), { recursive: true });
  if (page.includes("<!-- scene: kit -->")) asArchive(repository, join(folder, "repo/PLM_Connector_2606.zip"), "2606");
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "home"));
  const shim = join(folder, "bin/tierwright");
  writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${await builtCli()}' "$@"\n`);
  chmodSync(shim, 0o755);
  cpSync(join(ROOT, "recipes"), join(folder, "recipes"), { recursive: true });
  const user = join(folder, "bin/as-user"); // an account without rights; setpriv needs root or sudo, as installing the other tools does
  const words = "setpriv --reuid=65534 --regid=65534 --clear-groups";
  writeFileSync(user, `#!/bin/sh\n[ "$(id -u)" != 0 ] || exec ${words} "$@"\nexec sudo -n env PATH="$PATH" ${words} "$@"\n`);
  chmodSync(user, 0o755);
  chmodSync(folder, 0o755);
  const env: NodeJS.ProcessEnv = {
    PATH: `${join(folder, "bin")}:${process.env.PATH ?? ""}`,
    HOME: join(folder, "home"),
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    NO_COLOR: "1",
    ANSIBLE_NOCOLOR: "1",
    ANSIBLE_LOCALHOST_WARNING: "False",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b.invalid",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b.invalid",
    GIT_AUTHOR_DATE: COMMITTED,
    GIT_COMMITTER_DATE: COMMITTED,
  };
  if (isNew) asNewTeam(folder, env);
  else if (page.includes("<!-- scene: first hour -->")) asFirstHour(folder, env);
  else {
    quietly("git", ["init", "-q", "-b", "main"], repository, env);
    quietly("git", ["add", "-A"], repository, env);
    quietly("git", ["commit", "-qm", "sample"], repository, env);
  }
  return { folder, env };
}

/** Commands of a block: in a console block `$ ` begins one and the rest is its output; a block of `sh` is pasted whole and prints nothing. */
function commandsOf({ language, body }: Pick<Block, "language" | "body">): readonly { command: string; shown: string[] }[] {
  if (language === "sh") return [{ command: body.trimEnd(), shown: [] }];
  const found: { command: string; shown: string[] }[] = [];
  for (const line of language === "console" ? body.replace(/\n$/, "").split("\n") : []) {
    const last = found.at(-1);
    if (line.startsWith("$ ")) found.push({ command: line.slice(2), shown: [] });
    else if (last) last.shown.push(line);
  }
  return found;
}

/** Every console and `sh` block of a page, in one shell and one folder from top to bottom. */
export async function runPage(path: string): Promise<readonly Said[]> {
  const page = readPage(path);
  const commands = blocksOf(page).flatMap(commandsOf);
  const { folder, env } = await sceneOf(page);
  const steps = commands.map(({ command }, i) => {
    const out = join(folder, `said-${i}`);
    return `(exit $__last); eval ${quoted(command)} >'${out}' 2>&1 </dev/null; __last=$?`;
  });
  const script = `__last=0\ncd '${join(folder, "repo")}'\n${steps.join("\n")}\n`;
  spawnSync("bash", ["-c", script], { env, cwd: folder, stdio: "ignore", timeout: 10 * 60_000 });
  return commands.map(({ command, shown }, i) => {
    const text = readFileSync(join(folder, `said-${i}`), "utf8").replaceAll(folder, "");
    return {
      command,
      shown,
      now: text
        .replace(/\n$/, "")
        .split("\n")
        .filter((line, _, all) => all.length > 1 || line !== ""),
    };
  });
}

/** The lines of the README's block that says it is executed here, in the sample; each has to succeed on its own. */
export async function runReadme(): Promise<readonly { command: string; code: number | null; out: string }[]> {
  const block = blocksOf(readPage("README.md")).find(({ before }) => before.endsWith("recipes-pages.oracle.test.ts -->\n"));
  const { folder, env } = await sceneOf("");
  return (block?.body ?? "")
    .trimEnd()
    .split("\n")
    .map((command) => {
      const found = spawnSync("bash", ["-c", command], { cwd: join(folder, "repo"), env, encoding: "utf8" });
      return { command, code: found.status, out: found.stdout + found.stderr };
    });
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** `...` inside a line stands for anything, a line of it alone for any lines; the rest must be equal. */
export function fits(shown: readonly string[], now: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return now.length === 0;
  if (first.trim() === "...") return now.some((_, i) => fits(rest, now.slice(i))) || fits(rest, []);
  const [line, ...others] = now;
  if (line === undefined) return false;
  const pattern = first.split("...").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}$`).test(line) && fits(rest, others);
}

/** What a page should show of a line: hashes, run names, sizes and process numbers differ from build to build. */
const elided = (line: string): string =>
  line
    .replace(/\b[0-9a-f]{64}\b/g, "...")
    .replace(/\b[0-9a-f]{16}\.\.\./g, "...")
    .replace(/\b[0-9a-f]{12}\.\.\./g, "...")
    .replace(/\b\d{8}T\d{6}Z-[0-9a-f]{6}\b/g, "...")
    .replace(/\bcommit (`?)[0-9a-f]{12,40}\b/g, "commit $1...")
    .replace(/\bprocess \d+/g, "process ...")
    .replace(/\b(checksum is|archive says) [0-9a-f]{8}\b/g, "$1 ...")
    .replace(/\b[0-9]{1,3}(?:,[0-9]{3})* bytes/g, "... bytes")
    .replace(/\b\d{4}-\d\d-\d\dT[\d:]{8}Z/g, "...")
    .replace(/\b\d\d:\d\d\b/g, "...")
    .replace(/\b\d+ (steps:|times)/g, "... $1")
    .replace(`/${hostname()}-`, "/");

/** The page with what is printed now, where it is not what is shown; for `npm run update`. */
export function updated(path: string, said: readonly Said[]): void {
  const page = readPage(path);
  let at = 0;
  const bodies = new Map<ReturnType<typeof blocksOf>[number], string>();
  for (const block of blocksOf(page)) {
    const lines = commandsOf(block).flatMap(({ command, shown }) => {
      const now = said[at++]?.now ?? [];
      return [`$ ${command}`, ...(fits(shown, now) ? shown : now.map(elided))];
    });
    if (block.language === "console") bodies.set(block, `${lines.join("\n")}\n`);
  }
  rewrite(path, page, bodies);
}
