import type { Foreign } from "./own-folder.ts";
import type { DetachedStart } from "./detached.ts";
import type { StoredFiles } from "./stored-capture.ts";

/* The interfaces of the sockets and the capture folder that a relay uses. A test can pass others. */

/** An address to listen on or connect to; an IPv6 address has no brackets. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The server that a relay forwards to. */
export interface Upstream extends Endpoint {
  /**
   * Addresses to connect to instead of looking up the host; names and certificates stay unchanged. Without them, the host is looked up for
   * each connection and can later resolve to this machine.
   */
  readonly addresses?: readonly string[];
  /**
   * The settings for TLS, with `ca` as PEM certificates that are trusted in addition; null for plain TCP. The server's certificate is
   * checked before a byte is sent.
   */
  readonly tls: { readonly ca: string | null } | null;
}

/** The protocol and cipher of a TLS connection. */
export interface Secured {
  readonly protocol: string;
  readonly cipher: string;
}

/** The certificate and key of a TLS server, as PEM. */
export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority that signs the certificates with which a relay takes the place of servers. */
export interface LocalAuthority {
  /** The authority's certificate (PEM), which a client has to trust. */
  readonly certificate: string;
  identity(host: string): ServerIdentity;
}

/** The receiver of the events of one end of a connection. No event follows `closed`. */
export interface WireEvents {
  /**
   * Reports that the end can send: connected, and with TLS the handshake and the check of a server's certificate are done. `peer` is the
   * address and port that answered.
   */
  connected(peer: Endpoint, secured?: Secured): void;
  /** Reports received bytes. The buffer is reused later, so a receiver that keeps them must copy them. */
  bytes(chunk: Uint8Array): void;
  /** Reports that all queued bytes were sent, so that more bytes can be sent. */
  drained(): void;
  /** Reports that the remote program sends no more (FIN). It can still receive. */
  finished(): void;
  /** Reports that the connection broke or could not be made; `code` is a code of the system or of TLS. */
  lost(code: string): void;
  closed(): void;
}

/** One end of a connection that a relay forwards. */
export interface WireEnd {
  /** Begins to report events. Must be called once. */
  begin(events: WireEvents): void;
  /** Sends bytes. Returns false if no more must be sent until `drained`. The bytes of a `bytes` event can be passed on: unsent ones are copied. */
  send(bytes: Uint8Array): boolean;
  /** Sends the end of the stream (FIN) after all bytes that were sent before. */
  finish(): void;
  /** Resets the connection (RST) and discards unsent bytes. */
  reset(): void;
  pause(): void;
  resume(): void;
}

/** A file to which bytes are appended. */
export interface RawFile {
  /** Appends all bytes to the file. Throws the system's error; a part of the bytes is possibly written then. */
  append(bytes: Uint8Array): void;
  close(): void;
}

/** The folder of one capture, which only its owner can access. */
export interface CaptureFolder {
  readonly id: string;
  /** The absolute path of the capture's folder. */
  readonly path: string;
  /** Creates a file in the capture's folder. Throws the system's error. */
  open(name: string): RawFile;
  /** Appends one line to the capture's events. It is written at the end of this turn of the event loop, in the order of the calls. */
  note(line: string): void;
  /** Writes the event lines that are not on disk yet, and closes events.ndjson. */
  close(): void;
  /** Deletes the capture's folder if no event was written. */
  abandon(): void;
}

export interface Listening {
  readonly at: Endpoint;
  /** Makes the listener accept no further connection. */
  close(): void;
}

/** The parts of the machine that a recording uses: sockets, files, processes and signals. */
export interface RecordingWorld {
  /** Returns the default folder for captures; null if the system has no place for them. */
  store(): string | null;
  /**
   * Creates the folder of a new capture in the store. Calls `failed` with the system's error if events cannot be written. Throws Refusal.
   */
  capture(store: string, at: Date, failed: (error: unknown) => void): CaptureFolder;
  /** Returns the names of the folders in a store, oldest first. Throws the system's error. */
  ids(store: string): readonly string[];
  /** Returns the files of a capture for reading; null if there is none of that name. */
  open(store: string, id: string): StoredFiles | null;
  /** Returns the first and last lines of a capture's events; null if there are none. */
  ends(store: string, id: string): string | null;
  /** Returns why other accounts can access a store (`id` null) or the folder of a capture in it; null if none can. */
  foreign(store: string, id: string | null): Foreign | null;
  /** Appends a line to the file of a capture that records which unredacted bytes were shown. Throws the system's error. */
  noteReveal(store: string, id: string, line: string): void;
  /** Returns the checkout that contains a folder, and whether git ignores the folder; null if there is none. */
  checkout(folder: string): Promise<{ readonly top: string; readonly ignored: boolean } | null>;
  /** Listens for connections, over TLS with `identity`. Rejects with the system's error. */
  listen(at: Endpoint, accept: (client: WireEnd, from: Endpoint) => void, identity?: ServerIdentity): Promise<Listening>;
  /** Creates a certificate authority that is restricted to the given hosts. */
  authority(hosts: readonly string[], at: Date): LocalAuthority;
  connect(to: Upstream): WireEnd;
  /** Returns the network addresses of this machine. */
  own(): readonly string[];
  alive(pid: number): boolean;
  /** Returns milliseconds of a monotonic clock. */
  elapsed(): number;
  readonly pid: number;
  /** Starts Tierwright once more in the background. Resolves when it has printed the document of a schema, or has ended. */
  detached(schema: string, words: readonly string[], variables: Readonly<Record<string, string>>): Promise<DetachedStart>;
  /** Resolves to the signal's name when a signal ends the program. */
  stopped(): Promise<string>;
}
