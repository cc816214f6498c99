import { type MergeFile, type OpenTree, type SourceTree, mergeFiles } from "../../../platform/index.ts";
import { environmentNames } from "../../load/environment-names.ts";
import { EXCEPTIONS_PATH, MATRIX_PATH } from "../../../kernel/index.ts";
import type { RuleFile } from "../../plan/side.ts";
import type { RepositorySide } from "../../run/compare.ts";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;
/** Of these every entry counts: one may be about any package on the way to the tool. */
const REPLACEMENTS = ["overrides", "resolutions", "pnpm", "patchedDependencies"] as const;
/** Scripts that package managers run by themselves while they install. */
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish"] as const;

/** Parts that say something, as text; null: none does. */
const saying = (parts: readonly unknown[]): string | null =>
  parts.every((part) => part === undefined) ? null : JSON.stringify(parts);

const NAME = "tierwright";

/** What a package's file says of the tool that compiles: which one is installed, or that this package is one. */
function toolOfPackage(file: Fields): string | null {
  const commands = typeof file.bin === "string" ? undefined : fieldsOf(file.bin)[NAME];
  const replaced = REPLACEMENTS.map((name) => file[name]);
  const own = file.name === NAME ? NAME : undefined;
  return saying([...DEPENDENCIES.map((name) => fieldsOf(file[name])[NAME]), ...replaced, own, commands]);
}

/** What of a package's file runs or leads elsewhere while packages are installed. */
function installationOfPackage(file: Fields): string | null {
  const scripts = fieldsOf(file.scripts);
  const others = ["packageManager", "devEngines", "workspaces", "trustedDependencies"].map((name) => file[name]);
  return saying([...INSTALL_SCRIPTS.map((name) => scripts[name]), ...others]);
}

/** Entries of npm's lock that are the tool or bring a command of its name, and which packages run something while they are installed. */
function toolOfLock(file: Fields): string | null {
  const entries = Object.entries({ ...fieldsOf(file.dependencies), ...fieldsOf(file.packages) });
  return saying(
    entries.flatMap(([path, value]) => {
      const { name, bin, hasInstallScript, version, resolved, integrity } = fieldsOf(value);
      if (path === "") return [];
      if (/(?:^|\/)tierwright$/i.test(path) || name === NAME || NAME in fieldsOf(bin)) return [[path, value]];
      return hasInstallScript === true ? [[path, version, resolved, integrity]] : [];
    }),
  );
}

/** Blocks of a lock in lines (Yarn, pnpm, Bun) that speak of the tool: a line with its name, and what is indented deeper below it. */
function toolOfLines(content: string): string | null {
  let depth: number | null = null;
  const lines = content.split(/\r?\n/).filter((line) => {
    if (line.trim() === "") return false;
    const own = line.length - line.trimStart().length;
    if (depth !== null && own > depth) return true;
    depth = /tierwright/i.test(line) ? own : null;
    return depth !== null;
  });
  return lines.length === 0 ? null : lines.join("\n");
}

/** The part of a file that decides how a change is judged, as what it does; a file that cannot be read as one is taken as it is. */
export function decidingParts({ path, what, content }: MergeFile): readonly RuleFile[] {
  const part = (kind: RuleFile["what"], text: string | null): readonly RuleFile[] =>
    text === null ? [] : [{ path, what: kind, content: text }];
  if (what !== "package" && what !== "lock") return part(what, content);
  if (what === "lock" && !/\.json$/i.test(path)) return part("tool", content.includes("\0") ? content : toolOfLines(content));
  let file: Fields;
  try {
    file = fieldsOf(JSON.parse(content.replace(/^\u00ef\u00bb\u00bf/, "")));
  } catch {
    return part("tool", content);
  }
  if (what === "lock") return part("tool", toolOfLock(file));
  return [...part("tool", toolOfPackage(file)), ...part("installation", installationOfPackage(file))];
}

/** What decides what may be merged: `merge` of the checkout, and the matrix and its exceptions. */
export function ruleFiles(files: SourceTree, merge: readonly MergeFile[]): readonly RuleFile[] {
  const own = ([path, what]: readonly [string, RuleFile["what"]]): readonly RuleFile[] => {
    const read = files.read(path);
    return read.kind === "file" ? [{ path, what, content: read.bytes.toString("latin1") }] : [];
  };
  return [...own([MATRIX_PATH, "matrix"]), ...own([EXCEPTIONS_PATH, "exceptions"]), ...merge.flatMap(decidingParts)];
}

/** Another state of the repository. */
export function repositorySide(tree: OpenTree, merge: readonly MergeFile[] = mergeFiles(tree.described)): RepositorySide {
  return { tree: tree.described, names: environmentNames(tree), rules: ruleFiles(tree, merge) };
}
