/**
 * The stages of src/ from the lowest to the highest, and what each imports: only stages above its own line, and nothing that it does not
 * use (both are tested). An entry with a '/' is that one file; everything else is refused.
 */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // What everybody may import: the one judgement of what is secret, and what is as small.
  kernel: [],
  diagnostic: ["kernel"],
  version: [],
  // What reading can find, a file each: documentation, examples and words.
  diagnostics: ["diagnostic"],
  // Files, network, clock, environment, child processes; and the types of what a machine is asked (bytes.ts, machine.ts, host.ts).
  io: ["kernel", "diagnostic", "version"],
  // Results by key; what a result is, is not its business.
  cache: ["io"],
  source: ["kernel", "diagnostic", "diagnostics"],
  schema: ["diagnostic", "diagnostics", "source"],
  formats: ["diagnostic", "source", "kernel"],
  model: ["kernel", "diagnostic", "source", "formats"],
  // What a connector asks of a tier and what a tier answers: requests as bytes, answers as faults, sessions and releases; pure.
  soa: ["diagnostic", "formats", "io/exchange.ts"],
  // What a log4j2.xml accumulates: its triggers, counter and Delete actions played day by day; pure.
  growth: ["diagnostic", "formats"],
  // What a misleading message really comes from, a cause a file; logs and pasted messages read for them: pure, on pieces that it is given.
  causes: ["kernel", "diagnostic", "soa"],
  // Bytes of a zip, and what may not be in one; a name's rule on Windows is the repository's rule too.
  archive: ["kernel", "diagnostic", "io/bytes.ts", "model"],
  // Records that this program wrote and reads again: read in one place, and held to what the invocation names.
  records: ["schema/records.ts", "formats"],
  // The only stage between the files and the pure ones.
  load: ["kernel", "diagnostic", "diagnostics", "io", "source", "schema", "formats", "model"],
  verdict: ["kernel", "diagnostic", "source", "model"],
  // What the files of a federated sign-in agree on: pure, decided once.
  sso: ["kernel", "diagnostic", "source", "formats", "model"],
  // What a vendor's kit is: pure, on bytes that others read.
  kit: [
    "kernel",
    "diagnostic",
    "diagnostics",
    "io/bytes.ts",
    "source",
    "schema",
    "formats",
    "model",
    "archive",
    "load/read-lock.ts",
  ],
  compile: ["kernel", "diagnostic", "source", "formats", "model", "verdict", "sso"],
  // Ids of the PLM system against usernames of the identity provider: pure, on two lists.
  users: ["kernel", "diagnostic"],
  // What a live realm is to be, what it is, the plan between, and how it is carried out: on a transport that is given.
  idp: ["kernel", "diagnostic", "sso", "users", "records"],
  rules: ["kernel", "diagnostic", "diagnostics", "source", "formats", "model", "verdict", "sso", "kit", "compile", "users"],
  artifacts: ["diagnostic", "formats", "model", "verdict", "sso", "compile"],
  // What differs between two compiled repositories: pure, on values that a run or an installation gives.
  plan: ["kernel", "diagnostic", "formats", "model", "verdict", "sso", "kit", "compile", "artifacts", "source"],
  run: [
    "kernel",
    "diagnostic",
    "diagnostics",
    "version",
    "io",
    "cache",
    "source",
    "formats",
    "model",
    "load",
    "verdict",
    "sso",
    "kit",
    "compile",
    "rules",
    "artifacts",
    "plan",
  ],
  // The files of a new repository.
  init: ["diagnostic", "kit"],
  // Environments from the files of workstations; judged by a run before they are written.
  adopt: ["kernel", "diagnostic", "diagnostics", "source", "formats", "model", "compile", "run"],
  // Where an old address still stands, whatever it is written in: pure, on pieces of text.
  cutover: ["kernel", "diagnostic", "source", "model"],
  // What servers have of a federated sign-in against what it compiles to: pure, on bytes that others read.
  deployed: ["kernel", "diagnostic", "source", "formats", "model", "sso"],
  // What is asked of a running tier, a probe a file: on exchanges, names and certificates that it is given.
  probe: [
    "kernel",
    "diagnostic",
    "io/certificates.ts",
    "io/exchange.ts",
    "io/http.ts",
    "source",
    "formats",
    "soa",
    "model",
    "verdict",
    "sso",
    "compile",
  ],
  // Every byte between a client and a server, on disk before it goes on: on sockets, files and a clock that it is given.
  relay: ["kernel", "diagnostic", "io/wire.ts"],
  // What a recording holds: messages, exchanges and what became of them, by spans of the raw bytes; pure, on files that it is given.
  capture: ["kernel", "diagnostic", "relay"],
  // Old logs and captures: which may go, and the one function that deletes; on a machine that it is given.
  sweep: ["diagnostic", "io/sweep-machine.ts", "relay"],
  // The environment that leads through relays, what was made for it, and whether installed files name it: pure.
  recording: ["diagnostic", "source", "formats", "model", "records"],
  // What a bundle is, and whether one is: judged by what it holds, without a repository.
  bundle: ["diagnostic", "io/bytes.ts", "schema/records.ts", "formats", "model", "archive"],
  // How one is made from what was compiled and the locked kit.
  publish: ["kernel", "diagnostic", "formats", "model", "kit", "compile", "artifacts", "bundle"],
  // The swap protocol on a machine that it is given: real ones, scratch trees, tests with faults.
  swap: ["kernel", "diagnostic", "io/machine.ts", "formats", "model", "verdict/tool-row.ts", "bundle", "records"],
  rehearse: ["diagnostic", "io/machine.ts", "formats", "bundle", "swap"],
  // What a workstation has and lacks, a check a file: on files, variables and processes that it is given, none of which it can change.
  doctor: [
    "kernel",
    "diagnostic",
    "io/machine.ts",
    "formats",
    "model",
    "load",
    "verdict",
    "kit",
    "compile",
    "run",
    "recording",
    "swap",
    "records",
  ],
  // A report is told which terminal it writes to; it does not look.
  report: [
    "kernel",
    "diagnostic",
    "diagnostics",
    "version",
    "io/host.ts",
    "growth",
    "causes",
    "source",
    "model",
    "verdict",
    "kit",
    "compile",
    "rules",
    "plan",
    "run",
    "adopt",
    "users",
    "idp",
    "cutover",
    "deployed",
    "probe",
    "relay",
    "capture",
    "sweep",
    "recording",
    "swap",
    "rehearse",
    "doctor",
  ],
  // The report's page: one HTML file. What runs in the browser lies in page/client.
  page: ["diagnostic", "causes", "formats", "growth", "model", "verdict", "plan", "swap", "report"],
  commands: [
    "kernel",
    "diagnostic",
    "diagnostics",
    "version",
    "io",
    "source",
    "formats",
    "model",
    "growth",
    "causes",
    "archive",
    "load",
    "verdict",
    "sso",
    "kit",
    "compile",
    "rules",
    "artifacts",
    "plan",
    "run",
    "init",
    "adopt",
    "users",
    "idp",
    "cutover",
    "deployed",
    "probe",
    "relay",
    "sweep",
    "capture",
    "recording",
    "records",
    "bundle",
    "publish",
    "swap",
    "rehearse",
    "doctor",
    "report",
    "page",
  ],
  // What an editor is told of a repository while somebody types.
  lsp: ["diagnostic", "io", "formats", "load", "compile", "report", "run", "version"],
  // Commands as tools of an assistant; it starts none by itself, but is given what runs them.
  mcp: ["diagnostic", "io", "report/style.ts", "version"],
  // The GitHub Action around the commands; its entry alone touches the runner.
  action: ["kernel", "diagnostic", "io", "model", "rules", "report"],
  // The public API's answers: the runs that the commands make, for a program that calls.
  library: ["diagnostic", "formats", "version", "io", "load", "compile", "verdict", "plan", "run", "report", "commands"],
  "github-action": ["io", "report", "commands", "action"],
  worker: ["io", "run", "mcp/answer.ts", "mcp/calls.ts", "commands"],
  cli: ["io", "commands"],
  "language-server": ["io", "lsp"],
  "mcp-server": ["io", "mcp"],
  index: ["diagnostic", "version", "formats", "library"],
};

/** Third-party packages, each with the stages that may know of it. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  yaml: ["source"],
  handlebars: ["formats"],
  semver: ["run"],
  saxes: ["formats"],
  // types alone: what SARIF 2.1.0 has
  sarif: ["report"],
  "@actions/core": ["github-action"],
  "@modelcontextprotocol/sdk": ["mcp"],
  "vscode-languageserver": ["lsp", "language-server"],
  "vscode-languageserver-textdocument": ["lsp"],
};

/** The parts of swap/ in the same order: what is imported stands to the left. */
export const SWAP_PARTS: readonly string[] = ["protocol", "records", "inspect", "stage", "run"];
/** Text that the bundler puts into the code, and the stages that hand it out. */
export const ASSETS = /^(?:templates\/[^/]+\.hbs|powershell\/[a-z]+\.ps1|completion\/tierwright\.\w+)$/;
export const ASSET_STAGES: readonly string[] = ["artifacts", "publish", "commands"];

/** The stages that touch files, network, clock, process and environment. */
export const WORLD: readonly string[] = ["io", "cli", "worker", "language-server", "mcp-server", "github-action"];

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
