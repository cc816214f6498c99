import type { HttpFaultKind, ShownCertificate, Via } from "./http.ts";

/** A certificate store: a list of certificate authorities on this machine, and the programs that trust it. */
export interface Store {
  readonly kind: "given" | "node" | "jdk" | "os";
  /** The path or description of the certificate store. */
  readonly name: string;
  /** The programs that take their trusted certificates from the store, in words. */
  readonly readBy: string;
}

/** The result of checking a server's certificate chain against one certificate store. */
export interface StoreVerdict extends Store {
  /** True if the chain leads to an authority of the store, is within its dates, and its certificate is for the requested host. */
  readonly holds: boolean;
  /** The reason why the chain does not hold, as a clause that begins with a small letter; "" if it holds. */
  readonly says: string;
  /** The kind of the certificate chain's fault; null if the chain is trusted. */
  readonly fault: HttpFaultKind | null;
  /** The control of the result: true if the store refused a self-signed certificate for the same host name. */
  readonly refusesOthers: boolean;
}

/** A certificate store that possibly exists and could not be read. */
export interface UnreadStore {
  readonly name: string;
  readonly why: string;
  /** True if a program on this machine takes its trusted certificates from the store. */
  readonly isUsed: boolean;
}

/** A certificate of a server's chain, with the fields that a person compares. */
export interface ChainCertificate extends ShownCertificate {
  /** The end of validity as the certificate states it, for example Nov 22 12:00:00 2027 GMT. */
  readonly until: string;
  /** The host names of the certificate, as it lists them. */
  readonly names: string;
}

export interface CertificateAnswer {
  /** The address and port that answered: those of the proxy if there is one. */
  readonly peer: string;
  /** HOST:PORT of the proxy through which requests to the host go; null if there is none. */
  readonly proxy: string | null;
  /** The certificates in the order of the server, the server's own first. */
  readonly chain: readonly ChainCertificate[];
  readonly stores: readonly StoreVerdict[];
  readonly unread: readonly UnreadStore[];
  /** True if NODE_TLS_REJECT_UNAUTHORIZED=0 is set for this process: Node with it trusts every certificate, whatever the stores contain. */
  readonly voided: boolean;
}

export interface CertificateRequest {
  /** The host name or address of the server, an IPv6 address without brackets. */
  readonly host: string;
  readonly port: string;
  readonly via: readonly Via[];
  /** Certificates in PEM that are trusted in addition to the built-in ones; null if none are given. */
  readonly ca: string | null;
  /** The timeout of the whole request, in milliseconds. */
  readonly patience: number;
}

/**
 * The function that checks the certificate chain that a server shows against every store that this machine can read. Rejects with HttpFault
 * if the server does not speak TLS.
 */
export type Certificates = (request: CertificateRequest) => Promise<CertificateAnswer>;
