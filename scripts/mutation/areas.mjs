/** The areas of the sources that the mutation check covers, each with its tests and the share of mutants that they must notice. */
export const AREAS = [
  {
    sources: "src/compiler/rules",
    tests: /^test\/compiler\/(?:(?:rules|verdict|compile)\/|run\/(?:one-mistake|damages|folds))/,
    /** test files with tests named after one rule: those of the mutated rule are tried first, and alone if they notice everything */
    own: /^test\/compiler\/rules\/(?:examples|texts|changes)\.test/,
    bar: 92,
  },
  { sources: "src/compiler/verdict", tests: /^test\/compiler\/(?:verdict|rules|commands\/compat)/, bar: 92 },
  // hundreds of whole swaps execute a mutant of the swap, so the tests that notice most are tried first
  {
    sources: "src/deploy/swap",
    tests: /^test\/deploy\/(?:swap|rehearse)\/|^test\/cli\/(?:deploy|bundle-verify)|^test\/deploy\/bundle\/exchanged/,
    bar: 90,
    /** files whose own tests, on files in memory, notice nearly everything; this share must not fall */
    bars: {
      "src/deploy/swap/run/confine.ts": 98,
      "src/deploy/swap/run/install.ts": 98,
      "src/deploy/swap/run/perform.ts": 98,
      "src/deploy/swap/run/recover.ts": 98,
      "src/deploy/swap/run/rollback.ts": 98,
      "src/deploy/swap/run/rollback-what-if.ts": 98,
      "src/deploy/swap/run/stage-ahead.ts": 96,
      "src/deploy/swap/run/way-back.ts": 98,
      "src/deploy/swap/run/what-if.ts": 96,
    },
    together: true,
  },
];

export const NOT_CODE = /\.generated\.ts$|\/example(?:-kit|-sign-in)?\.ts$/;

/** Code of caches that is replaced while mutants are tried, because a cached result would hide the effect of a mutant. */
export const FORGOTTEN = {
  "src/compiler/verdict/cell.ts": "INDEX.set(matrix, index);",
  "src/compiler/verdict/tool-row.ts": "known.set(text, key);",
};

/** Returns the percentage of a file's mutants that tests must notice: that of its area, or its own. */
export const barOf = ({ bar, bars = {} }, path) => bars[path] ?? bar;

/** Returns how many of a file's mutants can stay unnoticed; in a small file, one can. */
export const mayLeave = (mutants, bar) => Math.ceil((mutants * (100 - bar)) / 100);

/** Returns the folder of a file: src/compiler/rules/tier, src/compiler/verdict, src/deploy/swap/run. */
export const folderOf = (path) => path.slice(0, path.lastIndexOf("/"));
