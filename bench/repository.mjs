// A config repository of any size: the sample's site and releases with generated environments. The same count gives the same bytes.
//   node bench/repository.mjs DIR COUNT
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const SAMPLE = fileURLToPath(new URL("..", import.meta.url));

/** What compiling reads of a release; kits stay where they are. */
const RELEASE_PARTS = ["release.yaml", "kit.lock.yaml", "base"];
const RELEASES = ["2506", "2606"];

/** One in five runs the newer connector, on the tool row that the matrix allows it; both give verdict A. */
const KINDS = [
  { connector: "2506", tool: "2024x Refresh3" },
  { connector: "2506", tool: "2024x Refresh2" },
  { connector: "2506", tool: "2024x Refresh3" },
  { connector: "2606", tool: "2026x" },
  { connector: "2506", tool: "2024x Refresh2 Hot Fix 1" },
];

const SIZES = ["20 MB", "50 MB", "100 MB"];

/** A private address for each index up to 65,536 in each of the blocks 10.0 to 10.255. */
const address = (block, index) => `10.${block}.${(index >> 8) & 255}.${index & 255}`;

/**
 * The facts of one environment as data, for other renderers of the same files.
 * @param {number} index from 0
 */
export function environmentOf(index) {
  const name = `site-${String(index + 1).padStart(5, "0")}`;
  const ownFileHost = index % 3 === 0;
  const signInHost = `plm-${name}.example.com`;
  const fileHost = `files-${name}.example.com`;
  return {
    name,
    ...KINDS[index % KINDS.length],
    signIn: `https://${signInHost}:8443/tc`,
    webClient: `https://${signInHost}:3000/awc?ah=true`,
    fileTransfer: `https://${fileHost}:4544`,
    signInHost,
    fileHost,
    signInAddress: address(20, index),
    fileAddress: address(ownFileHost ? 30 : 20, index),
    members: ownFileHost ? { [signInHost]: [fileHost] } : {},
    stagingDir: `D:\\plm\\${name}\\staging`,
    importWorkingDir: `D:\\plm\\${name}\\import`,
    connectorSettings: {
      CONNECT_TIMEOUT_SECONDS: String(20 + (index % 40)),
      READ_TIMEOUT_SECONDS: String(600 + (index % 7) * 60),
      MAX_PARALLEL_TRANSFERS: String(2 + (index % 6)),
      DEFAULT_ITEM_TYPE: `Site${(index % 12) + 1}Item`,
    },
    clientSettings: { FILE_CACHE_SIZE_MB: String(2048 + (index % 8) * 512), CONNECTION_POOL_SIZE: String(4 + (index % 9)) },
    trigger: SIZES[index % SIZES.length],
    level: index % 4 === 0 ? "INFO" : "WARN",
    keepDays: 14 + (index % 30),
    // One in ten, over both connectors.
    carries: index % 20 === 0 || index % 20 === 3,
  };
}

const pairs = (indent, values) => Object.entries(values).map(([key, value]) => `${" ".repeat(indent)}${key}: "${value}"`);

/** environment.yaml, about 60 lines. */
function environmentYaml(env) {
  return `${[
    "apiVersion: tierwright/v1",
    "kind: Environment",
    `name: ${env.name}`,
    `description: generated environment ${env.name}`,
    `connector: "${env.connector}"`,
    `tool: ${env.tool}`,
    "authentication: password",
    "",
    "# Where the tool signs in and where model files go.",
    "tier:",
    `  release: "${env.connector}"`,
    `  signIn: ${env.signIn}`,
    `  webClient: ${env.webClient}`,
    "  fileTransfer:",
    `    - ${env.fileTransfer}`,
    "  transport: http",
    "  hosts:",
    `    ${env.signInHost}: ${env.signInAddress}`,
    `    ${env.fileHost}: ${env.fileAddress}`,
    Object.keys(env.members).length > 0 ? "  members:" : "  members: {}",
    ...Object.entries(env.members).flatMap(([host, members]) => [`    ${host}:`, ...members.map((each) => `      - ${each}`)]),
    "  sharedWith: []",
    "",
    "# What a workstation of this site has of its own.",
    "workstation:",
    "  licenseServer: 27000@lic.example.com",
    `  stagingDir: '${env.stagingDir}'`,
    `  importWorkingDir: '${env.importWorkingDir}'`,
    "  embeddedBrowser: system",
    "  sessionAgent: none",
    "  set:",
    "    connector:",
    ...pairs(6, env.connectorSettings),
    "    client:",
    ...pairs(6, env.clientSettings),
    "    logger:",
    '      rootLevel: "WARN"',
    "  keep:",
    "    - STAGING_DIR",
    ...(env.carries ? ["", "carryFrom: installed/connector.properties"] : []),
    "",
    "# Nothing else bounds what the client writes.",
    "logging:",
    "  payload:",
    "    enabled: false",
    `    dir: C:/Temp/${env.name}/payload`,
    "  triggers:",
    `    MAIN: ${env.trigger}`,
    "  levels:",
    `    com.example.connection: ${env.level}`,
    "    org.example.jsonlite: ERROR",
    `  keepDays: ${env.keepDays}`,
  ].join("\n")}\n`;
}

function copyShared(dir) {
  mkdirSync(join(dir, "environments"), { recursive: true });
  cpSync(join(SAMPLE, "environments/site.yaml"), join(dir, "environments/site.yaml"));
  for (const release of RELEASES) {
    for (const part of RELEASE_PARTS) {
      const path = join("releases", release, part);
      cpSync(join(SAMPLE, path), join(dir, path), { recursive: true });
    }
  }
  cpSync(join(SAMPLE, "releases/matrix.yaml"), join(dir, "releases/matrix.yaml"));
}

/**
 * Writes a config repository of `count` environments that check without a finding. One in ten carries an installed conf over.
 * @param {string} dir a folder that is missing or empty
 * @param {number} count 1 to 65,536, so that every address is unique
 */
export function makeRepository(dir, count) {
  if (!Number.isInteger(count) || count < 1 || count > 65_536) throw new RangeError(`count is ${count}; give 1 to 65536`);
  if (existsSync(dir) && readdirSync(dir).length > 0) throw new Error(`${dir} is not empty`);
  copyShared(dir);
  const installed = readFileSync(join(SAMPLE, "environments/production/installed/connector.properties"));
  for (let index = 0; index < count; index++) {
    const env = environmentOf(index);
    const folder = join(dir, "environments", env.name);
    mkdirSync(env.carries ? join(folder, "installed") : folder, { recursive: true });
    writeFileSync(join(folder, "environment.yaml"), environmentYaml(env));
    if (env.carries) writeFileSync(join(folder, "installed/connector.properties"), installed);
  }
}

/** True when this file is what node was started with. */
function isMain() {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
}

if (isMain()) {
  const [dir, count] = process.argv.slice(2);
  if (dir === undefined || count === undefined) {
    console.error("usage: node bench/repository.mjs DIR COUNT");
    process.exitCode = 2;
  } else {
    makeRepository(resolve(dir), Number(count));
    console.log(`${count} environments in ${dir}`);
  }
}
