import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { RICH_REPOSITORY, environmentText } from "./rich-repository.ts";

/** Something that happens to a repository, or to what was compiled from it, between two runs. */
export interface Edit {
  readonly title: string;
  make(folder: string): void;
  /** What a counterexample shows of it. */
  [fc.toStringMethod](): string;
}

export const edit = (title: string, make: (folder: string) => void): Edit => ({ title, make, [fc.toStringMethod]: () => title });

const at = (folder: string, path: string) => join(folder, ...path.split("/"));

function put(path: string, content: string | null): Edit {
  return edit(content === null ? `${path} is removed` : `${path} is written (${content.length} characters)`, (folder) => {
    const absolute = at(folder, path);
    rmSync(absolute, { recursive: true, force: true });
    if (content === null) return;
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  });
}

const rich = (path: string): string => String(RICH_REPOSITORY[path]);
const FULL = "environments/full/environment.yaml";
const DEMO = "environments/demo/environment.yaml";

/** Versions of each file: as it was, changed for the better or the worse, and gone. */
const VERSIONS: Readonly<Record<string, readonly (string | null)[]>> = {
  [DEMO]: [
    rich(DEMO),
    rich(DEMO).replace("27000@", "27001@"),
    rich(DEMO).replace("8443/tc", "8443"),
    rich(DEMO).replace("demo", "dmeo"),
    `${rich(DEMO)}extra: 1\n`,
    "a: [\n",
    "",
    null,
  ],
  [FULL]: [
    rich(FULL),
    rich(FULL).replace("D:\\plm\\full", "D:\\plm\\elsewhere"),
    rich(FULL).replace("extends: demo", "extends: alike"),
    rich(FULL).replace("extends: demo", "extends: new"),
    rich(FULL).replace("sharedWith: [ alike ]", "sharedWith: [ alike, new ]"),
    rich(FULL).replace("  keep:", "  # tierwright-ignore kit/vendor-value: so it is\n  keep:"),
    rich(FULL).replace('connector: "2606"', 'connector: "2506"'),
    rich(FULL).replace("carryFrom: installed/connector.properties", "carryFrom: ../../releases/2506/base/connector.properties"),
    null,
  ],
  "environments/full/sso.yaml": [
    rich("environments/full/sso.yaml"),
    rich("environments/full/sso.yaml").replace("appId: PLM", "appId: OTHER"),
    "x\n",
    null,
  ],
  "environments/full/installed/connector.properties": [
    rich("environments/full/installed/connector.properties"),
    "LicenseDir=1@a\n",
    "A=C:\\users\n",
    "A=1 \n# tierwright-ignore conf/trailing-blank: so it is\nB=1 \n",
    null,
  ],
  "environments/full/installed/further.properties": ["A=1\n", "A=1 \n", null],
  "environments/site.yaml": [
    rich("environments/site.yaml"),
    rich("environments/site.yaml").replace("keep: [ LicenseDir ]", "keep: []"),
    rich("environments/site.yaml").replace("Cameo Systems Modeler\n", "Another Modeler\n"),
    "x: [\n",
    null,
  ],
  "releases/matrix.yaml": [
    rich("releases/matrix.yaml"),
    rich("releases/matrix.yaml").replace('"2606": P', '"2606": A'),
    rich("releases/matrix.yaml").replace('"2606": P', '"2606": X'),
    null,
  ],
  "releases/exceptions.yaml": [
    rich("releases/exceptions.yaml"),
    rich("releases/exceptions.yaml").replace("2036-12-31", "2026-11-30"),
    null,
  ],
  "releases/2606/release.yaml": [
    rich("releases/2606/release.yaml"),
    rich("releases/2606/release.yaml").replace("where model files go", "where files go"),
    null,
  ],
  "releases/2606/base/connector.properties": [
    rich("releases/2606/base/connector.properties"),
    `${rich("releases/2606/base/connector.properties")}NEW=1\n`,
    `# tierwright-ignore conf/trailing-blank: so it is\n${rich("releases/2606/base/connector.properties")}`,
    `${rich("releases/2606/base/connector.properties")}NEW=1 \n`,
    null,
  ],
  "releases/2606/base/log4j2.xml": [
    rich("releases/2606/base/log4j2.xml"),
    rich("releases/2606/base/log4j2.xml").replace("10 MB", "20 MB"),
    "<",
    null,
  ],
  "releases/2506/base/client.properties": [
    rich("releases/2506/base/client.properties"),
    `X=1\n${rich("releases/2506/base/client.properties")}`,
  ],
  "releases/2706/release.yaml": ["x\n", null],
  // broken ones are tried on their own: cache-law.long.test.ts knows a fault there
  "templates/workstation-note.md.hbs": ["# {{title}}\n", "{{environment}}", null],
  "environments/new/environment.yaml": [environmentText("new"), environmentText("new", "plm.example.com"), "x\n", null],
  "secret.txt": ["another\n", null],
};

const versions = fc.constantFrom(
  ...Object.entries(VERSIONS).flatMap(([path, list]) => list.map((content) => put(path, content))),
);

/** A compiled file of an environment, if there is one. */
function compiledFile(folder: string, environment: string, number: number): string | null {
  const root = at(folder, `dist/${environment}`);
  if (!existsSync(root)) return null;
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const file = files[number % Math.max(1, files.length)];
  return file ? join(file.parentPath, file.name) : null;
}

