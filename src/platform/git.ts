import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { findProgram } from "./find-program.ts";
import { belongsToUser, howToTrust, findGit, type GitFolder, ignoreLines } from "./git-folder.ts";
import { batchOf, type GitFile, listed } from "./git-output.ts";
import { sameContent } from "./git-same.ts";
import { homeFolder } from "./home-folder.ts";
import { NoGit } from "./no-git.ts";
import { type Ran, runProgram } from "./run-program.ts";
import { describeError } from "./confined-tree.ts";
import { inScratch } from "./scratch.ts";

/** Where a config repository stands in its history. `time`: seconds since 1970 of the commit's committer. */
export type GitState =
  | { readonly kind: "commit"; readonly commit: string; readonly time: number; readonly changed: boolean }
  /** `why` completes "the source commit is not known: ...". */
  | { readonly kind: "none"; readonly why: string };

/** Folders whose content decides what is built. */
const SOURCES = ["environments", "releases", "templates"];
const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Files that git calls changed, looked at once more; where more are, they are taken for changed. */
const MOST_LOOKED_AT = 50;
const LIMITS = { milliseconds: 120_000, largest: 256 * 1024 * 1024 };

/** Said on every command line, for what would be read although it should not. */
const NEVER: readonly string[] = [
  "safe.bareRepository=explicit",
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.attributesFile=/dev/null",
  "protocol.allow=never",
  "protocol.ext.allow=never",
  "credential.helper=",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

/** Settings of the platform that a checkout's own configuration would hold; none of them names a program. */
function settings(excludes: string, sha256: boolean): string {
  const windows = process.platform === "win32";
  return [
    "[core]",
    `repositoryformatversion = ${sha256 ? 1 : 0}`,
    "bare = false",
    "fileMode = false",
    `ignoreCase = ${windows || process.platform === "darwin"}`,
    `precomposeUnicode = ${process.platform === "darwin"}`,
    `symlinks = ${!windows}`,
    "longPaths = true",
    `excludesFile = "${excludes.replace(/[\\"]/g, "\\$&")}"`,
    ...(sha256 ? ["[extensions]", "objectFormat = sha256"] : []),
    "",
  ].join("\n");
}

/**
 * The one place that starts git, on a checkout that we found ourselves. Objects and index are read through a git folder of our own that
 * has no configuration of the checkout: no filter, hook, monitor, helper, pager, alias or remote that it names exists there, whatever
 * .gitattributes select, and nothing is fetched that is missing. Neither the user's configuration nor GIT_* variables are handed on.
 */
export class Git {
  private constructor(
    private readonly program: string,
    private readonly folder: GitFolder,
    private readonly scratch: string,
    /** Where the config repository lies below the top, with '/' at its end; "" is the top itself. */
    readonly prefix: string,
  ) {}

  /** Opens the checkout that a folder lies in for as long as `use` runs. Throws NoGit. */
  static async open<T>(root: string, use: (git: Git) => Promise<T>): Promise<T> {
    const folder = findGit(root);
    if (!folder) throw new NoGit("git finds no repository here (there is no .git in this folder or above it)");
    const program = findProgram("git", folder.top);
    if (program === null) throw new NoGit("git is not installed");
    return inScratch("tierwright-git-", async (scratch) => {
      for (const name of ["refs", "objects"]) mkdirSync(join(scratch, name));
      const below = relative(folder.top, resolve(root)).split(sep).join("/");
      const git = new Git(program, folder, scratch, below === "" || below.startsWith("..") ? "" : `${below}/`);
      git.#prepare("0".repeat(40), "");
      const user = await git.#ofTheUser();
      if (!belongsToUser(folder) && !user.safe(folder.top)) {
        throw new NoGit(`another user owns ${folder.top} (${howToTrust(folder.top)})`);
      }
      const head = await git.resolve("HEAD");
      if (head !== null) git.#prepare(head, ignoreLines(join(folder.common, "info", "exclude")) + user.excludes);
      return use(git);
    });
  }

  #prepare(head: string, excludes: string): void {
    const file = join(this.scratch, "exclude");
    writeFileSync(file, excludes);
    writeFileSync(join(this.scratch, "config"), settings(file, head.length === 64));
    writeFileSync(join(this.scratch, "HEAD"), `${head}\n`);
  }

  #environment(gitDir: string): Record<string, string | undefined> {
    const { PATH, SystemRoot, TMPDIR, TEMP, TMP } = process.env;
    return {
      ...{ PATH, SystemRoot, TMPDIR, TEMP, TMP, LC_ALL: "C" },
      // older versions know no GIT_CONFIG_GLOBAL
      ...{ HOME: this.scratch, XDG_CONFIG_HOME: this.scratch, GIT_CONFIG_NOSYSTEM: "1", GIT_ATTR_NOSYSTEM: "1" },
      ...{ GIT_CONFIG_GLOBAL: join(this.scratch, "none"), GIT_CONFIG_SYSTEM: join(this.scratch, "none") },
      ...{ GIT_DIR: gitDir, GIT_WORK_TREE: this.folder.top, GIT_INDEX_FILE: join(this.folder.own, "index") },
      ...{ GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", GIT_NO_REPLACE_OBJECTS: "1", GIT_LITERAL_PATHSPECS: "1" },
      ...{ GIT_ALLOW_PROTOCOL: "", GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "", GIT_PAGER: "cat" },
    };
  }

  /** Reads objects, and the index beside the work tree. */
  #ask(...args: string[]): Promise<Ran> {
    return this.#askWith(args);
  }

  #askWith(args: readonly string[], input?: Uint8Array): Promise<Ran> {
    const env = {
      ...this.#environment(this.scratch),
      GIT_OBJECT_DIRECTORY: join(this.folder.common, "objects"),
      // where a clone ends that has not the whole history
      GIT_SHALLOW_FILE: join(this.folder.common, "shallow"),
      ...(args[0] === "check-ignore" ? { GIT_LITERAL_PATHSPECS: "0" } : {}), // it knows paths alone, and refuses to be told so
    };
    return runProgram([this.program, ...NEVER, ...args], { ...LIMITS, cwd: this.folder.top, env, ...(input ? { input } : {}) });
  }

  /** What the user's own configuration says of foreign checkouts and of files that never count. */
  async #ofTheUser(): Promise<{ safe(folder: string): boolean; readonly excludes: string }> {
    // of the GIT_* variables those alone that are configuration; others would have it write traces, or look elsewhere
    const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || /^GIT_CONFIG_/i.test(name));
    const env = { ...Object.fromEntries(own), GIT_DIR: this.scratch, GIT_WORK_TREE: this.scratch };
    const words = ["config", "--null", "--get-regexp", "^(core\\.excludesfile|safe\\.directory)$"];
    const { stdout } = await runProgram([this.program, ...words], { ...LIMITS, cwd: this.scratch, env });
    const found = stdout.split("\0").map((entry) => [entry.slice(0, entry.indexOf("\n")), entry.slice(entry.indexOf("\n") + 1)]);
    const last = (list: readonly string[]) => list.slice(list.lastIndexOf("") + 1); // an empty one takes back those before it
    const safe = last(found.flatMap(([key, value]) => (key === "safe.directory" ? [value ?? ""] : [])));
    const ignored = found
      .filter(([key, value]) => key === "core.excludesfile" && value !== join(this.scratch, "exclude"))
      .at(-1)?.[1];
    const home = homeFolder();
    const standard = join(process.env.XDG_CONFIG_HOME || join(home, ".config"), "git", "ignore");
    return {
      safe: (folder) =>
        safe.some((item) => item === "*" || item === folder || (item.endsWith("/*") && folder.startsWith(item.slice(0, -1)))),
      excludes: ignoreLines(ignored === undefined ? standard : ignored.replace(/^~(?=\/)/, home)),
    };
  }

  /** Names stand in the checkout itself: such a call sees its configuration, and does nothing that could start what that names. */
  #inCheckout(words: readonly string[]): Promise<Ran> {
    const env = this.#environment(this.folder.own);
    return runProgram([this.program, ...NEVER, ...words], { ...LIMITS, cwd: this.scratch, env });
  }

  /** The object that a name means in this checkout (a branch, HEAD, a short hash); null: none. The object itself is not read. */
  async resolve(name: string): Promise<string | null> {
    const { code, stdout } = await this.#inCheckout(["rev-parse", "--verify", "--quiet", "--end-of-options", name]);
    const object = stdout.trim();
    return code === 0 && OBJECT.test(object) ? object : null;
  }

  /** The commit that an object is, or that a tag of it means; null: none that is here. */
  async commitOf(object: string): Promise<string | null> {
    const { code, stdout } = await this.#ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${object}^{commit}`);
    const commit = stdout.trim();
    return code === 0 && OBJECT.test(commit) ? commit : null;
  }

  /** Bytes of an object of a kind; null where it is not here. `object`: a hash, or HASH:path. */
  async read(kind: "blob" | "commit", object: string): Promise<Buffer | null> {
    const { code, bytes } = await this.#ask("cat-file", kind, object);
    return code === 0 ? (bytes ?? null) : null;
  }

  /** Bytes of many blobs by hash, in one process; what is not here is absent. null: git gives an answer that cannot be read. */
  async blobs(objects: readonly string[]): Promise<ReadonlyMap<string, Buffer> | null> {
    if (objects.length === 0) return new Map();
    const { code, bytes, stopped } = await this.#askWith(["cat-file", "--batch"], Buffer.from(`${objects.join("\n")}\n`));
    return code === 0 && !stopped && bytes ? batchOf(bytes) : null;
  }

  /** True where the clone ends before the first commit. */
  get isShallow(): boolean {
    return existsSync(join(this.folder.common, "shallow"));
  }

  /** True where the ignore files of the checkout, or the user's, have a path passed over; it need not exist. */
  async ignores(path: string): Promise<boolean> {
    return (await this.#ask("check-ignore", "--quiet", "--", path)).code === 0;
  }

  /** Where Git LFS keeps contents that were fetched. */
  get lfsObjects(): string {
    return join(this.folder.common, "lfs", "objects");
  }

  /** The folder that holds `.git`. */
  get top(): string {
    return this.folder.top;
  }

  /** The remote branches that this checkout knows, each with the branch that it stands for (a remote's HEAD), as refs/remotes/.... */
  async remoteBranches(): Promise<readonly { readonly ref: string; readonly means: string | null }[]> {
    const { code, stdout } = await this.#inCheckout(["for-each-ref", "--format=%(refname) %(symref)", "refs/remotes"]);
    return (code === 0 ? stdout.split("\n") : []).flatMap((line) => {
      const [ref, means] = line.trim().split(" ");
      return ref ? [{ ref, means: means || null }] : [];
    });
  }

  /** The newest commit that two have in common; null: none that is here. */
  async mergeBase(one: string, other: string): Promise<string | null> {
    const { code, stdout } = await this.#ask("merge-base", one, other);
    return code === 0 && OBJECT.test(stdout.trim()) ? stdout.trim() : null;
  }

  /** Files of a commit below folders of the config repository; paths are relative to the config repository. null: not readable. */
  async files(commit: string, folders: readonly string[] = SOURCES): Promise<readonly GitFile[] | null> {
    const { code, stdout } = await this.#ask("ls-tree", "-r", "-z", commit, "--", ...folders.map((item) => this.prefix + item));
    return code === 0 ? listed(stdout, this.prefix) : null;
  }

  /** Files of a commit below folders of the checkout's top, by their path from there. null: not readable. */
  async filesOfTop(commit: string, paths: readonly string[], ...flags: readonly string[]): Promise<readonly GitFile[] | null> {
    const { code, stdout } = await this.#ask("ls-tree", ...flags, "-z", commit, "--", ...paths);
    return code === 0 ? listed(stdout, "") : null;
  }

  /** What lies in the config repository's own folder in a commit, without what lies below its folders. null: not readable. */
  async rootFiles(commit: string): Promise<readonly GitFile[] | null> {
    const { code, stdout } = await this.#ask("ls-tree", "-z", commit, ...(this.prefix === "" ? [] : ["--", this.prefix]));
    return code === 0 ? listed(stdout, this.prefix) : null;
  }

  /** Paths that the index has below folders of the config repository (`--cached`), or that git would take (`--others`). */
  async paths(folders: readonly string[], ...flags: readonly string[]): Promise<readonly string[]> {
    const { code, stdout } = await this.#ask("ls-files", "-z", ...flags, "--", ...folders.map((folder) => this.prefix + folder));
    return code === 0 ? stdout.split("\0").map((path) => path.slice(this.prefix.length)) : [];
  }

  async #changed(commit: string): Promise<boolean | null> {
    const paths = SOURCES.map((folder) => this.prefix + folder);
    const asked = [
      "status",
      "--porcelain=v1",
      "-z",
      "--no-renames",
      "--untracked-files=all",
      "--ignore-submodules=all",
      "--",
      ...paths,
    ];
    const { code, stdout } = await this.#ask(...asked);
    if (code !== 0) return null;
    const entries = stdout.split("\0").filter((entry) => entry !== "");
    // without the checkout's line end and LFS settings git takes some files for changed that hold what was committed
    if (entries.length > MOST_LOOKED_AT || entries.some((entry) => !entry.startsWith(" M "))) return entries.length > 0;
    for (const entry of entries) {
      const path = entry.slice(3);
      const blob = await this.read("blob", `${commit}:${path}`);
      if (blob === null || !sameContent(join(this.folder.top, path), blob)) return true;
    }
    return false;
  }

  async state(): Promise<GitState> {
    const none = (why: string): GitState => ({ kind: "none", why });
    const commit = await this.resolve("HEAD");
    const text = commit === null ? null : (await this.read("commit", commit))?.toString("latin1");
    if (commit === null || text === null || text === undefined) return none("git finds no commit here");
    const time = /^committer .*> (\d+) [+-]\d{4}$/m.exec(text.slice(0, text.indexOf("\n\n") + 1))?.[1];
    if (time === undefined) return none("git gives an answer that cannot be read");
    const held = await this.files(commit, ["environments"]);
    if (held === null || held.length === 0) return none("the folder environments is not in the commit that git finds here");
    const changed = await this.#changed(commit);
    return changed === null
      ? none("git cannot compare the files with the commit")
      : { kind: "commit", commit, time: Number(time), changed };
  }
}

/**
 * The commit of a config repository, which may lie below the top of the checkout. `changed`: something in environments/, releases/ or
 * templates/ differs from the commit, new files included. Nothing is written and nothing that the checkout names is started.
 */
export async function gitState(root: string): Promise<GitState> {
  try {
    return await Git.open(root, (git) => git.state());
  } catch (error) {
    if (error instanceof NoGit) return { kind: "none", why: error.message };
    return { kind: "none", why: `git could not be asked: ${describeError(error)}` };
  }
}
