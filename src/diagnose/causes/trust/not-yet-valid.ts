import { type Cause, CALLER_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "trust/not-yet-valid",
  title: "the certificate is not valid yet",
  signs: [{ trust: "not-yet-valid" }],
  symptoms: [{ says: "the certificate is not yet valid", words: "certificat yet|future|begin" }],
  states: "that the certificate, or the path to it, was refused",
  cause:
    "The first day of the certificate is in the future for the machine that called: its clock is behind, or the certificate was issued for later.",
  why: "The type or code names the first day.",
  check: {
    does: "Compare notBefore of the chain with the clock of the machine that called.",
    control:
      "A machine whose clock is right must accept the certificate; if it refuses it as well, the certificate was issued for later.",
  },
  action: [
    "Set the clock (time synchronization).",
    "Otherwise wait for the first day, or install the certificate that is valid now.",
  ],
  evidence: ["the chain that the address shows (`tierwright probe ENV --only tls/chain`)"],
  log: CALLER_LOG,
  confidence: "high",
  excludes: ["trust/pkix", "cutover/old-address", "sso/vault-not-ready"],
  deadEnds: ["Importing the certificate into the truststore."],
  matches: [
    "java.security.cert.CertificateNotYetValidException: NotBefore: Fri May 01 00:00:00 CEST 2026",
    "Error: certificate is not yet valid code=CERT_NOT_YET_VALID",
    "verify error:num=9:certificate is not yet valid",
  ],
  lookAlikes: [
    ["words", "the token is not valid yet (nbf)"],
    ["success", "INFO certificate is valid from 2026-03-04"],
    ["reason", "verify error:num=10:certificate has expired"],
  ],
};
