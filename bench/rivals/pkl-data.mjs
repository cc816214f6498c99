// The same environments as Pkl modules and as JSON, and the kits' base files as Pkl: what Pkl needs to render the same files.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PropertiesDocument } from "../../build/index.js";
import { environmentOf } from "../repository.mjs";
import { log4j2Function } from "./pkl-log4j2.mjs";

const STATIC = fileURLToPath(new URL("pkl", import.meta.url));

/** A Pkl string literal. */
export const text = (value) => JSON.stringify(value);

/** Key and decoded value of a properties file, in file order. */
function decoded(path) {
  return [...PropertiesDocument.parse(readFileSync(path)).load().map].map(([key, entry]) => [key, entry.value]);
}

const map = (pairs) => `Map(\n${pairs.map(([key, value]) => `  ${text(key)}, ${text(value)}`).join(",\n")}\n)`;

/** The write set, as functions of an environment; the sample's own table (releases/<release>/release.yaml). */
const WRITES = [
  ["connector", "TC_SERVER_URL", "env.tier.signIn", "where the tool signs in"],
  ["connector", "AWC_WEBLOGIC_HOST_URL", "env.tier.webClient", "the address of the embedded web-client panel"],
  ["connector", "TC_SSO_LOGIN_URL", '""', "the sign-in route; empty for user and password"],
  ["connector", "TC_SSO_APP_ID", '""', "the application id for single sign-on"],
  ["connector", "TC_SSO_SESSION_FLAG", '""', "nothing that selects the route"],
  ["connector", "Transport", "env.tier.transport", "how requests travel"],
  ["connector", "TRANSPORT", "env.tier.transport", "how requests travel"],
  ["connector", "IS_TCCS", '(env.tier.transport == "tccs").toString()', "whether the local channel carries them"],
  ["client", "URL", "env.tier.signIn", "the client library's own copy of the sign-in address"],
  ["client", "AWC_WEBLOGIC_HOST_URI", "env.tier.webClient", "the web client as the client library knows it; URI is exact"],
  ["client", "BOOTSTRAP_URLS", 'env.tier.fileTransfer.join(",")', "where model files go"],
  ["client", "Transport", "env.tier.transport", "how requests travel; must agree with the connector file"],
  ["client", "TRANSPORT", "env.tier.transport", "how requests travel; must agree with the connector file"],
  [
    "client",
    "IS_TCCS",
    '(env.tier.transport == "tccs").toString()',
    "whether the local channel carries them; must agree with the connector file",
  ],
];

function kitModule(repository, release) {
  const base = join(repository, "releases", release, "base");
  const write = ([file, key, value, decides]) =>
    `  new Write { file = ${text(file)}; key = ${text(key)}; value = (env) -> ${value}; decides = ${text(decides)} }`;
  return `${[
    `module kit_${release}`,
    'extends "Kit.pkl"',
    'import "pkl:xml"',
    `release = ${text(release)}`,
    `certifiedTiers = Set(${text(release)})`,
    `connector = ${map(decoded(join(base, "connector.properties")))}`,
    `client = ${map(decoded(join(base, "client.properties")))}`,
    `logger = ${map(decoded(join(base, "logger.properties")))}`,
    `writes = List(\n${WRITES.map(write).join(",\n")}\n)`,
    log4j2Function(readFileSync(join(base, "log4j2.xml"), "utf8")),
  ].join("\n\n")}\n`;
}

/** What environment.yaml says, as data in its own shape; an installed conf decoded. */
function dataOf(index, installed) {
  const env = environmentOf(index);
  return {
    name: env.name,
    description: `generated environment ${env.name}`,
    connector: env.connector,
    tool: env.tool,
    authentication: "password",
    tier: {
      release: env.connector,
      signIn: env.signIn,
      webClient: env.webClient,
      fileTransfer: [env.fileTransfer],
      transport: "http",
      hosts: { [env.signInHost]: env.signInAddress, [env.fileHost]: env.fileAddress },
      members: env.members,
      sharedWith: [],
    },
    workstation: {
      licenseServer: "27000@lic.example.com",
      stagingDir: env.stagingDir,
      importWorkingDir: env.importWorkingDir,
      embeddedBrowser: "system",
      sessionAgent: "none",
      set: { connector: env.connectorSettings, client: env.clientSettings, logger: { rootLevel: "WARN" } },
      keep: ["STAGING_DIR"],
    },
    carryFrom: env.carries ? installed : null,
    logging: {
      payload: { enabled: false, dir: `C:/Temp/${env.name}/payload` },
      triggers: { MAIN: env.trigger },
      levels: { "com.example.connection": env.level, "org.example.jsonlite": "ERROR" },
      keepDays: env.keepDays,
    },
  };
}

const MAPPINGS = new Set(["hosts", "members", "carryFrom", "triggers", "levels"]);

/** One property as Pkl source: objects amend typed properties, mappings have bracketed keys. */
function property(name, value, inSettings, indent) {
  const label = name === "set" ? "`set`" : name;
  if (value === null) return [`${indent}${label} = null`];
  if (Array.isArray(value)) return [`${indent}${label} {`, ...value.map((each) => `${indent}  ${text(each)}`), `${indent}}`];
  if (typeof value !== "object") return [`${indent}${label} = ${typeof value === "string" ? text(value) : value}`];
  const mapping = inSettings || MAPPINGS.has(name);
  const inner = Object.entries(value).flatMap(([key, each]) =>
    mapping && Array.isArray(each)
      ? [`${indent}  [${text(key)}] {`, ...each.map((item) => `${indent}    ${text(item)}`), `${indent}  }`]
      : mapping
        ? [`${indent}  [${text(key)}] = ${text(each)}`]
        : property(key, each, name === "set", `${indent}  `),
  );
  return [`${indent}${label} {`, ...inner, `${indent}}`];
}

const body = (data, indent) => Object.entries(data).flatMap(([name, value]) => property(name, value, false, indent));

/**
 * Writes everything that Pkl evaluates below `dir`: a module for each environment, one module and one JSON document of all, and the kits.
 * @param {string} repository a repository made by makeRepository
 */
export function makePklInput(repository, count, dir) {
  mkdirSync(join(dir, "environments"), { recursive: true });
  for (const name of readdirSync(STATIC)) cpSync(join(STATIC, name), join(dir, name));
  for (const release of ["2506", "2606"]) writeFileSync(join(dir, `kit-${release}.pkl`), kitModule(repository, release));
  const carrying = Array.from({ length: count }, (_, index) => environmentOf(index)).find((env) => env.carries);
  const installed = carrying
    ? Object.fromEntries(decoded(join(repository, "environments", carrying.name, "installed/connector.properties")))
    : {};
  const all = Array.from({ length: count }, (_, index) => dataOf(index, installed));
  for (const data of all) {
    writeFileSync(join(dir, "environments", `${data.name}.pkl`), `amends "../Environment.pkl"\n\n${body(data, "").join("\n")}\n`);
  }
  const half = Math.ceil(all.length / 2);
  writeFileSync(join(dir, "environments.json"), JSON.stringify(all));
  writeFileSync(join(dir, "environments-1.json"), JSON.stringify(all.slice(0, half)));
  writeFileSync(join(dir, "environments-2.json"), JSON.stringify(all.slice(half)));
  const one = (data) => `  new {\n${body(data, "    ").join("\n")}\n  }`;
  writeFileSync(
    join(dir, "environments.pkl"),
    `import "Environment.pkl"\n\nenvironments: Listing<Environment> = new {\n${all.map(one).join("\n")}\n}\n`,
  );
}