type Output = (environment: string, number: number) => Edit;

const onOutput =
  (what: string, change: (path: string, folder: string) => void): Output =>
  (environment, number) =>
    edit(`compiled file ${number} of ${environment} ${what}`, (folder) => {
      const path = compiledFile(folder, environment, number);
      if (path) change(path, folder);
    });

const OUTPUTS: readonly Output[] = [
  onOutput("is deleted", (path) => rmSync(path)),
  onOutput("gets a line more", (path) => writeFileSync(path, `${readFileSync(path, "latin1")}#\n`, "latin1")),
  onOutput("is another of the same size, its time set back", (path) => {
    const { atime, mtime } = statSync(path);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    utimesSync(path, atime, mtime);
  }),
  onOutput("is replaced by a copy of itself", (path) => {
    const bytes = readFileSync(path);
    rmSync(path);
    writeFileSync(path, bytes);
  }),
  onOutput("is touched", (path) => utimesSync(path, new Date(), new Date())),
  onOutput("is moved and is a link now", (path, folder) => {
    const moved = join(folder, `moved-${Math.abs(path.length)}`);
    rmSync(moved, { force: true });
    renameSync(path, moved);
    if (process.platform !== "win32") symlinkSync(relative(dirname(path), moved), path);
  }),
  onOutput("has a folder for a neighbour", (path) => mkdirSync(join(dirname(path), "neighbour", "deeper"), { recursive: true })),
  onOutput("has a file for a neighbour", (path) => writeFileSync(join(dirname(path), "neighbour.txt"), "x")),
  onOutput("is a folder now", (path) => {
    rmSync(path);
    mkdirSync(path);
  }),
  (environment) => put(`dist/${environment}`, null),
  (environment) => put(`dist/${environment}/manifest.json`, '{ "schema": "other/v1" }'),
  () => put("dist", null),
  () => put("dist/mine/notes.txt", "mine"),
];

const outputs = fc
  .tuple(fc.constantFrom(...OUTPUTS), fc.constantFrom("demo", "full", "alike"), fc.nat(5))
  .map(([make, environment, number]) => make(environment, number));

/** Files that results are computed from, written so that a stamp might not tell. */
const INPUTS = [FULL, DEMO, "environments/full/installed/connector.properties", "releases/2606/base/connector.properties"];

const onInput =
  (what: string, change: (path: string, folder: string) => void) =>
  (path: string): Edit =>
    edit(`${path} ${what}`, (folder) => {
      if (statSync(at(folder, path), { throwIfNoEntry: false })?.isFile()) change(at(folder, path), folder);
    });

/** The same number of bytes with another number in them. */
const otherDigits = (path: string) =>
  readFileSync(path, "latin1").replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

const INPUT_EDITS = [
  onInput("is another of the same size, its time set back", (path) => {
    const { atime, mtime } = statSync(path);
    writeFileSync(path, otherDigits(path), "latin1");
    utimesSync(path, atime, mtime);
  }),
  onInput("is replaced by another of the same size and time", (path) => {
    const { atime, mtime } = statSync(path);
    writeFileSync(`${path}.new`, otherDigits(path), "latin1");
    utimesSync(`${path}.new`, atime, mtime);
    renameSync(`${path}.new`, path);
  }),
  onInput("is replaced by a copy of itself", (path) => {
    writeFileSync(`${path}.new`, readFileSync(path));
    renameSync(`${path}.new`, path);
  }),
  onInput("is touched", (path) => utimesSync(path, new Date(), new Date())),
  onInput("is written by a clock that went back", (path) => {
    writeFileSync(path, otherDigits(path), "latin1");
    utimesSync(path, 1, 1);
  }),
  onInput("is written by a clock that is ahead", (path) => {
    writeFileSync(path, otherDigits(path), "latin1");
    utimesSync(path, 4e9, 4e9);
  }),
  onInput("is moved and is a link now", (path, folder) => {
    if (process.platform === "win32") return;
    rmSync(join(folder, "moved.txt"), { force: true });
    renameSync(path, join(folder, "moved.txt"));
    symlinkSync(relative(dirname(path), join(folder, "moved.txt")), path);
  }),
  onInput("lies in a folder that is a link now", (path, folder) => {
    if (process.platform === "win32" || existsSync(join(folder, "moved"))) return;
    renameSync(dirname(path), join(folder, "moved"));
    symlinkSync(relative(dirname(dirname(path)), join(folder, "moved")), dirname(path));
  }),
];

const inputs = fc.tuple(fc.constantFrom(...INPUT_EDITS), fc.constantFrom(...INPUTS)).map(([make, path]) => make(path));

export const EDIT: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 2, arbitrary: versions },
  { weight: 1, arbitrary: outputs },
  { weight: 1, arbitrary: inputs },
);

/** A command line between edits; most often the plain compile of everything. */
export const COMMAND: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(["compile"]) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ["check"],
      ["compile", "full"],
      ["compile", "demo"],
      ["check", "alike"],
      ["check", "--require-proof"],
      ["compile", "--today", "2026-12-15"],
      ["compile", "--today", "2037-02-01"],
      ["compile", "--with-secrets"],
      ["compile", "--out", "other"],
      ["check", "--fail-on", "info"],
    ),
  },
);
