import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diskTree } from "../../src/platform/disk-tree.ts";
import { memoryTree, nodeTree } from "../../src/platform/memory-tree.ts";
import { openTree, overlayTree } from "../../src/platform/open-tree.ts";
import { InputRecord } from "../../src/platform/input-record.ts";
import type { OpenTree, SourceTree, TreeNode } from "../../src/platform/source-tree.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";

const unix = process.platform !== "win32";

/** Links by their paths, each with what is written in it. */
type Links = Readonly<Record<string, string>>;

function made(files: Readonly<Record<string, string>>, links: Links): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  for (const [path, to] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(to, join(folder, path));
  }
  return folder;
}

const nodesOf = (files: Readonly<Record<string, string>>, links: Links): ReadonlyMap<string, TreeNode> =>
  new Map<string, TreeNode>([
    ...Object.entries(files).map(([path, text]): [string, TreeNode] => [path, { bytes: Buffer.from(text) }]),
    ...Object.entries(links).map(([path, link]): [string, TreeNode] => [path, { link }]),
  ]);

/** Everything that a tree says of a path. */
const says = (tree: SourceTree, path: string) => ({
  path,
  read: tree.read(path),
  small: tree.read(path, 3),
  list: tree.list(path),
  states: [tree.state(path), tree.state(`${path}/`)],
});

