import type { HttpFaultKind, ShownCertificate, Via } from "./http.ts";

/** A list of authorities that this machine can read, and the programs that use it. */
export interface Store {
  readonly kind: "given" | "node" | "jdk" | "os";
  /** Path or description of the store. */
  readonly name: string;
  /** Programs that trust by this store, in words. */
  readonly readBy: string;
}

/** Verdict of one store on the chain that a server shows. */
export interface StoreVerdict extends Store {
  /** True if the chain leads to an authority of the store, is within its dates, and its certificate is for the requested host. */
  readonly holds: boolean;
  /** Reason of the fault, as a clause that begins with a small letter; "" if the chain holds. */
  readonly says: string;
  /** Kind of the fault; null if the chain holds. */
  readonly fault: HttpFaultKind | null;
  /** The control: true if the same check refused an endpoint with the same name and a self-signed certificate. */
  readonly refusesOthers: boolean;
}

/** A store that possibly exists, and that could not be read. */
export interface UnreadStore {
  readonly name: string;
  readonly why: string;
  /** True if a program on this machine trusts by it. */
  readonly isUsed: boolean;
}

/** A certificate of the chain, with the fields that a person compares. */
export interface ChainCertificate extends ShownCertificate {
  /** End of validity as the certificate states it (X.509), for example Nov 22 12:00:00 2027 GMT. */
  readonly until: string;
  /** Host names of the certificate, as it lists them. */
  readonly names: string;
}

export interface CertificateAnswer {
  /** Address and port that answered: those of the proxy if one is between. */
  readonly peer: string;
  /** HOST:PORT of the proxy that requests to this host go through; null if there is none. */
  readonly proxy: string | null;
  /** Chain in the order of the server, its own certificate first. */
  readonly chain: readonly ChainCertificate[];
  readonly stores: readonly StoreVerdict[];
  readonly unread: readonly UnreadStore[];
  /** True if NODE_TLS_REJECT_UNAUTHORIZED=0 is set here: a Node process with it trusts every certificate, whatever the stores contain. */
  readonly voided: boolean;
}

export interface CertificateRequest {
  /** Host name or address, an IPv6 address without brackets. */
  readonly host: string;
  readonly port: string;
  readonly via: readonly Via[];
  /** Certificates in PEM that are trusted in addition to the built-in ones; null if none are given. */
  readonly ca: string | null;
  /** Time for the whole request, in milliseconds. */
  readonly patience: number;
}

/**
 * Function that checks the chain that a server shows against every store that this machine can read. Rejects with HttpFault if the server does
 * not speak TLS.
 */
export type Certificates = (request: CertificateRequest) => Promise<CertificateAnswer>;
