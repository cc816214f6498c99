import { relative, sep } from "node:path";
import { type Checkout, type Entry, walkTo, wayTo } from "./checkout-entries.ts";
import type { Git } from "./git.ts";
import { append, PACKAGE_NAMES } from "../kernel/index.ts";
import { findGit } from "./git-folder.ts";
import { submodulesIn } from "./git-index.ts";
import { contentsOf } from "./git-tree.ts";
import { diskFiles, diskTree } from "./disk-tree.ts";
import { filesOf, openTree } from "./open-tree.ts";
import type { SourceTree, TreeDescription } from "./source-tree.ts";

/** A file of the checkout that determines the checks or review of a change, by its path below the checkout's top. */
export interface MergeFile {
  readonly path: string;
  readonly content: string;
  readonly what: MergeKind;
  /** True for a symbolic link; `content` is then the target of the link. */
  readonly link: boolean;
}

const commitWords = (commit: string): string => `Subproject commit ${commit}\n`;

/** The kind of a `MergeFile`. In a `package` and a `lock`, only parts of the file matter (src/compiler/commands/plan/plan-side.ts). */
export type MergeKind = "workflow" | "action" | "codeowners" | "tool" | "installation" | "package" | "lock";

/**
 * Patterns of the paths of `MergeFile`s, below the checkout's top and below each folder on the way to the config repository. They ignore
 * case, because a checkout on Windows or macOS also finds `.GitHub`.
 */
const KINDS: readonly (readonly [MergeKind, RegExp])[] = [
  ["workflow", /^\.(?:github|gitea|forgejo)\/workflows\/[^/]+$/i],
  ["workflow", /^(?:\.gitlab-ci\.ya?ml|\.gitlab\/ci\/.+|\.circleci\/.+|azure-pipelines\.ya?ml|Jenkinsfile)$/i],
  ["action", /^\.(?:github|gitea|forgejo)\/actions\/.+$/i],
  ["action", /^action\.ya?ml$/i],
  ["codeowners", /^(?:\.github\/|\.gitlab\/|\.gitea\/|\.forgejo\/|docs\/)?CODEOWNERS$/i],
  ["installation", /^(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnpmfile\.[cm]?js|pnpm-workspace\.yaml|\.?bunfig\.toml)$/i],
  ["installation", /^\.yarn\/(?:(?:releases|plugins|patches)\/.+|cache\/tierwright-[^/]+)$/i],
  ["package", /^package\.json$/i],
  ["lock", /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/i],
];

/** Endings of sample paths below a top-level entry, to find out whether files below that entry can have a kind of `KINDS`. */
const BELOW = ["", "/x", "/workflows/x", "/actions/x", "/CODEOWNERS", "/ci/x", "/config.yml", "/releases/x"];

/** The most files that are returned; a person who reviews a plan cannot use a longer list. */
const MOST_FILES = 5_000;

const kindOf = (path: string): MergeKind | null => KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
const kindsIn = (name: string): readonly MergeKind[] => BELOW.flatMap((below) => kindOf(name + below) ?? []);
const isLookedInto = (name: string): boolean => kindsIn(name).length > 0;
/** Returns the kind of a file; null if it determines nothing. A link in the place of a folder has the folder's kind: a CI runner follows it. */
const kindOfEntry = (path: string): MergeKind | null => kindOf(path) ?? kindsIn(path)[0] ?? null;

/**
 * A path that a file such as a workflow names: every file below it also determines the checks or review of a change. Below a path of kind
 * `package`, only package files do.
 */
interface NamedPlace {
  readonly path: string;
  readonly what: "action" | "tool" | "package";
}

/** Resolves a path that a file names, relative to a folder; "" is the whole checkout. Returns null if it leads out of the checkout or into .git. */
function placeBelow(folder: string, written: string): string | null {
  const parts: string[] = folder.split("/").filter(Boolean);
  for (const part of written.split(/[\\/]+/)) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.includes(".git") ? null : parts.join("/");
}

/**
 * Returns the place that a path in a file names, as a list; an empty list if it leads out of the checkout. The whole checkout is accepted
 * only as a pattern of packages: as a tool or an action it would be every file.
 */
function placesOf(folder: string, written: string, what: NamedPlace["what"]): readonly NamedPlace[] {
  const path = placeBelow(folder, written);
  return path === null || (path === "" && what !== "package") ? [] : [{ path, what }];
}

function parsed(content: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

const texts = (value: unknown): readonly string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];

