import { type MergeFile, type OpenTree, type SourceTree, mergeFiles } from "../../../platform/index.ts";
import { environmentNames } from "../../load/environment-names.ts";
import { COMMAND, EXCEPTIONS_PATH, MATRIX_PATH, PACKAGE_NAMES } from "../../../kernel/index.ts";
import type { RuleFile } from "../../plan/side.ts";
import type { RepositorySide } from "../../run/compare.ts";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;
/** Fields of package.json that are compared whole, because any entry of them can replace a package that Tierwright depends on. */
const REPLACEMENTS = ["overrides", "resolutions", "pnpm", "patchedDependencies"] as const;
/** Scripts that package managers run during an installation. */
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish"] as const;

/** Returns values from a JSON file as one JSON text, which is compared; null if all of them are absent. */
const saying = (parts: readonly unknown[]): string | null =>
  parts.every((part) => part === undefined) ? null : JSON.stringify(parts);

/**
 * Returns the entries of package.json that decide which Tierwright package is installed, or that the package is Tierwright itself; null if
 * there are none.
 */
function toolOfPackage(file: Fields): string | null {
  const commands = typeof file.bin === "string" ? undefined : fieldsOf(file.bin)[COMMAND];
  const replaced = REPLACEMENTS.map((name) => file[name]);
  const own = PACKAGE_NAMES.find((name) => file.name === name);
  const named = PACKAGE_NAMES.flatMap((name) => DEPENDENCIES.map((list) => fieldsOf(file[list])[name]));
  return saying([...named, ...replaced, own, commands]);
}

/** Returns the entries of package.json that run code or redirect packages during an installation; null if there are none. */
function installationOfPackage(file: Fields): string | null {
  const scripts = fieldsOf(file.scripts);
  const others = ["packageManager", "devEngines", "workspaces", "trustedDependencies"].map((name) => file[name]);
  return saying([...INSTALL_SCRIPTS.map((name) => scripts[name]), ...others]);
}

/**
 * Returns the entries of npm's lock file for the package Tierwright, for packages with a command of its name, and for packages that run a
 * script during an installation; null if there are none.
 */
function toolOfLock(file: Fields): string | null {
  const entries = Object.entries({ ...fieldsOf(file.dependencies), ...fieldsOf(file.packages) });
  return saying(
    entries.flatMap(([path, value]) => {
      const { name, bin, hasInstallScript, version, resolved, integrity } = fieldsOf(value);
      if (path === "") return [];
      if (/(?:^|\/)tierwright$/i.test(path) || PACKAGE_NAMES.some((own) => own === name) || COMMAND in fieldsOf(bin))
        return [[path, value]];
      return hasInstallScript === true ? [[path, version, resolved, integrity]] : [];
    }),
  );
}

/**
 * Returns the blocks of a line-based lock file (Yarn, pnpm, Bun) about Tierwright: each line that contains the word tierwright, and the
 * more deeply indented lines below that line. Returns null if there are none.
 */
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

/**
 * Returns the parts of a file that decide how a change is checked (for example the dependency on Tierwright in package.json), each with its
 * kind. A package.json or JSON lock file that cannot be parsed is one part.
 */
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

/**
 * Returns the files that decide what can be merged: the matrix, the exceptions, and the parts of `merge`, the files of the Git checkout
 * such as workflows and CODEOWNERS.
 */
export function ruleFiles(files: SourceTree, merge: readonly MergeFile[]): readonly RuleFile[] {
  const own = ([path, what]: readonly [string, RuleFile["what"]]): readonly RuleFile[] => {
    const read = files.read(path);
    return read.kind === "file" ? [{ path, what, content: read.bytes.toString("latin1") }] : [];
  };
  return [...own([MATRIX_PATH, "matrix"]), ...own([EXCEPTIONS_PATH, "exceptions"]), ...merge.flatMap(decidingParts)];
}

/** Returns a config repository, as on disk or at a commit, in the form in which a plan compares it. */
export function repositorySide(tree: OpenTree, merge: readonly MergeFile[] = mergeFiles(tree.described)): RepositorySide {
  return { tree: tree.described, names: environmentNames(tree), rules: ruleFiles(tree, merge) };
}
