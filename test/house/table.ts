/** What each stage of src/ may import. An entry with a '/' is that one file; everything else is refused. */
const READING = ["diagnostic", "source", "schema", "formats", "model"];

export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  diagnostic: [],
  version: [],
  source: ["diagnostic"],
  // Resolving a reference gives the type that cannot be printed.
  io: ["diagnostic", "model/secret.ts"],
  cache: ["io"],
  schema: ["diagnostic", "source"],
  formats: ["diagnostic", "source"],
  // The verdict's shape is part of what the rules look at; how it is reached is not the model's business.
  model: ["diagnostic", "source", "schema", "formats", "verdict/verdict.ts"],
  verdict: ["diagnostic", "source", "model"],
  compile: [...READING, "verdict", "io"],
  rules: [...READING, "verdict", "compile"],
  artifacts: [...READING, "verdict", "compile", "version"],
  // Results by key; what a result is, is not its business.
  run: [...READING, "verdict", "compile", "rules", "artifacts", "cache", "io", "version"],
  // A report is told which terminal it writes to; it does not look.
  report: [...READING, "verdict", "compile", "rules", "artifacts", "run", "version", "io/host.ts"],
  commands: [...READING, "verdict", "compile", "rules", "artifacts", "run", "report", "io", "version"],
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
export const ASSETS = /^templates\/[^/]+\.hbs$/;

/** The stages that touch files, network, clock, process and environment. */
export const WORLD: readonly string[] = ["io", "cli", "worker"];

/** Built-in modules that compute and nothing else. */
export const PURE_BUILTINS: readonly string[] = ["node:buffer", "node:crypto", "node:path", "node:url", "node:util"];

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
