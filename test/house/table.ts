/**
 * The slices of src/ and its entry points, from the lowest to the highest, and what each imports: only slices above its own line, through their
 * index.ts alone, and nothing that it does not use (all of it is tested). Everything else is refused.
 */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Knows no world: findings, texts, secrets, YAML, schemas, formats, archives, verdicts and records.
  kernel: [],
  // The world: files, processes, git, network, clock; and the types of what a machine gives.
  platform: ["kernel"],
  // Output forms of findings, terminal, tables; what a command declares.
  report: ["kernel", "platform"],
  compiler: ["kernel", "platform", "report"],
  deploy: ["kernel", "platform", "report", "compiler"],
  record: ["kernel", "platform", "report", "compiler", "deploy"],
  live: ["kernel", "platform", "report", "compiler", "deploy", "record"],
  diagnose: ["kernel", "platform", "report", "compiler", "record", "live"],
  author: ["kernel", "platform", "report", "compiler", "deploy"],
  serve: ["kernel", "platform", "report", "compiler", "deploy", "diagnose"],
  cli: ["kernel", "platform", "report", "compiler", "deploy", "record", "live", "diagnose", "author", "serve"],
  "github-action.ts": ["platform", "report", "serve", "cli"],
  "worker.ts": ["platform", "compiler", "serve", "cli"],
  "language-server.ts": ["platform", "serve"],
  "mcp-server.ts": ["platform", "serve"],
  "cli.ts": ["platform", "cli"],
  "index.ts": ["kernel", "serve"],
};

/** The rooms of a slice in the same order: an import leads to a room on the left. A slice without a line here is one room. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  kernel: ["text", "diagnostic", "secrets", "diagnostics", "source", "schema", "formats", "verdict", "archive", "records"],
  compiler: [
    "model",
    "users",
    "load",
    "verdict",
    "sso",
    "kit",
    "compile",
    "rules",
    "artifacts",
    "plan",
    "run",
    "views",
    "commands",
  ],
  deploy: ["bundle", "publish", "swap", "rehearse", "workstation", "views", "commands"],
  record: ["relay", "capture", "recording", "sweep", "views", "commands"],
  live: ["soa", "idp", "deployed", "checks", "probe", "doctor", "views", "commands"],
  diagnose: ["growth", "causes", "cutover", "views", "commands"],
  author: ["init", "adopt", "views", "commands"],
  serve: ["page", "library", "lsp", "mcp", "action", "commands"],
};

/** Rooms that compute on what they are given: they take types alone of the platform. */
export const PURE: readonly string[] = [
  ...["model", "users", "verdict", "sso", "kit", "compile", "rules", "artifacts", "plan"].map((room) => `compiler/${room}`),
  ...["bundle", "publish", "swap", "rehearse"].map((room) => `deploy/${room}`),
  ...["relay", "capture", "recording", "sweep"].map((room) => `record/${room}`),
  ...["soa", "idp", "deployed", "checks"].map((room) => `live/${room}`),
  ...["growth", "causes", "cutover"].map((room) => `diagnose/${room}`),
  ...["init", "adopt"].map((room) => `author/${room}`),
  "serve/page",
];

/** Third-party packages, each with the rooms that may know of it. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  yaml: ["kernel/source"],
  handlebars: ["kernel/formats"],
  semver: ["compiler/run"],
  saxes: ["kernel/formats"],
  "tough-cookie": ["live/soa"],
  parse5: ["live/probe"],
  // types alone: what SARIF 2.1.0 has
  sarif: ["report"],
  "@actions/core": ["github-action.ts"],
  "@modelcontextprotocol/sdk": ["serve/mcp"],
  zod: ["serve/mcp"],
  "vscode-languageserver": ["serve/lsp", "language-server.ts"],
  "vscode-languageserver-textdocument": ["serve/lsp"],
};

/** The parts of swap/ in the same order: what is imported stands to the left. */
export const SWAP_PARTS: readonly string[] = ["protocol", "records", "inspect", "stage", "run"];
/** Text that the bundler puts into the code, and the rooms that hand it out. */
export const ASSETS = /^(?:templates\/[^/]+\.hbs|powershell\/[a-z]+\.ps1|completion\/tierwright\.\w+)$/;
export const ASSET_ROOMS: readonly string[] = ["compiler/artifacts", "deploy/publish", "author/commands", "cli/commands"];

/** The slices that touch files, network, clock, process and environment. */
export const WORLD: readonly string[] = [
  "platform",
  "cli.ts",
  "worker.ts",
  "language-server.ts",
  "mcp-server.ts",
  "github-action.ts",
];

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
  chance: /\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\s*\(|\bgetRandomValues\b/,
  "the network": /(?<![.\w$])fetch\s*\(|\bnew WebSocket\b/,
};

/** Marks are drawn anew in every process so that no value can hold one; nothing that is printed or written depends on which. */
export const WORLDLY_FILES: Readonly<Record<string, readonly string[]>> = {
  "src/report/style.ts": ["chance"],
  // which shells a person at this machine pastes into: only what is printed depends on it
  "src/kernel/text/shell-words.ts": ["process"],
};

export const LONGEST_FILE = 300;
/** Half of the files are shorter than this. */
export const MEDIAN_FILE = 80;
