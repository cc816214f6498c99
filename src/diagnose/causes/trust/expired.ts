import { type Cause, CALLER_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "trust/expired",
  title: "the certificate has expired",
  signs: [{ trust: "expired" }],
  symptoms: [
    {
      says: "the certificate is expired",
      words: "certificat expir|abgelaufen|outdated",
      not: /\bexpires? (?:on|in|le|am)\b|\bwill expire|valid until|g\u00fcltig bis/i,
    },
  ],
  states: "that the certificate, or the path to it, was refused",
  cause: "The certificate, or one of its issuers, has passed its last day. The truststore is not at fault.",
  why: "The type or code names the date; a missing issuer gives another one.",
  check: {
    does: "Read notAfter of every certificate of the chain, and the clock of the machine that called.",
    control: "A certificate that is valid today must pass the same call.",
  },
  action: [
    "Correct the clock if it is wrong.",
    "Renew the certificate that has expired and install it with its chain.",
    "Restart the service that presents it.",
  ],
  evidence: ["the chain that the address shows (`tierwright probe ENV --only tls/chain`)"],
  log: CALLER_LOG,
  confidence: "high",
  excludes: ["trust/pkix", "cutover/old-address", "sso/vault-not-ready"],
  deadEnds: ["Importing the certificate into the truststore: an expired one stays refused."],
  matches: [
    "PKIX path validation failed: java.security.cert.CertificateExpiredException: NotAfter: Wed Mar 04 10:12:13 CET 2026",
    "Error: certificate has expired code=CERT_HAS_EXPIRED",
    "curl: (60) SSL certificate problem: certificate has expired",
  ],
  lookAlikes: [
    ["words", "the session token has expired"],
    ["success", "INFO certificate renewed, it expires in 90 days"],
    ["words", "WARN certificate of plm.example.com will expire on 2026-05-01"],
  ],
};
