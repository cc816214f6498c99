import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { findProgram } from "./find-program.ts";
import { belongsToUser, howToTrust, findGit, type GitFolder, ignoreLines } from "./git-folder.ts";
import { batchOf, type GitFile, parseListing } from "./git-output.ts";
import { sameContent } from "./git-same.ts";
import { homeFolder } from "./home-folder.ts";
import { NoGit } from "./no-git.ts";
import { type Ran, runProgram } from "./run-program.ts";
import { describeError } from "./confined-tree.ts";
import { inScratch } from "./scratch.ts";

/**
 * The commit of a config repository, and whether its files differ from it (`changed`). `time` is the committer's time in seconds since
 * 1970.
 */
export type GitState =
  | { readonly kind: "commit"; readonly commit: string; readonly time: number; readonly changed: boolean }
  /** No commit is known; `why` completes "the source commit is not known: ...". */
  | { readonly kind: "none"; readonly why: string };

/** The folders of a config repository whose content determines what is built. */
const SOURCES = ["environments", "releases", "templates"];
const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The most files whose content is compared after `git status` reports them as changed. If there are more, all count as changed. */
const MOST_LOOKED_AT = 50;
const LIMITS = { milliseconds: 120_000, largest: 256 * 1024 * 1024 };

/** Settings of every git call, against configuration that git could still read: it must start no program and use no network. */
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

/** Returns the platform settings that git would write to a checkout's own configuration. None of them names a program. */
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
 * The only place that starts git, on a checkout that findGit found. To read objects and index, git uses a temporary git folder that
 * Tierwright creates, which configures no filter, hook, monitor, helper, pager, alias or remote, so .gitattributes can select none, and git
 * fetches no missing object. In these calls, git does not read the user's configuration or the GIT_* variables of this process.
 */
export class Git {
  private constructor(
    private readonly program: string,
    private readonly folder: GitFolder,
    private readonly scratch: string,
    /** The path of the config repository below the checkout's top, with '/' at its end; "" if it is the top itself. */
    readonly prefix: string,
  ) {}

