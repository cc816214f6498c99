import { type Cause, SSC_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "sso/vault-not-ready",
  title: "the SSC started before its vault, and never asks it again",
  signs: [
    { types: ["SSOConfigurationException"], all: ["tcsso.oidc.client_secret"] },
    {
      all: ["property: tcsso.oidc.client_secret"],
      like: /property: tcsso\.oidc\.client_secret(?!_)/,
      not: /(?<!not )\bfound (?:a |the )?value/i,
      confidence: "medium",
    },
    {
      types: ["TCSSO_SSOSystemException"],
      not: /\bPKIX\b|ConnectException|UnknownHost|SocketTimeout|\b40[134]\b|certificate|invalid (?:user|password)/i,
      confidence: "medium",
    },
    {
      all: ["no applicationcontext found"],
      like: /tcsso|\bSSC\b|SSOConfiguration|teamcenter|weblogin/i,
      not: /org\.springframework\.(?:test|boot)/,
      confidence: "medium",
    },
    { all: ["no applicationcontext found"], not: /org\.springframework\.(?:test|boot)/, confidence: "low" },
    {
      all: ["general http exception"],
      like: /TcSS|tcsso|\bSSC\b|\bSSO|weblogin|identity/i,
      not: /\bPKIX\b|UnknownHost|certificate/i,
      confidence: "medium",
    },
    { all: ["general http exception"], confidence: "low" },
  ],
  symptoms: [
    {
      says: "weblogin works, and other programs report a general HTTP exception",
      words: "weblogin work consumer|general|other|client",
    },
    {
      says: "the SSC does not work after the machine was restarted, until it is restarted itself",
      words: "ssc|security|login restart|reboot again|until|itself",
    },
  ],
  states: "that a required property has no value, or a general HTTP exception in the programs that use the SSC",
  cause:
    "The SSC started before the vault service that holds its client secret (the SSC automatically, the vault by hand eleven minutes later in the case that was observed), and never retries to load the secret.",
  why: "The missing property comes from the vault alone, and programs that use the SSC only report a general HTTP exception. ConnectException and Retrying (DEBUG) at the SSC's start show that the vault did not answer.",
  check: {
    does: "Compare the start times of both services, and look for ConnectException and Retrying at the SSC's start (logged at DEBUG).",
    control: "An SSC that started after its vault must not log the message; if it does, the secret is missing in the vault.",
  },
  action: [
    "Compare the start times of both services: go on only if the SSC started before the vault.",
    "Restart the SSC at an agreed time, while the vault runs.",
    "Make the SSC's service depend on the vault's service, and start the vault automatically.",
    "Verify the dependency from both ends: the SSC's list of what it depends on, and the vault's list of what depends on it.",
    "At the next planned restart of the machine, sign in.",
  ],
  evidence: ["start times of both services", "start types of both services", "the SSC's log from its start on"],
  log: SSC_LOG,
  confidence: "high",
  excludes: ["sso/vault-dead-end"],
  deadEnds: ["Typing the client secret into the panel again: it is in the vault already.", "Waiting: the SSC never asks again."],
  matches: [
    "SSOConfigurationException: No value found for required String property: tcsso.oidc.client_secret",
    "No ApplicationContext found",
    "com.example.TCSSO_SSOSystemException: General HTTP exception",
  ],
  lookAlikes: [
    ["value", "tcsso.oidc.client_secret=(set)"],
    ["success", "The ApplicationContext was found"],
    ["success", "Found value for required String property: tcsso.oidc.client_secret"],
    ["speaker", "java.lang.IllegalStateException: No ApplicationContext found for servlet [dispatcher] in a web shop"],
    ["words", "tcsso.oidc.client_auth_method=client_secret_basic"],
    ["reason", "TCSSO_SSOSystemException: PKIX path building failed"],
    ["speaker", "java.lang.IllegalStateException: No WebApplicationContext found: no ContextLoaderListener registered?"],
  ],
};
