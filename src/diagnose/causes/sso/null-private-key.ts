import { type Cause, SSC_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "sso/null-private-key",
  title: "the private key was not loaded from the vault, and the reason was swallowed",
  signs: [
    {
      types: ["NullPointerException", "InvalidKeyException", "IllegalArgumentException", "JOSEException", "KeyLengthException"],
      like: /(?:"?\w{0,30}private_?key(?:\(\))?"? (?:is|was|must not be) null|null private key|\bKey must not be null)/i,
      not: /\bssh\b|jsch|sftp|\bPEM file\b/i,
    },
    {
      all: ["private"],
      like: /"?\w{0,30}private[_ ]?key"? (?:is|was) null(?!-)|null private key/i,
      not: /\bssh\b|jsch|sftp/i,
      confidence: "medium",
    },
    {
      all: ["identityserviceKS"],
      after: ({ authentication }) => authentication === "private_key_jwt",
      field: true,
      confidence: "medium",
      not: /\b(?:loaded|found|read from|(?:was|is) read|present|\d{1,6} bytes)\b/i,
    },
  ],
  symptoms: [
    {
      says: "signing the request to the identity provider fails because there is no private key",
      words: "private key null|missing|no|empty",
      not: /\b(?:was|were|is|are) (?:loaded|found|there)\b/i,
    },
  ],
  states: "that the private key is null, and not why",
  cause:
    "With tcsso.vaultEnabled=true the private key comes from the vault's secret identityserviceKS alone, and any exception while it is loaded is swallowed. The local keystore is not read.",
  why: "With the vault on there is no other source of the key, and its loading never reports a failure.",
  check: {
    does: "Read tcsso.oidc.client_auth_method and tcsso.vaultEnabled: this cause needs private_key_jwt and true.",
    control: "With client_secret_basic no private key is used: then look elsewhere.",
  },
  action: [
    "Look whether the vault holds identityserviceKS under Teamcenter.Securityservice.",
    "Look whether the SSC may read it, with the identity that the SSC runs as.",
    "When the vault has the secret, restart the SSC at an agreed time: it loads the key at its start.",
  ],
  evidence: ["both settings as they are deployed", "the list of secret names in the vault, without values"],
  log: SSC_LOG,
  confidence: "high",
  excludes: ["sso/vault-dead-end"],
  deadEnds: ["Repairing the local keystore: with the vault on it is never read."],
  matches: [
    "Client assertion failed: null private key",
    'Cannot invoke "getEncoded()" because "privateKey" is null',
    "java.security.InvalidKeyException: Key must not be null",
    'java.lang.NullPointerException: Cannot invoke "java.security.PrivateKey.getAlgorithm()" because "privateKey" is null',
  ],
  lookAlikes: [
    ["success", "The private key was loaded"],
    ["words", "java.security.InvalidKeyException: Wrong key size"],
    ["speaker", "com.jcraft.jsch.JSchException: ssh private key is null"],
  ],
};