  /** Opens the checkout of a folder while `use` runs. Rejects with NoGit if there is no checkout, no git, or another user owns it. */
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
      // older versions of git do not support GIT_CONFIG_GLOBAL
      ...{ HOME: this.scratch, XDG_CONFIG_HOME: this.scratch, GIT_CONFIG_NOSYSTEM: "1", GIT_ATTR_NOSYSTEM: "1" },
      ...{ GIT_CONFIG_GLOBAL: join(this.scratch, "none"), GIT_CONFIG_SYSTEM: join(this.scratch, "none") },
      ...{ GIT_DIR: gitDir, GIT_WORK_TREE: this.folder.top, GIT_INDEX_FILE: join(this.folder.own, "index") },
      ...{ GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", GIT_NO_REPLACE_OBJECTS: "1", GIT_LITERAL_PATHSPECS: "1" },
      ...{ GIT_ALLOW_PROTOCOL: "", GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "", GIT_PAGER: "cat" },
    };
  }

  /** Runs git with the temporary git folder on the checkout's objects, index and work tree. */
  #ask(...args: string[]): Promise<Ran> {
    return this.#askWith(args);
  }

  #askWith(args: readonly string[], input?: Uint8Array): Promise<Ran> {
    const env = {
      ...this.#environment(this.scratch),
      GIT_OBJECT_DIRECTORY: join(this.folder.common, "objects"),
      // the name of the file that lists where the history of a shallow clone ends
      GIT_SHALLOW_FILE: join(this.folder.common, "shallow"),
      ...(args[0] === "check-ignore" ? { GIT_LITERAL_PATHSPECS: "0" } : {}), // check-ignore accepts only paths, and rejects the option for literal path patterns
    };
    return runProgram([this.program, ...NEVER, ...args], { ...LIMITS, cwd: this.folder.top, env, ...(input ? { input } : {}) });
  }

  /** Reads from the user's git configuration which checkouts of other users are safe and which files are ignored. */
  async #ofTheUser(): Promise<{ safe(folder: string): boolean; readonly excludes: string }> {
    // of the GIT_* variables only configuration is passed on; others would make git write traces or read other places
    const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || /^GIT_CONFIG_/i.test(name));
    const env = { ...Object.fromEntries(own), GIT_DIR: this.scratch, GIT_WORK_TREE: this.scratch };
    const words = ["config", "--null", "--get-regexp", "^(core\\.excludesfile|safe\\.directory)$"];
    const { stdout } = await runProgram([this.program, ...words], { ...LIMITS, cwd: this.scratch, env });
    const found = stdout.split("\0").map((entry) => [entry.slice(0, entry.indexOf("\n")), entry.slice(entry.indexOf("\n") + 1)]);
    const last = (list: readonly string[]) => list.slice(list.lastIndexOf("") + 1); // in a list of settings, an empty value cancels the values before it
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

  /** Runs git with the checkout's own configuration, to resolve names. `rev-parse` and `for-each-ref` start nothing that it names. */
  #inCheckout(words: readonly string[]): Promise<Ran> {
    const env = this.#environment(this.folder.own);
    return runProgram([this.program, ...NEVER, ...words], { ...LIMITS, cwd: this.scratch, env });
  }

  /** Returns the object hash of a name in the checkout (a branch, HEAD, a short hash); null if there is none. The object is not read. */
  async resolve(name: string): Promise<string | null> {
    const { code, stdout } = await this.#inCheckout(["rev-parse", "--verify", "--quiet", "--end-of-options", name]);
    const object = stdout.trim();
    return code === 0 && OBJECT.test(object) ? object : null;
  }

  /** Returns the commit of an object hash, which is that of a commit or tag; null if the clone does not have it. */
  async commitOf(object: string): Promise<string | null> {
    const { code, stdout } = await this.#ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${object}^{commit}`);
    const commit = stdout.trim();
    return code === 0 && OBJECT.test(commit) ? commit : null;
  }

  /** Returns the bytes of an object, named by its hash or by HASH:path; null if the clone does not have it. */
  async read(kind: "blob" | "commit", object: string): Promise<Buffer | null> {
    const { code, bytes } = await this.#ask("cat-file", kind, object);
    return code === 0 ? (bytes ?? null) : null;
  }

  /** Returns the bytes of many blobs by hash, without those that the clone does not have; null if git's output cannot be parsed. */
  async blobs(objects: readonly string[]): Promise<ReadonlyMap<string, Buffer> | null> {
    if (objects.length === 0) return new Map();
    const { code, bytes, stopped } = await this.#askWith(["cat-file", "--batch"], Buffer.from(`${objects.join("\n")}\n`));
    return code === 0 && !stopped && bytes ? batchOf(bytes) : null;
  }

  /** True if the clone is shallow: it does not contain the whole history. */
  get isShallow(): boolean {
    return existsSync(join(this.folder.common, "shallow"));
  }

  /** Returns whether the ignore files of the checkout or of the user ignore a path. The path need not exist. */
  async ignores(path: string): Promise<boolean> {
    return (await this.#ask("check-ignore", "--quiet", "--", path)).code === 0;
  }

  /** The folder in which Git LFS stores downloaded contents. */
  get lfsObjects(): string {
    return join(this.folder.common, "lfs", "objects");
  }

  /** The folder that contains `.git`. */
  get top(): string {
    return this.folder.top;
  }

  /** Returns the remote branches of this checkout as refs/remotes/..., a remote's HEAD with the branch that it refers to in `means`. */
  async remoteBranches(): Promise<readonly { readonly ref: string; readonly means: string | null }[]> {
    const { code, stdout } = await this.#inCheckout(["for-each-ref", "--format=%(refname) %(symref)", "refs/remotes"]);
    return (code === 0 ? stdout.split("\n") : []).flatMap((line) => {
      const [ref, means] = line.trim().split(" ");
      return ref ? [{ ref, means: means || null }] : [];
    });
  }

  /** Returns the best common ancestor of two commits; null if the clone has none or git fails. */
  async mergeBase(one: string, other: string): Promise<string | null> {
    const { code, stdout } = await this.#ask("merge-base", one, other);
    return code === 0 && OBJECT.test(stdout.trim()) ? stdout.trim() : null;
  }

  /** Returns the files of a commit below folders of the config repository, paths relative to it; null if git cannot read them. */
  async files(commit: string, folders: readonly string[] = SOURCES): Promise<readonly GitFile[] | null> {
    const { code, stdout } = await this.#ask("ls-tree", "-r", "-z", commit, "--", ...folders.map((item) => this.prefix + item));
    return code === 0 ? parseListing(stdout, this.prefix) : null;
  }

  /** Returns the files of a commit below paths of the checkout's top, paths relative to the top; null if git cannot read them. */
  async filesOfTop(commit: string, paths: readonly string[], ...flags: readonly string[]): Promise<readonly GitFile[] | null> {
    const { code, stdout } = await this.#ask("ls-tree", ...flags, "-z", commit, "--", ...paths);
    return code === 0 ? parseListing(stdout, "") : null;
  }

  /** Returns the direct entries of the config repository's folder in a commit; null if git cannot read them. */
  async rootFiles(commit: string): Promise<readonly GitFile[] | null> {
    const { code, stdout } = await this.#ask("ls-tree", "-z", commit, ...(this.prefix === "" ? [] : ["--", this.prefix]));
    return code === 0 ? parseListing(stdout, this.prefix) : null;
  }

  /** Returns the paths below folders of the config repository that the index contains (`--cached`) or could take (`--others`). */
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
    // without the checkout's line end and LFS settings, git reports some unchanged files as changed
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
 * Returns the commit of a config repository, which can be a folder below the top of the checkout, and whether environments/, releases/ or
 * templates/ differ from it (new files included). Writes nothing and starts nothing that the checkout names. Returns kind "none" with the
 * reason on any failure.
 */
export async function gitState(root: string): Promise<GitState> {
  try {
    return await Git.open(root, (git) => git.state());
  } catch (error) {
    if (error instanceof NoGit) return { kind: "none", why: error.message };
    return { kind: "none", why: `git could not be started: ${describeError(error)}` };
  }
}
