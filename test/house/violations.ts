import { withoutComments } from "./comments.ts";
import { type Import, importsOf, type Source, stageOf } from "./imports.ts";
import {
  ALLOWED,
  ASSETS,
  ASSET_STAGES,
  LONGEST_FILE,
  PACKAGES,
  PURE_BUILTINS,
  SWAP_PARTS,
  WORLD,
  WORLDLY,
  WORLDLY_FILES,
} from "./table.ts";

/** Files that hold one member of an open set; what several of them share lies in files of its own. */
const MEMBER = /^export const (rule|command)\b/m;

/** `members`: what each such file holds, by path; "" for a file of another kind. */
function ourImport(found: Import, members: ReadonlyMap<string, string>): string | null {
  const from = stageOf(found.from);
  const to = stageOf(found.to);
  const here = `${found.from}:${found.line}`;
  if (ASSETS.test(found.to) && ASSET_STAGES.includes(from)) return null;
  if (!found.to.startsWith("src/")) return `${here}: imports ${found.to}, which is outside src/`;
  const kind = members.get(found.from);
  if (kind && members.get(found.to) === kind)
    return `${here}: a ${kind} imports the ${kind} ${found.to}; they know nothing of each other`;
  if (from === to) return from === "swap" ? withinSwap(found) : null;
  const allowed = ALLOWED[from];
  if (!allowed) return `${here}: the stage '${from}' has no line in test/house/table.ts`;
  const file = found.to.slice("src/".length);
  return allowed.includes(to) || allowed.includes(file) ? null : `${here}: ${from} may not import ${to} (${found.to})`;
}

/** The part of swap/ that a file lies in. */
const swapPart = (path: string): number => SWAP_PARTS.indexOf(path.split("/")[2] ?? "");

function withinSwap(found: Import): string | null {
  const [from, to] = [swapPart(found.from), swapPart(found.to)];
  const here = `${found.from}:${found.line}`;
  if (from < 0) return `${here}: lies in no part of swap/ that test/house/table.ts names`;
  return to <= from ? null : `${here}: imports ${found.to}, which stands above it`;
}

function foreignImport(found: Import): string | null {
  const stage = stageOf(found.from);
  const here = `${found.from}:${found.line}`;
  if (found.to.startsWith("node:")) {
    if (WORLD.includes(stage) || PURE_BUILTINS.includes(found.to)) return null;
    return `${here}: only ${WORLD.join(", ")} may import ${found.to}`;
  }
  const name = found.to.split("/", found.to.startsWith("@") ? 2 : 1).join("/");
  return PACKAGES[name]?.includes(stage) ? null : `${here}: ${stage} may not import the package ${name}`;
}

/** Imports that the table does not allow, as sentences. */
export function importViolations(sources: readonly Source[]): string[] {
  const imports = sources.flatMap(importsOf);
  const members = new Map(sources.map(({ path, text }): [string, string] => [path, MEMBER.exec(text)?.[1] ?? ""]));
  return imports.map((found) => (found.ours ? ourImport(found, members) : foreignImport(found))).filter((text) => text !== null);
}

/** What the table allows and no file uses, as sentences: a permission that nobody needs hides the import that nobody wanted. */
export function unusedPermissions(sources: readonly Source[]): string[] {
  const imports = sources.flatMap(importsOf);
  const foreign = imports.filter(({ ours }) => !ours);
  const used = new Set(
    imports.filter(({ ours }) => ours).flatMap(({ from, to }) => [stageOf(to), to].map((what) => `${stageOf(from)} ${what}`)),
  );
  const uses = (stage: string, entry: string): boolean => used.has(`${stage} ${entry.includes("/") ? `src/${entry}` : entry}`);
  const stages = Object.entries(ALLOWED).flatMap(([stage, entries]) =>
    entries.filter((entry) => !uses(stage, entry)).map((entry) => `${stage} does not use ${entry}`),
  );
  const packages = Object.entries(PACKAGES).flatMap(([name, users]) =>
    users
      .filter((user) => !foreign.some(({ from, to }) => stageOf(from) === user && (to === name || to.startsWith(`${name}/`))))
      .map((user) => `${user} does not use the package ${name}`),
  );
  return [...stages, ...packages];
}

/** Permissions that lead to a stage below, which the order of the table does not allow: an arrow up in the picture of the imports. */
export function upwardPermissions(table: Readonly<Record<string, readonly string[]>>): string[] {
  const order = Object.keys(table);
  return order.flatMap((stage, i) =>
    (table[stage] ?? [])
      .filter((entry) => !order.slice(0, i).includes(entry.split("/")[0] ?? ""))
      .map((entry) => `${stage} may import ${entry}, which does not stand above it in test/house/table.ts`),
  );
}

/** Uses of the outside world without an import, outside the stages that may. */
export function worldViolations(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !WORLD.includes(stageOf(path)))
    .flatMap(({ path, text }) => {
      const lines = withoutComments(text, { literals: false }).split("\n");
      return lines.flatMap((line, i) =>
        Object.entries(WORLDLY)
          .filter(([what, pattern]) => pattern.test(line) && !WORLDLY_FILES[path]?.includes(what))
          .map(([what]) => `${path}:${i + 1}: uses ${what}; only ${WORLD.join(", ")} may`),
      );
    });
}

export function lengthViolations(sources: readonly Source[]): string[] {
  const long = sources
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > LONGEST_FILE);
  return long.map(({ path, lines }) => `${path}: ${lines} lines; at most ${LONGEST_FILE}`);
}

/** One cycle of a graph as the names on it, or null. */
export function cycleOf(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Files that import each other in a circle, types included. */
export function fileCycle(sources: readonly Source[]): string[] | null {
  const ours = (source: Source) => importsOf(source).filter((found) => found.ours);
  return cycleOf(new Map(sources.map((source) => [source.path, ours(source).map((found) => found.to)])));
}
