// What generated environments must compile to, from their data and the base files alone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PropertiesDocument } from "../../build/index.js";
import { environmentOf } from "../repository.mjs";
import { PROPERTIES } from "./compiled-tree.mjs";

const decoded = (path) =>
  new Map([...PropertiesDocument.parse(readFileSync(path)).load().map].map(([key, entry]) => [key, entry.value]));

function decidedBy(env) {
  const both = { Transport: "http", TRANSPORT: "http", IS_TCCS: "false" };
  return {
    connector: {
      LicenseDir: "27000@lic.example.com",
      STAGING_DIR: env.stagingDir,
      CAMEOTCIntImportWorkingDir: env.importWorkingDir,
      USE_JCEF_BROWSER: "false",
      ...env.connectorSettings,
      TC_SERVER_URL: env.signIn,
      AWC_WEBLOGIC_HOST_URL: env.webClient,
      TC_SSO_LOGIN_URL: "",
      TC_SSO_APP_ID: "",
      TC_SSO_SESSION_FLAG: "",
      ...both,
    },
    logger: { rootLevel: "WARN", isPayloadRequired: "false", jsonPayloaddir: `C:/Temp/${env.name}/payload` },
    client: {
      ...env.clientSettings,
      URL: env.signIn,
      AWC_WEBLOGIC_HOST_URI: env.webClient,
      BOOTSTRAP_URLS: env.fileTransfer,
      ...both,
    },
  };
}

/** Base < carried < decided, as one map a properties file, by `environment/path`. */
export function expectedMaps(repository, count) {
  const expected = new Map();
  for (let index = 0; index < count; index++) {
    const env = environmentOf(index);
    const base = (name) => decoded(join(repository, "releases", env.connector, "base", `${name}.properties`));
    const own = decidedBy(env);
    const connector = base("connector");
    const old = env.carries ? decoded(join(repository, "environments", env.name, "installed/connector.properties")) : new Map();
    for (const key of connector.keys()) if (old.has(key)) connector.set(key, old.get(key));
    const maps = [
      new Map([...connector, ...Object.entries(own.connector)]),
      new Map([...base("logger"), ...Object.entries(own.logger)]),
      new Map([...base("client"), ...Object.entries(own.client)]),
    ];
    for (const [position, path] of PROPERTIES.entries()) expected.set(`${env.name}/${path}`, maps[position]);
  }
  return expected;
}
