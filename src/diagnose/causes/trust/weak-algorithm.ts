import { type Cause, CALLER_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "trust/weak-algorithm",
  title: "the certificate uses an algorithm or key size that is disabled",
  signs: [{ trust: "algorithm" }],
  symptoms: [
    {
      says: "the certificate has a weak or disabled algorithm",
      words: "certificat weak|disabled|sha1|schwach|faible|debol|debil|frac|zwak|slab|\u5f31",
    },
  ],
  states: "that the certificate, or the path to it, was refused",
  cause: "A certificate of the chain is signed with an algorithm, or has a key size, that this runtime has disabled.",
  why: "The message names constraints; the chain itself is complete.",
  check: {
    does: "Read the signature algorithm and key size of every certificate of the chain.",
    control: "A chain with SHA-256 and 2048 bits must pass.",
  },
  action: ["Issue the certificate again with SHA-256 and at least 2048 bits.", "Replace a weak issuer as well."],
  evidence: ["the chain that the address shows (`tierwright probe ENV --only tls/chain`)"],
  log: CALLER_LOG,
  confidence: "high",
  excludes: ["trust/pkix", "cutover/old-address", "sso/vault-not-ready"],
  deadEnds: ["Removing the entry from jdk.certpath.disabledAlgorithms: it opens every connection."],
  matches: [
    "java.security.cert.CertPathValidatorException: Algorithm constraints check failed on signature algorithm: SHA1withRSA",
    "ssl.SSLError: [SSL: EE_KEY_TOO_SMALL] ee key too small (_ssl.c:4022)",
    "NET::ERR_CERT_WEAK_SIGNATURE_ALGORITHM",
  ],
  lookAlikes: [
    ["words", "algorithm RS256 is used to sign tokens"],
    ["success", "INFO signature algorithm SHA256withRSA verified"],
    ["reason", "SSLHandshakeException: No appropriate protocol (protocol is disabled or cipher suites are inappropriate)"],
  ],
};
