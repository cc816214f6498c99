import { systemCode } from "../kernel/index.ts";
import { HttpFault, type HttpFaultKind, type ShownCertificate } from "./http.ts";

/** Descriptions of certificates that are not trusted, by the error code of OpenSSL and Node. */
const UNTRUSTED: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "it shows a self-signed certificate that is not trusted here",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate comes from an authority that is not trusted here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "its certificate comes from an authority that is not trusted here, or the server leaves out a certificate between",
  UNABLE_TO_GET_ISSUER_CERT: "its certificate comes from an authority that is not known here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate comes from an authority that is not known here",
  CERT_UNTRUSTED: "its certificate is not trusted here",
};

/** Descriptions of certificate errors that trusting another authority would not repair, by error code. */
const INVALID: Readonly<Record<string, string>> = {
  CERT_NOT_YET_VALID: "its certificate is not valid yet by this machine's clock",
  CERT_SIGNATURE_FAILURE: "the signature of its certificate is wrong",
  INVALID_PURPOSE: "its certificate is for another purpose than a server",
};

const REFUSED: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  EHOSTUNREACH: "no way leads to that address",
  ENETUNREACH: "no way leads to that network",
  EADDRNOTAVAIL: "that address cannot be connected to",
  EACCES: "this machine does not permit the connection",
};

/** Converts the error of a connection to an HttpFault with a description. */
export function faultOf(error: unknown, url: string): HttpFault {
  if (error instanceof HttpFault) return error;
  // Node tried several addresses, and each attempt has its own error
  const tried = (error as { readonly errors?: unknown })?.errors;
  const first = Array.isArray(tried) ? (tried.find((one) => systemCode(one) !== "") ?? error) : error;
  const code = systemCode(first) || systemCode(error);
  const fault = (kind: HttpFaultKind, says: string) => new HttpFault(kind, url, says, shownBy(error));
  const untrusted = UNTRUSTED[code];
  if (untrusted !== undefined) return fault("untrusted", untrusted);
  if (code === "CERT_HAS_EXPIRED") return fault("expired", "its certificate has expired");
  if (code === "CERT_REVOKED") return fault("revoked", "its certificate is revoked");
  const invalid = INVALID[code];
  if (invalid !== undefined) return fault("invalid", invalid);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return fault("other-name", otherName(first));
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return fault("no-name", "its name does not resolve on this machine");
  const refused = REFUSED[code];
  if (refused !== undefined) return fault("refused", refused);
  if (code === "ETIMEDOUT") return fault("no-answer", "it did not answer");
  if (code === "HPE_HEADER_OVERFLOW")
    return fault("too-large", "the headers of its answer have more than 16384 bytes, which is the most");
  if (code.startsWith("HPE_")) return fault("no-http", "what it sent is no HTTP answer");
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return fault("no-tls", "it speaks no usable TLS; the port is possibly for plain http");
  if (code === "ECONNRESET" || code === "EPIPE") return fault("no-answer", "it closed the connection without an answer");
  return fault("no-answer", "the connection failed");
}

const shownBy = (error: unknown): readonly ShownCertificate[] =>
  (error as { readonly shown?: readonly ShownCertificate[] } | null)?.shown ?? [];

/** Returns the description of a host name mismatch, with the names in the certificate. */
function otherName(error: unknown): string {
  const names = (error as { readonly cert?: { readonly subjectaltname?: unknown } })?.cert?.subjectaltname;
  return typeof names === "string" && names !== ""
    ? `its certificate is for other names: ${names.replaceAll("DNS:", "").replaceAll("IP Address:", "").slice(0, 300)}`
    : "its certificate is for another name";
}
