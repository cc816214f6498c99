import { type Cause, SSC_LOG } from "../cause.ts";

/** Pattern of a JSON record that says that there was no error. */
const NO_ERROR = /"err(?:or)?":\s?(?:""|null)/;

export const cause: Cause = {
  id: "sso/vault-dead-end",
  title: "errors about the signing keystore in the vault: of no consequence with client_secret_basic",
  signs: [
    {
      all: ["identityserviceKS"],
      not: NO_ERROR,
      like: /error|exception|fail|could not|cannot|unable|not (?:found|readable|available|accessible|present|resolved)|unreadable|missing|illisible|fehl|nicht|erreur|impossible|\u30a8\u30e9\u30fc|\u5931\u6557|\u5931\u8d25|\u65e0\u6cd5/i,
      after: ({ authentication }) => authentication === "client_secret_basic",
      field: true,
    },
    {
      all: ["identityserviceKS"],
      not: NO_ERROR,
      like: /error|exception|fail|could not|cannot|unable|not (?:found|readable|available|accessible|present|resolved)|unreadable|missing|illisible|fehl|nicht|erreur|impossible|\u30a8\u30e9\u30fc|\u5931\u6557|\u5931\u8d25|\u65e0\u6cd5/i,
      after: ({ authentication }) => authentication !== "private_key_jwt",
      field: true,
      confidence: "medium",
    },
    {
      all: ["Teamcenter.Securityservice"],
      like: /(?:error|exception|fail|could not|unable|fehl)[^\n]{0,200}Teamcenter\.Securityservice|Teamcenter\.Securityservice[^\n]{0,200}(?:error|exception|fail|could not|unable|fehl)/i,
      not: new RegExp(`client_?secret(?!_basic)|${NO_ERROR.source}`, "i"),
      after: ({ authentication }) => authentication !== "private_key_jwt",
      field: true,
      confidence: "medium",
    },
    {
      anchors: ["KeyStorePassword", "key_store_password", "PrivateKeyPassword", "private_key_password"],
      like: /\b(?:key_?store|private_?key)_?pass(?:word|phrase)\b/i,
      near: [/error|exception|fail|could not|cannot|unable|not (?:found|readable|available)|missing|\b40[034]\b/i, /\bvault\b/i],
      not: /server\.xml|tomcat|<Connector|jetty|kafka|vault kv (?:put|get)/i,
      after: ({ authentication }) => authentication !== "private_key_jwt",
      confidence: "low",
    },
    {
      anchors: ["signing_key", "signingkey"],
      like: /\bsigning_?key(?:store)?_?pass(?:word|phrase)?\b/i,
      near: [
        /error|exception|fail|could not|cannot|unable|not (?:found|readable|available|accessible|present|resolved)|unreadable|missing|illisible|fehl|nicht|erreur|impossible|\u30a8\u30e9\u30fc|\u5931\u6557|\u5931\u8d25|\u65e0\u6cd5/i,
        /vault|secret/i,
      ],
      after: ({ authentication }) => authentication === "client_secret_basic",
      field: true,
    },
  ],
  symptoms: [
    {
      says: "the vault cannot load the signing keystore and its key password, yet the SSC starts",
      words: "vault keystore|signing|identityserviceks|schlusselspeicher error|fail",
      not: /\bno errors?\b|\bwere (?:read|loaded)\b/i,
    },
  ],
  states: "that the secrets of the signing keystore cannot be loaded, next to an initialization that succeeds",
  cause:
    "The keystore is read for private_key_jwt alone. With client_secret_basic nothing uses it, and these errors explain nothing.",
  why: "client_secret_basic does not use the secrets of the signing keystore, and the SSC initializes in spite of the errors.",
  check: {
    does: "Read tcsso.oidc.client_auth_method in the deployed files: with client_secret_basic this is a dead end.",
    control: "With private_key_jwt the same errors matter: then it is sso/null-private-key.",
  },
  action: [
    "Leave the keystore alone.",
    "Search the SSC's server log below the logs folder of its user for the first error after the sign-in, not the output file at the top.",
  ],
  evidence: ["tcsso.oidc.client_auth_method", "the SSC's server log of one sign-in"],
  log: SSC_LOG,
  confidence: "high",
  noise: true,
  excludes: [],
  deadEnds: [
    "Creating the keystore or its passwords anew.",
    "Making KeyStorePassword equal in login.xml and identity.xml: it belongs to identity.xml alone.",
  ],
  matches: [
    "Failed to load secret identityserviceKS from path Teamcenter.Securityservice",
    "Unable to read Teamcenter.Securityservice: key password",
    "Failed to load secret identityserviceKS (tcsso.oidc.client_auth_method=client_secret_basic)",
    "ERROR Failed to load secret signing_keystore_password from vault (client_secret_basic)",
  ],
  lookAlikes: [
    ["success", "Loaded 3 secrets from path Teamcenter.Securityservice"],
    ["words", "keystore of the web server was loaded"],
    ["success", "INFO vault: loaded secret signing_keystore_password"],
    ["reason", "Failed to load secret identityserviceKS (tcsso.oidc.client_auth_method=private_key_jwt)"],
  ],
};
