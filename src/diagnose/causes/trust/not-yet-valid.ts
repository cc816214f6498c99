import { type Cause, CALLER_LOG } from "../cause.ts";

/** Pattern of words for a certificate that is still valid. It is needed because some languages have one word for "still" and "yet". */
const STILL_VALID =
  /\bnoch (?:immer )?g\u00fcltig|(?<!\bnon (?:\u00e8|sono) )\bancora valid|(?<!pas )\bencore valid|(?<!\bno (?:es|son) )\b(?:a\u00fan|todav\u00eda) (?:es )?v\u00e1lid|(?<!\bn\u00e3o (?:\u00e9|s\u00e3o) )\bainda (?:\u00e9 )?v\u00e1lid|\bnog (?:altijd )?geldig|(?<!nie jest )\bjeszcze wa\u017cn|\u307e\u3060\u6709\u52b9/i;

export const cause: Cause = {
  id: "trust/not-yet-valid",
  title: "the certificate is not valid yet",
  signs: [{ trust: "not-yet-valid" }],
  symptoms: [
    { says: "the certificate is not yet valid", words: "certificat yet|future|begin", not: STILL_VALID },
    {
      says: "the certificate is not valid yet",
      words:
        "certificat yet|noch|encore|ancora|a\u00fan|todav\u00eda|ainda|nog|jeszcze|\u307e\u3060|\u5c1a\u672a|\uc544\uc9c1 not valid|g\u00fcltig|geldig|v\u00e1lid|wa\u017cn|\u6709\u52b9|\u6709\u6548|\uc720\ud6a8",
      not: STILL_VALID,
    },
  ],
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