/** Returns the workspaces and the local tierwright dependency of a package.json. Cuts a workspace pattern at its first special character. */
function placesOfPackage({ path, content }: MergeFile): readonly NamedPlace[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const file = parsed(content);
  const local = [file.dependencies, file.devDependencies, file.optionalDependencies, file.overrides, file.resolutions].flatMap(
    (list) => PACKAGE_NAMES.flatMap((name) => texts((list as Readonly<Record<string, unknown>> | undefined)?.[name])),
  );
  return [
    ...texts(file.workspaces).map((pattern) => ({ written: pattern.replace(/[*?[{!].*$/s, ""), what: "package" as const })),
    ...local.flatMap((text) => {
      const written = /^(?:file:|link:|portal:|workspace:)?(\.{0,2}\/.*|[^:@]*\.tgz)$/s.exec(text)?.[1];
      return written === undefined ? [] : [{ written, what: "tool" as const }];
    }),
  ].flatMap(({ written, what }) => placesOf(folder, written, what));
}

/** The form of a local folder whose actions or workflows a workflow uses: `uses: ./tools/x`. */
const USES = /^[ \t-]*["']?uses["']?[ \t]*:[ \t]*["']?\.\/([^\s"'#]+)/gm;
/** The form of an entry of `packages:` in pnpm-workspace.yaml. Its other lists name no paths below the checkout. */
const PACKAGES = /^[ \t]*-[ \t]*["']?((?:\.\/)?[\w.-][\w./-]*)/gm;

/** Returns the place that a symbolic link leads to: its files determine the checks or review of a change as much as the link. */
function placesOfLink({ path, content, what }: MergeFile): readonly NamedPlace[] {
  if (content.startsWith("/") || what === "package" || what === "lock") return [];
  return placesOf(path.slice(0, path.lastIndexOf("/") + 1), content, "action");
}

function namedPlaces(files: readonly MergeFile[]): readonly NamedPlace[] {
  return files.flatMap((file): readonly NamedPlace[] => {
    if (file.link) return placesOfLink(file);
    if (file.what === "package") return placesOfPackage(file);
    const [pattern, what] =
      file.what === "workflow" || file.what === "action"
        ? [USES, "action" as const]
        : /(?:^|\/)pnpm-workspace\.yaml$/i.test(file.path)
          ? [PACKAGES, "package" as const]
          : [null, "action" as const];
    return pattern === null ? [] : [...file.content.matchAll(pattern)].flatMap(([, written = ""]) => placesOf("", written, what));
  });
}

/** The most rounds in which named places are searched for further named places. */
const MOST_ROUNDS = 8;

/** The paths that found files name, in rounds: files below such a path can name further paths. Each named place is in one round only. */
class Places {
  latest: readonly NamedPlace[] = [];
  readonly #known = new Set<string>();
  #rounds = 0;
  #read = 0;

  /** Sets `latest` to the new paths that the files found since the last round name. Returns false if there are none, or after the last round. */
  next(found: readonly MergeFile[]): boolean {
    this.latest = namedPlaces(found.slice(this.#read)).filter((place) => {
      const key = JSON.stringify(place);
      return !this.#known.has(key) && this.#known.add(key);
    });
    this.#read = found.length;
    this.#rounds += 1;
    return this.latest.length > 0 && this.#rounds <= MOST_ROUNDS;
  }
}

/** Returns the folders from the top to the config repository, each with '/' at its end; the top is "". */
const foldersTo = (prefix: string): readonly string[] => {
  const parts = prefix.split("/").filter(Boolean);
  return ["", ...parts.map((_, i) => `${parts.slice(0, i + 1).join("/")}/`)];
};

/**
 * Returns the kind of a file by its path below a folder on the way to the config repository. The outermost folder that gives a kind
 * decides: all files below `.github/actions` have kind `action`, also those of a config repository there.
 */
const kindBelow = (folders: readonly string[], { path }: Entry): MergeKind | null =>
  folders.flatMap((folder) => (path.startsWith(folder) ? (kindOfEntry(path.slice(folder.length)) ?? []) : []))[0] ?? null;

/** Returns the kind of an entry below a named place. A symbolic link or submodule in the place of a folder above it has kind `action`. */
const kindAt = ({ what, path: place }: NamedPlace, { path, link, commit }: Entry): MergeKind | null =>
  (link || commit !== null) && place.startsWith(`${path}/`)
    ? "action"
    : what === "package"
      ? /(?:^|\/)node_modules\//.test(path)
        ? null
        : kindOf(path.slice(path.lastIndexOf("/") + 1))
      : path.startsWith(place)
        ? what
        : null;

function entriesBelow(checkout: Checkout, paths: readonly string[], kind: (entry: Entry) => MergeKind | null): readonly Entry[] {
  const found: Entry[] = [];
  for (const path of paths) {
    try {
      for (const each of walkTo(checkout, path)) if (found.length < MOST_FILES && kind(each) !== null) found.push(each);
    } catch {
      // a file or folder that cannot be read counts as missing
    }
  }
  return found;
}

function contentAt({ files, tree }: Opened, path: string): string | null {
  try {
    const entry = files.lstat(path);
    if (!entry) return null;
    // the content of a symbolic link is its target, as git stores it
    if (entry.isSymbolicLink()) return files.link(path);
  } catch {
    return null;
  }
  const read = tree.read(path);
  if (read.kind === "too-large") return `${read.size} bytes`;
  return read.kind === "file" ? read.bytes.toString("latin1") : null;
}

/** A git checkout in which rule files are searched for. `prefix` is the path of the config repository in it. */
interface Opened extends Checkout {
  readonly tree: SourceTree;
  readonly prefix: string;
}

function checkoutAt(folder: string): Opened {
  let top = folder;
  let submodules: ReadonlyMap<string, string> = new Map();
  try {
    const git = findGit(folder);
    top = git?.top ?? folder;
    if (git) submodules = submodulesIn(git);
  } catch {
    // if the folders above cannot be read, `folder` counts as the top of the checkout
  }
  return { files: diskFiles(top), tree: diskTree(top), submodules, prefix: relative(top, folder).split(sep).join("/") };
}

const checkoutOf = (described: TreeDescription): Opened =>
  described.kind === "disk"
    ? checkoutAt(described.folder)
    : { files: filesOf(described), tree: openTree(described), submodules: new Map(), prefix: "" };

/** Returns the files of a checkout (or of a tree that is not on disk) that determine the checks or review of a change. */
export function mergeFiles(described: TreeDescription): readonly MergeFile[] {
  const checkout = checkoutOf(described);
  const { submodules, tree } = checkout;
  const folders = foldersTo(checkout.prefix);
  const read = (paths: readonly string[], kind: (entry: Entry) => MergeKind | null): readonly MergeFile[] =>
    entriesBelow(checkout, paths, kind).flatMap(({ path, link, commit }) => {
      const content = commit === null ? contentAt(checkout, path) : commitWords(commit);
      const what = kind({ path, link, commit });
      return what === null || content === null ? [] : [{ path, link, what, content }];
    });
  const atTop = folders.flatMap((below) => {
    const listed = tree.list(below);
    const names = listed.kind === "entries" ? listed.entries.map(({ name }) => name) : [];
    const modules = [...submodules.keys()].filter((path) => path.startsWith(below)).map((path) => path.slice(below.length));
    const all = new Set([...names, ...modules.map((path) => path.split("/")[0] ?? "")]);
    return [...all].filter((name) => isLookedInto(name)).map((name) => below + name);
  });
  const own = read(atTop, (entry) => kindBelow(folders, entry));
  const found = [...own];
  for (const places = new Places(); places.next(found); )
    for (const place of places.latest)
      append(
        found,
        read([place.path], (entry) => kindAt(place, entry)),
      );
  return once(found);
}

/** Returns the files of a commit that determine the checks or review of a change. */
export async function mergeFilesAt(git: Git, commit: string): Promise<readonly MergeFile[]> {
  const folders = foldersTo(git.prefix);
  const read = async (paths: readonly string[], kind: (entry: Entry) => MergeKind | null): Promise<readonly MergeFile[]> => {
    // with an empty list of paths, git would list everything
    const listed = paths.length === 0 ? [] : ((await git.filesOfTop(commit, paths.includes("") ? [] : paths, "-r")) ?? []);
    const above = [...new Set(paths.flatMap((path) => wayTo(path).slice(0, -1)))];
    const onTheWay = above.length === 0 ? [] : ((await git.filesOfTop(commit, above)) ?? []);
    const entries = [...onTheWay, ...listed].map((file) => ({
      ...file,
      link: file.mode === "120000",
      commit: file.mode === "160000" ? file.object : null,
    }));
    const files = entries.filter((file) => file.mode !== "040000" && kind(file) !== null).slice(0, MOST_FILES);
    const contents = await contentsOf(
      git,
      git.top,
      files.filter((file) => file.commit === null),
    );
    return files.flatMap((file) => {
      const content = file.commit === null ? contents?.get(file.path)?.toString("latin1") : commitWords(file.commit);
      return content === undefined ? [] : [{ path: file.path, link: file.link, content, what: kind(file) ?? "tool" }];
    });
  };
  const listed = await Promise.all(folders.map((folder) => git.filesOfTop(commit, folder === "" ? [] : [folder])));
  const names = listed.flatMap((files) => files ?? []).map(({ path }) => path);
  const atTop = names.filter((path) => isLookedInto(path.slice(path.lastIndexOf("/") + 1)));
  const own = await read(atTop, (entry) => kindBelow(folders, entry));
  const found = [...own];
  for (const places = new Places(); places.next(found); )
    append(found, (await Promise.all(places.latest.map((place) => read([place.path], (entry) => kindAt(place, entry))))).flat());
  return once(found);
}

/** Returns each file once, with the kind that was found for it first. */
const once = (files: readonly MergeFile[]): readonly MergeFile[] => [
  ...new Map([...files].reverse().map((file) => [file.path, file])).values(),
];
