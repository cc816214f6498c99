import { withoutComments } from "./comments.ts";
import { posix } from "node:path";
import { type Import, importsOf, roomOf, sliceOf, type Source } from "./imports.ts";
import {
  ALLOWED,
  ASSETS,
  ASSET_ROOMS,
  LONGEST_FILE,
  PACKAGES,
  PURE,
  PURE_BUILTINS,
  ROOMS,
  SWAP_PARTS,
  WORLD,
  WORLDLY,
  WORLDLY_FILES,
} from "./table.ts";

/** Files that hold one member of an open set; what several of them share lies in files of its own. */
const MEMBER = /^export const (rule|command)\b/m;

/** `members`: what each such file holds, by path; "" for a file of another kind. */
function ourImport(found: Import, members: ReadonlyMap<string, string>): string | null {
  const [from, to] = [sliceOf(found.from), sliceOf(found.to)];
  const here = `${found.from}:${found.line}`;
  if (ASSETS.test(found.to) && ASSET_ROOMS.includes(roomOf(found.from))) return null;
  if (!found.to.startsWith("src/")) return `${here}: imports ${found.to}, which is outside src/`;
  const kind = members.get(found.from);
  if (kind && members.get(found.to) === kind)
    return `${here}: a ${kind} imports the ${kind} ${found.to}; they know nothing of each other`;
  if (from === to) return withinSlice(found);
  const allowed = ALLOWED[from];
  if (!allowed) return `${here}: the slice '${from}' has no line in test/house/table.ts`;
  if (!allowed.includes(to)) return `${here}: ${from} may not import ${to} (${found.to})`;
  // an entry point loads the one file that it starts; the public API names the files that its declarations consist of
  if ((found.onDemand && from.endsWith(".ts")) || from === "index.ts") return null;
  if (found.to !== `src/${to}/index.ts`) return `${here}: imports ${found.to}; of another slice only src/${to}/index.ts`;
  return to === "platform" && !found.typeOnly && PURE.includes(roomOf(found.from))
    ? `${here}: ${roomOf(found.from)} computes on what it is given; of the platform it takes types alone`
    : null;
}

/** Returns what is wrong with an import of the same slice: the index, a room to the right, a later part of swap/. */
function withinSlice(found: Import): string | null {
  const here = `${found.from}:${found.line}`;
  const slice = sliceOf(found.from);
  if (found.from === `src/${slice}/index.ts`) return null;
  if (found.to === `src/${slice}/index.ts`) return `${here}: imports the index of its own slice`;
  const rooms = ROOMS[slice];
  if (!rooms || roomOf(found.to) === slice) return null;
  const [from, to] = [found.from, found.to].map((path) => rooms.indexOf(roomOf(path).slice(slice.length + 1))) as [
    number,
    number,
  ];
  if (from < 0)
    return roomOf(found.from) === slice ? null : `${here}: lies in no room of ${slice} that test/house/table.ts names`;
  if (to > from) return `${here}: imports ${found.to}, whose room stands to the right of its own`;
  return roomOf(found.from) === "deploy/swap" && to === from ? withinSwap(found) : null;
}

/** The part of swap/ that a file lies in. */
const swapPart = (path: string): number => SWAP_PARTS.indexOf(path.split("/")[3] ?? "");

function withinSwap(found: Import): string | null {
  const [from, to] = [swapPart(found.from), swapPart(found.to)];
  const here = `${found.from}:${found.line}`;
  if (from < 0) return `${here}: lies in no part of swap/ that test/house/table.ts names`;
  return to <= from ? null : `${here}: imports ${found.to}, which stands above it`;
}

function foreignImport(found: Import): string | null {
  const here = `${found.from}:${found.line}`;
  if (found.to.startsWith("node:")) {
    if (WORLD.includes(sliceOf(found.from)) || PURE_BUILTINS.includes(found.to)) return null;
    return `${here}: only ${WORLD.join(", ")} may import ${found.to}`;
  }
  const name = found.to.split("/", found.to.startsWith("@") ? 2 : 1).join("/");
  const rooms = PACKAGES[name] ?? [];
  return rooms.includes(sliceOf(found.from)) || rooms.includes(roomOf(found.from))
    ? null
    : `${here}: ${roomOf(found.from)} may not import the package ${name}`;
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
  const used = new Set(imports.filter(({ ours }) => ours).map(({ from, to }) => `${sliceOf(from)} ${sliceOf(to)}`));
  const slices = Object.entries(ALLOWED).flatMap(([slice, entries]) =>
    entries.filter((entry) => !used.has(`${slice} ${entry}`)).map((entry) => `${slice} does not use ${entry}`),
  );
  const packages = Object.entries(PACKAGES).flatMap(([name, users]) =>
    users
      .filter(
        (user) =>
          !foreign.some(
            ({ from, to }) => [sliceOf(from), roomOf(from)].includes(user) && (to === name || to.startsWith(`${name}/`)),
          ),
      )
      .map((user) => `${user} does not use the package ${name}`),
  );
  return [...slices, ...packages];
}

/** Names that an index.ts lists and no other slice imports, as sentences. */
export function unusedExports(sources: readonly Source[]): string[] {
  const used = new Set(sources.flatMap(namesFromIndex));
  return sources
    .filter(({ path }) => /^src\/[^/]+\/index\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\{([^}]*)\}/g)]
        .flatMap(([, names = ""]) => names.split(","))
        .map((name) => (name.split(" as ")[1] ?? name).replace(/^\s*type /, "").trim())
        .filter((name) => name !== "" && !used.has(`${path} ${name}`))
        .map((name) => `${path}: nobody imports ${name}`),
    );
}

/** Returns "PATH NAME" for every name that a file takes from an index.ts of another slice. */
function namesFromIndex({ path, text }: Source): string[] {
  return [...text.matchAll(/\{([^{}]*)\} from "([^"]+\/index\.ts)"/g)].flatMap(([, names = "", specifier = ""]) => {
    const index = posix.join(posix.dirname(path), specifier);
    return names.split(",").map((name) => `${index} ${(name.split(" as ")[0] ?? "").replace(/^\s*type /, "").trim()}`);
  });
}

/** Permissions that lead to a slice below, which the order of the table does not allow: an arrow up in the picture of the imports. */
export function upwardPermissions(table: Readonly<Record<string, readonly string[]>>): string[] {
  const order = Object.keys(table);
  return order.flatMap((slice, i) =>
    (table[slice] ?? [])
      .filter((entry) => !order.slice(0, i).includes(entry))
      .map((entry) => `${slice} may import ${entry}, which does not stand above it in test/house/table.ts`),
  );
}

/** Uses of the outside world without an import, outside the slices that may. */
export function worldViolations(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !WORLD.includes(sliceOf(path)))
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
