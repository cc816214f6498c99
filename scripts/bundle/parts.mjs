/**
 * Start-up is files to find, read and compile. Left alone, the bundler's splitting makes a file of every set of modules that on-demand
 * imports share: more than a hundred. So the on-demand imports of one part need each other here, and what they share is one file
 * (docs/performance.md).
 */
import { relative, resolve, sep } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./options.mjs";

/** Nearly every run needs these: they are one file, which comes with the entry itself, and answer from the cache without any other part. */
const START = {
  name: "start",
  of: /^src\/(cli|cli\/(index|dispatch|help)|compiler\/commands\/check\/(check|compile)|report\/forms\/(json|text))\.ts$/,
};

/** What is imported on demand, by the part that it belongs to. */
const PARTS = [
  // the library's codecs, for programs that compile nothing
  { name: "codecs", of: /^src\/index\.ts$/ },
  START,
  // further forms of findings: a check that answers from the cache prints them without the part that computes
  { name: "forms", of: /^src\/report\/forms\/(?!sarif).*\.ts$/ },
  // commands on one file, which need its codec and nothing else
  { name: "edit", of: /^src\/compiler\/commands\/(properties\/(get|set|unset|list)|log4j2\/(show|set-[a-z]+))\.ts$/ },
  // reads logs, asks nobody and computes nothing
  { name: "logs", of: /^src\/diagnose\/commands\/diagnose\/diagnose\.ts$/ },
  // bundles, kits and swaps: a check that computes needs none of them
  {
    name: "swap",
    of: /^src\/(deploy|author)\/commands\/|^src\/cli\/commands\/completion\/|^src\/compiler\/commands\/kit\/|^src\/serve\/commands\/report\/|^src\/platform\/(swap-world|git|scratch|sign-command)\.ts$/,
  },
  // nearly every range is read without npm's code
  { name: "ranges", of: /^src\/compiler\/run\/npm-range\.ts$/ },
  // what a compile writes and a check does not, with the templates' own compiler
  { name: "artifacts", of: /^src\/compiler\/artifacts\/|^src\/compiler\/commands\/explain\/why\.ts$/, needs: "compute" },
  // rules, schemas, codecs, and the commands that are little beside them
  {
    name: "compute",
    of: /^src\/worker\.ts$|^src\/compiler\/(run|rules|load)\/|^src\/compiler\/commands\/((log4j2|properties)\/lint|compat\/compat|explain\/explain)\.ts$/,
  },
  // names every rule and compresses: a check in words does neither, and Node's zlib takes half a millisecond to load
  { name: "sarif", of: /^src\/report\/forms\/sarif\.ts$/ },
];

/** What fits none asks servers or reads what they wrote; a check that computes needs none of it. */
const OTHERS = "asking";

const nameOf = (path) => relative(ROOT, path).split(sep).join("/");
const partOf = (name) => PARTS.find(({ of }) => of.test(name))?.name ?? OTHERS;

/** The entry and every module that the sources import on demand, as the bundler itself finds them; sorted. */
async function membersOf(options, entry) {
  const { metafile } = await build({ ...options, entryPoints: [entry], outdir: "build", write: false, metafile: true });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return [
    ...new Set([
      entry,
      ...imports.filter(({ kind, external }) => kind === "dynamic-import" && !external).map(({ path }) => path),
    ]),
  ].sort();
}

/** @returns {Promise<import("esbuild").Plugin>} a plug-in by which every on-demand import brings the others of its part along */
export async function parts(options, entry) {
  const members = await membersOf(options, entry);
  return {
    name: "parts",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) =>
        kind === "dynamic-import" || kind === "entry-point"
          ? { path: nameOf(resolve(resolveDir, path)), namespace: "part" }
          : null,
      );
      // what a part brings along is kept although nothing of it is named
      onResolve({ filter: /^\.\/src\// , namespace: "part" }, ({ path }) => ({ path: resolve(ROOT, path), sideEffects: true }));
      onLoad({ filter: /./, namespace: "part" }, ({ path }) => {
        // every other part of the command brings the first one along, so that all of the first is one file
        const first = partOf(entry) === START.name;
        const own = partOf(path);
        const needed = PARTS.find(({ name }) => name === own)?.needs ?? own;
        const near = (name) => [own, needed].includes(partOf(name)) || (first && partOf(name) === START.name);
        const others = members.filter((name) => name !== path && near(name));
        const contents = [...others.map((name) => `import "./${name}";`), `export * from "./${path}";`].join("\n");
        return { contents, loader: "js", resolveDir: ROOT };
      });
    },
  };
}
