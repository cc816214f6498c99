/**
 * Facts about fields that the schemas do not state: defaults that are no plain values, and fields that no command uses yet. Tests prove
 * both (test/docs/fields.test.ts): writing out a default, or a field that is not used yet, changes no compiled file.
 */

const KEEPS = "kit";

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
    "logging.deleteAfter": KEEPS,
    "logging.levels": KEEPS,
    ignore: "none",
    "ignore[].file": "every file",
    "ignore[].key": "every key",
    "ignore[].reason": "none, and then it does nothing",
  },
  "federated-sign-in": {
    "idp.version": "`26`",
    "idp.hostname.strict": "`true`",
    "idp.hostname.strictBackchannel": "`true`",
    "idp.restart": "`unless-stopped`",
    "idp.sslRequired": "`external`",
    "idp.username.min": "`2`",
    "idp.username.max": "`255`",
    "idp.clients[].application": "its id",
    "idp.clients[].redirectUris":
      "the Federation Reply URL for the login service's client, from stage `installed` on; none for others",
    "idp.clients[].postLogoutRedirectUri": "`webApplication.root` for the login service's client; none for others",
    "idp.users": "no list",
    "idp.groups": "none",
    "loginService.appid": "`TCSSOLoginService`",
    "loginService.root": "`unused_do_not_change`",
    "oidc.clientId": "the only client, where there is one",
    "oidc.scope": "`openid`, `profile`, `email`",
    "oidc.useridClaim": "`preferred_username`",
    "oidc.userIdField": "`userId`, and not relied on",
    "oidc.clientAuthMethod": "`client_secret_basic`",
    "oidc.tokenSigAlg": "`RS256`",
    "vault.enabled": "`false`",
    "vault.path": "`Teamcenter.Securityservice`",
    "vault.name": "`identityserviceKS`",
    "gateway.aliasing": "`false`",
    consumers: "none",
    "consumers[].port": "the issuer's",
    envPrefix: "`KC`",
    "connector.loginUrl": "empty",
    "connector.appId": "empty",
    "connector.sessionFlag": "empty",
  },
  "connector-release": {
    java: "not stated",
    certifiedTiers: "none: the range is undecided, which blocks",
    connector: "the built-in connector",
    writes: "those of the connector",
    "writes[].decides": "the key",
    directories: "none besides `STAGING_DIR`, `jsonPayloaddir` and the import working directory",
    known: "none",
  },
  "connector-profile": {
    files: "all three",
    "writes[].decides": "the key",
    directories: "none",
  },
};

/** Fields that change no compiled file, with the command that reads them. */
export const NOT_YET = {
  site: {
    log: "`logs sweep` reads it",
  },
  environment: {
    "logging.keepDays": "`logs sweep` reads that of site.yaml's defaults",
  },
};

/** Fields that are described with another kind of document. */
export const ELSEWHERE = {
  site: ["connector", "tool", "authentication", "tier", "workstation", "carryFrom", "logging", "ignore"].map(
    (key) => `defaults.${key}`,
  ),
};
