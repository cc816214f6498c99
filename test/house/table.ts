/** What each stage of src/ may import. An entry with a '/' is that one file; everything else is refused. */
const READING = ["diagnostic", "source", "schema", "formats", "model"];

export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  diagnostic: [],
  version: [],
  source: ["diagnostic"],
  // Resolving a reference gives the type that cannot be printed.
  io: ["diagnostic", "model/secret.ts", "archive/types.ts", "swap/world.ts"],
  cache: ["io"],
  // Bytes of a zip, and what may not be in one; a name's rule on Windows is the repository's rule too.
  archive: ["diagnostic", "model/paths.ts"],
  schema: ["diagnostic", "source"],
  formats: ["diagnostic", "source"],
  // The verdict's shape is part of what the rules look at; how it is reached is not the model's business.
  model: ["diagnostic", "source", "schema", "formats", "verdict/verdict.ts"],
  verdict: ["diagnostic", "source", "model"],
  // What a vendor's kit is: pure, on bytes that others read.
  kit: [...READING, "archive"],
  compile: [...READING, "verdict", "io"],
  rules: [...READING, "verdict", "compile", "kit"],
  artifacts: [...READING, "verdict", "compile", "version"],
  // Results by key; what a result is, is not its business.
  run: [...READING, "verdict", "compile", "kit", "rules", "artifacts", "cache", "io", "version"],
  // A report is told which terminal it writes to; it does not look.
  report: [...READING, "verdict", "compile", "kit", "rules", "artifacts", "run", "version", "io/host.ts", "swap", "rehearse"],
  // A bundle is made from what was compiled, judged by what it holds, and knows no repository.
  bundle: [...READING, "verdict", "compile", "artifacts", "archive", "kit"],
  // The swap protocol on a world that it is given: machines, scratch trees, tests with faults.
  swap: ["diagnostic", "formats", "model", "schema/records.ts", "bundle", "verdict/tool-row.ts"],
  rehearse: ["formats", "bundle", "swap"],
  commands: [
    ...READING,
    "verdict",
    "compile",
    "archive",
    "kit",
    "bundle",
    "swap",
    "rehearse",
    "rules",
    "artifacts",
    "run",
    "report",
    "io",
    "version",
  ],
  worker: ["compile", "run", "io", "version"],
  cli: ["diagnostic", "commands", "report", "io", "version"],
  index: ["diagnostic", "formats", "version"],
};

/** Third-party packages, each with the stages that may know of it. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  yaml: ["source"],
  ajv: ["schema"],
  handlebars: ["formats"],
  semver: ["model", "compile", "run"],
};

/** Text that the bundler puts into the code. */
export const ASSETS = /^(?:templates\/[^/]+\.hbs|powershell\/[a-z]+\.ps1)$/;

/** The stages that touch files, network, clock, process and environment. */
export const WORLD: readonly string[] = ["io", "cli", "worker"];

/** Built-in modules that compute and nothing else. */
export const PURE_BUILTINS: readonly string[] = [
  "node:buffer",
  "node:crypto",
  "node:path",
  "node:stream",
  "node:url",
  "node:util",
  "node:zlib",
];

/** Uses of the outside world, or of what differs from machine to machine, that need no import. */
export const WORLDLY: Readonly<Record<string, RegExp>> = {
  process: /(?<![.\w$])process\s*[.[]/,
  console: /(?<![.\w$])console\s*\./,
  "the clock": /\bDate\.now\b|\bnew Date\s*\(\s*\)|\bperformance\.now\b/,
  "the machine's time zone": /\.get(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\s*\(/,
  "the machine's locale": /\.toLocale\w*\s*\(|\.localeCompare\s*\(|\bIntl\./,
  chance: /\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\s*\(/,
  "the network": /(?<![.\w$])fetch\s*\(|\bnew WebSocket\b/,
};

export const LONGEST_FILE = 300;
/** Half of the files are shorter than this. */
export const MEDIAN_FILE = 80;
