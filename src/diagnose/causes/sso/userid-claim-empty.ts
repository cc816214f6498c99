import { type Cause, SSC_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "sso/userid-claim-empty",
  title: "OIDC Authorization Claim User ID was left empty",
  signs: [
    { types: ["SSOConfigurationException"], all: ["tcsso.oidc.userid_claim"] },
    { all: ["property: tcsso.oidc.userid_claim"], not: /(?<!not )\bfound (?:a |the )?value/i, confidence: "medium" },
    {
      all: ["tcsso.oidc.userid_claim"],
      like: /tcsso\.oidc\.userid_claim["']?[ \t]{0,3}[=:][ \t]{0,3}(?:"")?(?=[\r\n]|$)/,
      field: true,
      confidence: "medium",
      anyLevel: true,
    },
    { all: ["weblogin/null"], like: /\/weblogin\/null(?=[.,;:)\u00bb]{0,2}(?:[?"'\s]|$))/, field: true, anyLevel: true },
  ],
  symptoms: [{ says: "the browser lands on weblogin/null", words: "weblogin null" }],
  states: "that a required property has no value, or that a page weblogin/null does not exist",
  cause:
    "The panel's field OIDC Authorization Claim User ID is empty. It is required although it is not marked so, and gives an empty tcsso.oidc.userid_claim.",
  why: "The property that the message names is written from that field alone.",
  check: {
    does: "Read tcsso.oidc.userid_claim in the SSC's federation.properties: `tierwright sso verify ENV --deployed FOLDER`.",
    control: "The neighbour tcsso.oidc.client_id must have a value in the same file: else another file is read.",
  },
  action: [
    "Set OIDC Authorization Claim User ID to preferred_username.",
    "Deploy the SSC again.",
    "Read the property on disk, then restart the SSC and sign in.",
  ],
  evidence: ["federation.properties as it is deployed", "the panel's fields"],
  log: SSC_LOG,
  confidence: "high",
  excludes: ["sso/vault-not-ready"],
  deadEnds: [
    "Filling OIDC Authorization User ID: that is another field.",
    "Changing LDAP_USERNAME_ATTRIBUTE: it is for LDAP aliasing, leave it at its default.",
  ],
  matches: [
    "com.example.SSOConfigurationException: No value found for required String property: tcsso.oidc.userid_claim",
    "GET /tcsso/weblogin/null?csrf_form=abc 404",
    '192.0.2.7 - - [04/Mar/2026:10:12:13 +0100] "GET /tcsso/weblogin/null?csrf_form=1f2 HTTP/1.1" 404 196',
  ],
  lookAlikes: [
    ["success", "DEBUG Found value for required String property: tcsso.oidc.userid_claim"],
    ["value", "tcsso.oidc.userid_claim=preferred_username"],
    ["words", "SSOConfigurationException: No value found for required String property: tcsso.oidc.scope"],
    ["value", "GET /tcsso/weblogin/nullable?csrf_form=abc 404"],
  ],
};