const FILES = {
  "a.yaml": "a: 1\n",
  "b.txt": "\uFEFFb",
  "environments/demo/environment.yaml": "name: demo\n",
  "environments/demo/installed/x.properties": "k=v\n",
  "releases/1/base/connector.properties": "k=w\n",
  "environments/pointer.yaml": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`,
};

const LINKS = {
  "environments/again": "demo",
  "environments/demo/site.yaml": "../../a.yaml",
  "environments/round": "round",
  "environments/one": "two",
  "environments/two": "one",
  "environments/nowhere.yaml": "nothing/at/all",
  "environments/demo/installed/linked.properties": "x.properties",
  "releases/1/base/client.properties": "connector.properties",
  "environments/file": "../b.txt",
  "environments/self": ".",
  "environments/above": "../environments/demo",
  "environments/all": "..",
};

const PATHS = [
  ...Object.keys(FILES),
  ...Object.keys(LINKS),
  ".",
  "*.yaml",
  "none",
  "none/below",
  "environments",
  "environments/demo",
  "environments/demo/none.yaml",
  "environments/again/environment.yaml",
  "environments/again/site.yaml",
  "environments/self/self/demo/environment.yaml",
  "environments/all/a.yaml",
  "environments/above/environment.yaml",
  "environments/round/x",
  "environments/one/x",
  "environments/nowhere.yaml/x",
  "environments/file/x",
  "environments/demo/environment.yaml/x/y",
  "environments/again/installed/x.properties",
  "../out",
  "environments/../a.yaml",
  ".git/config",
  "environments/.GIT/x",
  "git~1",
  "releases/1/base",
  "a\0b",
  "n".repeat(300),
  `environments/${"n".repeat(300)}/x`,
  "n/".repeat(3_000),
];

describe("[A1] a tree in memory says of every path what the same files on a disk say", () => {
  test.runIf(unix)("files, folders, links, loops, Git LFS pointers, and what no tree reads", () => {
    const disk = diskTree(made(FILES, LINKS));
    const memory = nodeTree(nodesOf(FILES, LINKS));
    for (const path of PATHS) expect(says(memory, path)).toEqual(says(disk, path));
  });

  test.runIf(unix)("a link that leads out of it is not followed", () => {
    const links = { "environments/out": "../../../../../../../../etc/hosts", "environments/git": "../.git/config" };
    const folder = made({ ...FILES, ".git/config": "" }, links);
    const [disk, memory] = [diskTree(folder), nodeTree(nodesOf(FILES, links))];
    for (const path of [...Object.keys(links), "environments"]) expect(says(memory, path)).toEqual(says(disk, path));
    expect(memory.read("environments/out")).toMatchObject({ kind: "unreadable", why: expect.stringMatching(/leads out of/) });
    expect(memory.read("environments/git")).toMatchObject({ kind: "unreadable", why: expect.stringMatching(/in \.git/) });
  });

  const name = fc.constantFrom("a", "b", "c.yaml");
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const target = fc.array(fc.constantFrom("a", "b", "c.yaml", ".."), { minLength: 1, maxLength: 4 });

  test.runIf(unix)("any files and links", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 6 }),
        fc.array(fc.tuple(path, target), { maxLength: 5 }),
        fc.array(path, { minLength: 3, maxLength: 8 }),
        (files, links, asked) => {
          const taken = new Set<string>();
          const free = (one: string) => {
            const parts = one.split("/").map((_, i, all) => all.slice(0, i + 1).join("/"));
            if (parts.some((part) => taken.has(part)) || [...taken].some((other) => other.startsWith(`${one}/`))) return false;
            return taken.add(one);
          };
          const own = Object.fromEntries(files.filter(free).map((one) => [one, `of ${one}`]));
          // one that leads above the folder would be judged by what lies there
          const linked = Object.fromEntries(
            links
              .filter(([one, to]) => to.filter((part) => part === "..").length < one.split("/").length && free(one))
              .map(([one, to]) => [one, to.join("/")]),
          );
          const folder = made(own, linked);
          try {
            const [disk, memory] = [diskTree(folder), nodeTree(nodesOf(own, linked))];
            const outside = (said: unknown) => /leads out of|leads nowhere|"broken"/.test(JSON.stringify(said));
            for (const one of [".", ...asked, ...taken]) {
              const said = says(disk, one);
              if (!outside(said)) expect(says(memory, one)).toEqual(said);
            }
          } finally {
            rmSync(folder, { recursive: true });
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** The files and links of a folder as nodes. */
function nodesIn(folder: string, below = ""): [string, TreeNode][] {
  return readdirSync(join(folder, below)).flatMap((name): [string, TreeNode][] => {
    const path = below === "" ? name : `${below}/${name}`;
    const stat = lstatSync(join(folder, path));
    if (stat.isDirectory()) return nodesIn(folder, path);
    return [
      [path, stat.isSymbolicLink() ? { link: readlinkSync(join(folder, path)) } : { bytes: readFileSync(join(folder, path)) }],
    ];
  });
}

const CHANGED = new Map([
  ["a.yaml", Buffer.from("a: 2\n")],
  ["environments/demo/environment.yaml", Buffer.from("name: other\n")],
  ["environments/new/environment.yaml", Buffer.from("name: new\n")],
  ["templates/own.tpl", Buffer.from("text")],
  ["c.yaml", Buffer.from("c\n")],
]);

describe("[A1] changes over a tree are read, listed and recorded as if they lay there", () => {
  const links: Links = unix ? LINKS : {};

  test("over a disk and over a memory, in this thread and described to another one", () => {
    const written = made(FILES, links);
    for (const [path, bytes] of CHANGED) {
      mkdirSync(dirname(join(written, path)), { recursive: true });
      writeFileSync(join(written, path), bytes);
    }
    rmSync(join(written, "b.txt"));
    const changes = new Map<string, Buffer | null>([...CHANGED, ["b.txt", null]]);
    const folder = made(FILES, links);
    const trees: OpenTree[] = [diskTree(folder), nodeTree(new Map(nodesIn(folder)))].map((under) => overlayTree(under, changes));
    const asked = [...PATHS, ...changes.keys(), "environments/new", "templates"];
    for (const tree of [...trees, ...trees.map(({ described }) => openTree(structuredClone(described)))])
      for (const path of asked) expect(says(tree, path)).toEqual(says(diskTree(written), path));
    expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe(FILES["a.yaml"]);
  });

  test("what was seen of them proves nothing without reading, and what lies beside them does", () => {
    const folder = made(FILES, {});
    const disk = diskTree(folder);
    const stampsOf = (tree: OpenTree, path: string) => {
      const seen = new InputRecord();
      tree.recorded(seen).read(path);
      return seen;
    };
    const path = "environments/demo/environment.yaml";
    const { stamps, states } = stampsOf(disk, path);
    if (stamps === null) throw new Error("the disk has stamps");
    const over = (changed: string) => overlayTree(disk, new Map([[changed, Buffer.from("new\n")]]));
    expect([disk.unchanged(stamps), over("releases/x.yaml").unchanged(stamps)]).toEqual([true, true]);
    expect([over(path).unchanged(stamps), over("environments/demo/new.yaml").unchanged(stamps)]).toEqual([false, false]);
    const seen = stampsOf(over(path), path);
    expect([seen.stamps, seen.states.get(path) === states.get(path)]).toEqual([null, false]);
    expect(stampsOf(memoryTree(new Map([[path, FILES[path]]])), path).states).toEqual(states);
  });
});
