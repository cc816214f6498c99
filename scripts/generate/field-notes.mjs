/**
 * What the schemas do not say of a field: the default where it is not a plain value, and what no command uses yet.
 * Tests prove both (test/docs/fields.test.ts): a default written out, and a field that is not used yet, change no compiled file.
 */

const KEEPS = "the kit's value stays";

export const DEFAULTS = {
  site: {
    requires: "any version",
    "connector.id": "`connector.folder`",
    "client.log4j2": "`log4j2.xml` beside `client.file`",
    "tool.name": "the modeling tool",
    "tool.envPrefix": "empty",
  },
  environment: {
    "tier.webClient": "empty",
    "tier.hosts": "none declared",
    "tier.members": "none",
    "tier.sharedWith": "none",
    "workstation.install": "`tool.install` of the site",
    "workstation.licenseServer": KEEPS,
    "workstation.stagingDir": KEEPS,
    "workstation.importWorkingDir": KEEPS,
    "workstation.embeddedBrowser": KEEPS,
    "workstation.sessionAgent": "`none`",
    "workstation.set": "nothing",
    "workstation.keep": "none",
    carryFrom: "nothing is carried over",
    "logging.payload.enabled": KEEPS,
    "logging.payload.dir": KEEPS,
    "logging.triggers": KEEPS,
    "logging.levels": KEEPS,
    ignore: "none",
    "ignore[].file": "every file",
    "ignore[].key": "every key",
    "ignore[].reason": "none, and then it does nothing",
  },
  "federated-sign-in": {
    "connector.loginUrl": "empty",
    "connector.appId": "empty",
    "connector.sessionFlag": "empty",
  },
  "connector-release": {
    java: "not stated",
    certifiedTiers: "none: the range is undecided, which blocks",
    "writes[].decides": "the key",
    directories: "none besides `STAGING_DIR`, `jsonPayloaddir` and the import working directory",
    known: "none",
  },
};

/** Fields that a repository may hold and no command of this version acts on. */
export const NOT_YET = {
  site: {
    log: "for diagnosing",
  },
  environment: {
    "logging.keepDays": "for sweeping",
  },
  "federated-sign-in": {
    stage: "for single sign-on files",
    idp: "for single sign-on files",
    loginService: "for single sign-on files",
    webApplication: "for single sign-on files",
    oidc: "for single sign-on files; its secret is looked up by `secrets check`",
    vault: "for single sign-on files",
    gateway: "for single sign-on files",
    secrets: "for single sign-on files; they are looked up by `secrets check`",
    passwordUtility: "for single sign-on files",
  },
};

/** Fields that another kind describes. */
export const ELSEWHERE = {
  site: Object.fromEntries(
    ["connector", "tool", "authentication", "tier", "workstation", "carryFrom", "logging", "ignore"].map((key) => [
      `defaults.${key}`,
      `See \`${key}\` of [Environment](#environment).`,
    ]),
  ),
};
