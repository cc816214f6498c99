/** What the mutation check judges, by which tests, and how much of it has to be noticed: the one place that says so. */
export const AREAS = [
  {
    sources: "src/compiler/rules",
    tests: /^test\/compiler\/(?:(?:rules|verdict|compile)\/|run\/(?:one-mistake|damages|folds))/,
    /** Tests that name the rule they are about: those of the rule are tried first, and alone where they notice everything. */
    own: /^test\/compiler\/rules\/(?:examples|texts|changes)\.test/,
    bar: 92,
  },
  { sources: "src/compiler/verdict", tests: /^test\/compiler\/(?:verdict|rules|commands\/compat)/, bar: 92 },
  // a mutant there is met by hundreds of whole swaps: the tests that tell most are tried first
  {
    sources: "src/deploy/swap",
    tests: /^test\/deploy\/(?:swap|rehearse)\/|^test\/cli\/(?:deploy|bundle-verify)|^test\/deploy\/bundle\/exchanged/,
    bar: 90,
    /** Files whose own tests on files in memory notice nearly everything: they stay there. */
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

/** What is remembered from one question to the next would hide what a mutant changes: it is not remembered while mutants are tried. */
export const FORGOTTEN = {
  "src/compiler/verdict/cell.ts": "INDEX.set(matrix, index);",
  "src/compiler/verdict/tool-row.ts": "known.set(text, key);",
};

/** How much of a file has to be noticed: as of its area, or what it has reached. */
export const barOf = ({ bar, bars = {} }, path) => bars[path] ?? bar;

/** How many of a file's mutants may go unnoticed; a small file may have one. */
export const mayLeave = (mutants, bar) => Math.ceil((mutants * (100 - bar)) / 100);

/** Returns the folder of a file: src/compiler/rules/tier, src/compiler/verdict, src/deploy/swap/run. */
export const folderOf = (path) => path.slice(0, path.lastIndexOf("/"));
