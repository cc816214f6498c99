import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "trust/pkix",
  title: "the calling program does not trust the certificate: its own truststore lacks the issuer",
  signs: [{ trust: "untrusted" }],
  symptoms: [
    {
      says: "a service does not trust a certificate",
      words: "certificat trust",
      not: /\btrusts the\b|\bis trusted\b|trusted_certificate/i,
    },

    {
      says: "the browser trusts the address and the server's own call does not",
      words: "browser|curl trust|certificat java|jvm|server|jdk|channel",
    },
  ],
  states: "that the certificate cannot be verified, for an address that browsers open without a warning",
  cause:
    "The program that made the call has its own list of trusted issuers, and the issuer of this certificate is not in it. A JVM reads cacerts of the JDK that runs it, not the operating system's store: the issuer was imported into another JDK, or a patch of the JDK removed it. Node, Python and curl have lists of their own.",
  why: "A browser uses another list of issuers, so that its success says nothing about this program.",
  check: {
    does: "Look for the issuer of the address's certificate in the truststore of the program that called; for Java with `keytool -list -cacerts` of the same JDK. It is missing there.",
    control:
      "After the import, the same call with the backup as its truststore (Java: javax.net.ssl.trustStore) must still fail: if it succeeds, validation is off or something else answers.",
  },
  action: [
    "Find the program that made the call and the truststore that it reads; for Java the JDK of its process.",
    "Back the truststore up.",
    "Import the issuing CA: for Java with that JDK's keytool, under an alias of its own.",
    "Restart the program at an agreed time, then make the check and its control.",
    "Repeat it after each patch of the JDK.",
  ],
  evidence: [
    "the chain that the address shows (`tierwright probe ENV --only tls/chain`)",
    "the program and, for Java, the path of its JDK",
    "the issuers in its truststore",
  ],
  log: "the log of the program that called",
  confidence: "high",
  excludes: ["cutover/old-address"],
  deadEnds: [
    "Importing into Windows' certificate store: a JVM does not read it by default.",
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
