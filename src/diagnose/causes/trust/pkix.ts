import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "trust/pkix",
  title: "a Java program does not trust the certificate: its own truststore lacks the issuer",
  signs: [{ trust: "untrusted" }],
  symptoms: [
    { says: "a service does not trust a certificate", words: "certificat trust" },

    {
      says: "the browser trusts the address and the server's own call does not",
      words: "browser|curl trust|certificat java|jvm|server|jdk|channel",
    },
  ],
  states: "that no path to a trusted certificate was found, for an address that every browser opens",
  cause:
    "The JVM that made the call reads its own truststore (cacerts of that JDK), not the operating system's. The issuer was imported elsewhere, into another JDK, or went away with a patch of the JDK.",
  why: "PKIX is Java's own path building: a browser's or the system's store has no part in it.",
  check: {
    does: "From the same JDK, with cacerts as it is: the address must answer 200.",
    control:
      "With the truststore from before the import (the backup, as javax.net.ssl.trustStore) the same call must fail with PKIX: 200 in both says that validation is off or something else answers.",
  },
  action: [
    "Find the JDK that made the call, by its process.",
    "Back its cacerts up.",
    "Import the issuing CA with that JDK's keytool, under an alias of its own.",
    "Restart the service, and make the A/B check above.",
    "Repeat it after each patch of the JDK.",
  ],
  evidence: [
    "the chain that the address shows (`tierwright probe ENV --only tls/chain`)",
    "path of the JDK",
    "aliases in its cacerts",
  ],
  log: "the log of the program that called",
  confidence: "high",
  excludes: ["cutover/old-address"],
  deadEnds: [
    "Importing into Windows' certificate store: no JVM reads it.",
    "Turning validation off.",
    "Proving it with a browser.",
  ],
  matches: [
    "javax.net.ssl.SSLHandshakeException: PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target",
    "sun.security.validator.ValidatorException: PKIX path validation failed",
    "Error: unable to verify the first certificate code=UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1129)",
    "curl: (60) SSL certificate problem: self-signed certificate in certificate chain",
  ],
  lookAlikes: [
    ["reason", "javax.net.ssl.SSLHandshakeException: Received fatal alert: protocol_version"],
    ["words", "jakarta.validation.ValidatorException: name must not be empty"],
    [
      "reason",
      "PKIX path validation failed: java.security.cert.CertificateExpiredException: NotAfter: Wed Mar 04 10:12:13 CET 2026",
    ],
    ["success", "INFO self-signed certificate was created for plm.example.com"],
  ],
};
