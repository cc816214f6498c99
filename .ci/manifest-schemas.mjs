/**
 * Checks the manifests of winget and scoop against the schemas that these projects publish: `manifest-schemas.mjs MADE`, the folder that
 * scripts/release/installers.mjs wrote. The schemas are others' and never kept here; one that cannot be had is named.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { parse } from "yaml";

const WINGET = "https://raw.githubusercontent.com/microsoft/winget-cli/master/schemas/JSON/manifests";
const SCOOP = "https://raw.githubusercontent.com/ScoopInstaller/Scoop/master/schema.json";

/** Returns where the schema of a manifest is: winget's is that of the type and version in it. */
const schemaOf = ({ ManifestType: type, ManifestVersion: version }) =>
  type === undefined ? SCOOP : `${WINGET}/v${version}/manifest.${type}.${version}.json`;

async function check(path) {
  const manifest = parse(await readFile(path, "utf8"));
  const address = schemaOf(manifest);
  const schema = await fetch(address).then(
    (answer) => (answer.ok ? answer.json() : null),
    () => null,
  );
  if (schema === null) return console.log(`NOT RUN: the schema of ${path}: ${address} cannot be read here`);
  const { $id: _, ...own } = schema; // two of winget's have the same
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(own);
  if (!validate(manifest)) throw new Error(`${path}: ${validate.errors.map((e) => `${e.instancePath} ${e.message}`).join("; ")}`);
  const { version: __, PackageVersion: ___, ...lie } = manifest;
  if (validate(lie)) throw new Error(`${address} accepts a manifest without a version, so it proves nothing`);
  console.log(`${path} keeps to ${address}`);
}

const made = process.argv[2];
const files = (await readdir(made, { recursive: true })).filter((path) => /^winget.*\.yaml$|^scoop.*\.json$/.test(path));
if (files.length !== 4) throw new Error(`${made} has ${files.length} manifests of winget and scoop, not 4`);
for (const path of files) await check(join(made, path));
