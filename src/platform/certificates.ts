import type { HttpFaultKind, ShownCertificate, Via } from "./http.ts";

/** A list of authorities that can be read on this machine, and who reads it. */
export interface Store {
  readonly kind: "given" | "node" | "jdk" | "os";
  /** Which one: a file, or what it is called. */
  readonly name: string;
  /** Who trusts by it, in words. */
  readonly readBy: string;
}

/** What one store says of the chain that a server shows. */
export interface StoreVerdict extends Store {
  /** The chain leads to an authority of the store, is in date, and its certificate is for the name that was asked. */
  readonly holds: boolean;
  /** Why not, as a clause that begins with a small letter; "" where it holds. */
  readonly says: string;
  /** The kind of what is wrong; null where it holds. */
  readonly fault: HttpFaultKind | null;
  /** The control: an endpoint with the same name whose certificate nobody signed was refused by the same check. */
  readonly refusesOthers: boolean;
}

/** A store that there may be, and that could not be read from here. */
export interface UnreadStore {
  readonly name: string;
  readonly why: string;
  /** True where something on this machine trusts by it. */
  readonly isUsed: boolean;
}

/** A certificate of the chain, in what a person compares of it. */
export interface ChainCertificate extends ShownCertificate {
  /** As the certificate says it (X.509), for example Nov 22 12:00:00 2027 GMT. */
  readonly until: string;
  /** Names that it is for, as the certificate lists them. */
  readonly names: string;
}

export interface CertificateAnswer {
  /** Address and port that answered: the proxy's, where one stands between. */
  readonly peer: string;
  /** HOST:PORT of the proxy that the way led through, as requests go; null: none. */
  readonly proxy: string | null;
  /** As the server sends it, its own certificate first. */
  readonly chain: readonly ChainCertificate[];
  readonly stores: readonly StoreVerdict[];
  readonly unread: readonly UnreadStore[];
  /** NODE_TLS_REJECT_UNAUTHORIZED=0 is set here: a Node that runs with it trusts everybody, whatever the stores say. */
  readonly voided: boolean;
}

export interface CertificateRequest {
  /** Without brackets. */
  readonly host: string;
  readonly port: string;
  readonly via: readonly Via[];
  /** Certificates in PEM that are trusted beside the built-in ones; null: none are given. */
  readonly ca: string | null;
  /** Milliseconds for all of it. */
  readonly patience: number;
}

/** The chain that a server shows, held to every store that can be read from here. Rejects with HttpFault where nobody speaks TLS there. */
export type Certificates = (request: CertificateRequest) => Promise<CertificateAnswer>;
