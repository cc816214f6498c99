import type { Foreign } from "./own-folder.ts";
import type { DetachedStart } from "./detached.ts";
import type { StoredFiles } from "./stored-capture.ts";

/* The sockets and the folder that a relay uses. They are passed in, so that a test can pass others. */

/** An address to listen on or connect to; an IPv6 address has no brackets. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Target of a relay. */
export interface Upstream extends Endpoint {
  /**
   * Addresses for every connection, names and certificates unchanged. Without them, the name is looked up for each connection and can later
   * resolve to this machine.
   */
  readonly addresses?: readonly string[];
  /** TLS with a certificate that is checked before a byte is sent, and `ca` as PEM certificates trusted in addition; null for plain TCP. */
  readonly tls: { readonly ca: string | null } | null;
}

/** Negotiated parameters of a TLS connection. */
export interface Secured {
  readonly protocol: string;
  readonly cipher: string;
}

/** Certificate and key of a TLS server, as PEM. */
export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
}

/** Certificate authority that signs for the servers that a relay impersonates. */
export interface LocalAuthority {
  /** Its certificate (PEM), which a client has to trust. */
  readonly certificate: string;
  identity(host: string): ServerIdentity;
}

/** Events of one end of a connection. No event follows `closed`. */
export interface WireEvents {
  /**
   * Reports that the end can send: connected, and with TLS the handshake and the check of a server's certificate are done. `peer` is the
   * address and port that answered.
   */
  connected(peer: Endpoint, secured?: Secured): void;
  /** Reports received bytes. The buffer is reused later, so a receiver that keeps them must copy them. */
  bytes(chunk: Uint8Array): void;
  /** Reports that everything was sent; more can follow. */
  drained(): void;
  /** Reports that the other side sends no more (FIN). It can still receive. */
  finished(): void;
  /** Reports that the connection broke or could not be made; `code` is a code of the system or of TLS. */
  lost(code: string): void;
  closed(): void;
}

/** One end of a connection. */
export interface WireEnd {
  /** Begins to report events. Called once. */
  begin(events: WireEvents): void;
  /** Sends bytes. Returns false if no more must be sent until `drained`. The bytes of a `bytes` event can be passed on: unsent ones are copied. */
  send(bytes: Uint8Array): boolean;
  /** Sends the end of the stream after everything before it. */
  finish(): void;
  /** Resets the connection (RST) and drops unsent bytes. */
  reset(): void;
  pause(): void;
  resume(): void;
}

/** A file to which bytes are appended. */
export interface RawFile {
  /** Appends all bytes. Throws the system's error; a part is possibly written then. */
  append(bytes: Uint8Array): void;
  close(): void;
}

/** The folder of one capture, which only its owner can access. */
export interface CaptureFolder {
  readonly id: string;
  /** Absolute path. */
  readonly path: string;
  /** Creates a file. Throws the system's error. */
  open(name: string): RawFile;
  /** Appends one line of events. It is on disk at the end of this turn of the event loop, in the order of the calls. */
  note(line: string): void;
  /** Writes the waiting lines and closes the file. */
  close(): void;
  /** Deletes the folder if nothing was recorded. */
  abandon(): void;
}

export interface Listening {
  readonly at: Endpoint;
  /** Accepts no further connection. */
  close(): void;
}

/** The outside world of a recording. */
export interface RecordingWorld {
  /** Returns the default folder for captures; null if the system has no place for them. */
  store(): string | null;
  /** Creates a folder in the store. Calls `failed` with the system's error if events cannot be written. Throws Refusal. */
  capture(store: string, at: Date, failed: (error: unknown) => void): CaptureFolder;
  /** Returns the names of the folders in a store, oldest first. Throws the system's error. */
  ids(store: string): readonly string[];
  /** Returns the files of a capture for reading; null if there is none of that name. */
  open(store: string, id: string): StoredFiles | null;
  /** Returns the first and last lines of a capture's events; null if there are none. */
  ends(store: string, id: string): string | null;
  /** Returns why a store (`id` null) or the folder of a capture in it is not this account's alone; null if it is. */
  foreign(store: string, id: string | null): Foreign | null;
  /** Appends a line to the file of a capture that records which unredacted bytes were shown. Throws the system's error. */
  noteReveal(store: string, id: string, line: string): void;
  /** Returns the checkout that contains a folder, and whether git ignores the folder; null if there is none. */
  checkout(folder: string): Promise<{ readonly top: string; readonly ignored: boolean } | null>;
  /** Listens for connections, over TLS with `identity`. Rejects with the system's error. */
  listen(at: Endpoint, accept: (client: WireEnd, from: Endpoint) => void, identity?: ServerIdentity): Promise<Listening>;
  /** Creates an authority that is restricted to these hosts. */
  authority(hosts: readonly string[], at: Date): LocalAuthority;
  connect(to: Upstream): WireEnd;
  /** Returns the addresses of this machine. */
  own(): readonly string[];
  alive(pid: number): boolean;
  /** Returns milliseconds of a monotonic clock. */
  elapsed(): number;
  readonly pid: number;
  /** Starts this program once more in the background. Resolves when it has printed the document of a schema, or has ended. */
  detached(schema: string, words: readonly string[], variables: Readonly<Record<string, string>>): Promise<DetachedStart>;
  /** Resolves to the signal's name when a signal ends the program. */
  stopped(): Promise<string>;
}
