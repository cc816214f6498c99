import { type Cause, CALLER_LOG } from "../cause.ts";

/** Pattern of a revocation list in words, which names certificates of other servers, and of a revocation status that was not available. */
const LIST =
  /Certificate Revocation List \(CRL\):|NO_REVOCATION_CHECK|REVOCATION_OFFLINE|\b(?:unable to|could not|cannot) (?:check|determine) (?:the )?revocation/i;

export const cause: Cause = {
  id: "trust/revoked",
  title: "the certificate was revoked",
  signs: [{ trust: "revoked", not: LIST }],
  symptoms: [{ says: "the certificate is revoked", words: "certificat revok|withdrawn|gesperrt", not: LIST }],
  states: "that the certificate, or the path to it, was refused",
  cause: "The issuer has withdrawn the certificate, so that every client that asks for its state refuses it.",
  why: "The state is signed by the issuer; a missing issuer gives another type.",
  check: {
    does: "Ask the issuer, or its revocation list, for the serial number.",
    control: "The certificate of another service of the same issuer must pass.",
  },
  action: ["Ask the owner why it was revoked.", "Issue a new key and certificate and install them."],
  evidence: ["the chain that the address shows (`tierwright probe ENV --only tls/chain`)"],
  log: CALLER_LOG,
  confidence: "high",
  excludes: ["trust/pkix", "cutover/old-address", "sso/vault-not-ready"],
  deadEnds: ["Turning the revocation check off."],
  matches: [
    "java.security.cert.CertificateRevokedException: Certificate has been revoked, reason: KEY_COMPROMISE",
    "Error code=CERT_REVOKED",
    "HRESULT 0x80092010 CRYPT_E_REVOKED",
  ],
  lookAlikes: [
    ["words", "the user's access was revoked"],
    ["success", "INFO revocation list loaded, 0 certificates"],
    ["reason", "java.security.cert.CertPathValidatorException: Could not determine revocation status"],
  ],
};
