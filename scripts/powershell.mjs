// Joins powershell/parts to powershell/deploy.ps1 and powershell/detect.ps1: the build and every run of the tests do it first, and git
// keeps the parts alone. Equal parts give equal bytes on every machine: ASCII, CRLF. `--check` writes nothing and fails if the scripts
// differ.
import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { bareSchema } from "./schema/bare.mjs";

const folder = new URL("../powershell/", import.meta.url);

/** The parts of the detection script; every other part belongs to deploy.ps1 alone. */
const DETECT = [
  "10-text",
  "12-json-read",
  "14-schema",
  "18-secrets",
  "19-secret-values",
  "20-properties-read",
  "40-world",
  "44-paths",
  "46-tree",
  "69-places",
  "70-receipts",
  "71-copies",
  "71-kept",
  "71-loose",
  "72-differences",
  "74-detect",
];
const DETECT_FRAME = ["01-detect-head", "99-detect-main"];

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const partNames = () =>
  readdirSync(new URL("parts/", folder))
    .filter((name) => name.endsWith(".ps1"))
    .map((name) => name.slice(0, -4))
    .sort();

/** The records that a script reads, each with its published schema. */
const RECORDS = ["journal", "plan", "receipt"];
/**
 * Schemas with another name than their record: schemas/plan.schema.json describes the output of `tierwright plan`
 * (src/kernel/schema/records.ts).
 */
const SCHEMAS = { plan: "swap-plan" };

function schemaRow(kind) {
  const path = `../schemas/${SCHEMAS[kind] ?? kind}.schema.json`;
  const schema = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
  // the list has up to 65,535 rows, so Test-ExactSet validates each row while it reads it
  if (kind === "bundle") delete schema.properties.files.items;
  return `  ${kind} = '${JSON.stringify(bareSchema(schema)).replaceAll("'", "''")}'`;
}

/** Returns the exports of a module of src/ that imports nothing. */
function exportsOf(path) {
  const { code } = transformSync(readFileSync(new URL(path, import.meta.url), "utf8"), { loader: "ts", format: "cjs" });
  const module = { exports: {} };
  new Function("module", "exports", code)(module, module.exports);
  return module.exports;
}

/** Returns the words and patterns by which both runners recognize secrets. */
function secretTables() {
  const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
  const options = "[System.Text.RegularExpressions.RegexOptions]::CultureInvariant";
  const regex = (source) => `New-Object System.Text.RegularExpressions.Regex (${quoted(source)}, ${options})`;
  const { SECRET_WORDS } = exportsOf("../src/kernel/secrets/words.ts");
  const { password, passwordWord, secret, long, wire, wireLong } = SECRET_WORDS;
  const { SECRET_PATTERNS } = exportsOf("../src/kernel/secrets/patterns.ts");
  return [
    ...Object.entries(SECRET_WORDS).map(([kind, words]) => `Add-SecretWord ${kind} ${quoted(words)}`),
    ...Object.entries(SECRET_PATTERNS).map(([name, { source }]) => `$script:SecretPatterns['${name}'] = ${regex(source)}`),
    `$script:AnySecretWord = ${regex([password, passwordWord, secret, long, wire, wireLong, "cookie"].join(" ").replaceAll(" ", "|"))}`,
  ].join("\n");
}

/** Returns a row for each key that a field of an environment decides. */
function fieldRows() {
  const { FIELD_KEYS, KNOWN_WRITES, decidingField } = exportsOf("../src/compiler/model/known-keys.ts");
  const row = (isWrite, { file, key }, field) =>
    `  @{ isWrite = $${isWrite}; file = '${file}'; key = '${key}'; field = '${field}' }`;
  const writes = KNOWN_WRITES.map((write) => row(true, write, decidingField(write.file, write.key, true)));
  return [...writes, ...FIELD_KEYS.map((one) => row(false, one, one.field))].join("\n");
}

/**
 * Returns the bytes of a script: parts with an empty line between them, ASCII, CRLF. Throws for a character that Windows PowerShell 5.1
 * would misread.
 */
function assembled(names, records) {
  const text = names
    .map((name) =>
      readFileSync(new URL(`parts/${name}.ps1`, folder), "utf8")
        .replaceAll("\r\n", "\n")
        .trimEnd(),
    )
    .join("\n\n")
    .replace("{{version}}'", `${version}'`)
    .replace("{{secrets}}", secretTables)
    .replace("{{fields}}", fieldRows)
    .replace("{{schemas}}", () => records.map(schemaRow).join("\n"));
  const other = /[^\t\n\x20-\x7e]/.exec(text);
  if (other) throw new Error(`powershell/parts hold '${other[0]}': a script without a byte order mark has to be ASCII`);
  return Buffer.from(`${text}\n`.replaceAll("\n", "\r\n"), "latin1");
}

/** Returns each script: its path below powershell/, and its bytes. */
export function scripts() {
  const names = partNames();
  const [head, main] = DETECT_FRAME;
  return new Map([
    [
      "deploy.ps1",
      assembled(
        names.filter((name) => !DETECT_FRAME.includes(name)),
        ["bundle", ...RECORDS],
      ),
    ],
    ["detect.ps1", assembled([head, ...DETECT, main], RECORDS)],
  ]);
}

/** Returns the bytes of a file; null if it does not exist. */
function bytesOf(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

const staleScripts = () => [...scripts()].filter(([name, bytes]) => !bytesOf(new URL(name, folder))?.equals(bytes));

/** Writes the scripts that are outdated. A program that runs at the same time never reads half a script. */
export function writeScripts() {
  for (const [name, bytes] of staleScripts()) {
    const temporary = new URL(`${name}.${process.pid}.tmp`, folder);
    writeFileSync(temporary, bytes);
    renameSync(temporary, new URL(name, folder));
  }
}

function main(check) {
  if (!check) writeScripts();
  const stale = staleScripts().map(([name]) => `powershell/${name}`);
  if (stale.length === 0) return 0;
  process.stderr.write(`${stale.join(", ")} differ from powershell/parts: run node scripts/powershell.mjs\n`);
  return 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.includes("--check"));
