import type { Foreign } from "./own-folder.ts";
import type { DetachedStart } from "./detached.ts";
import type { StoredFiles } from "./stored-capture.ts";

/* What a relay asks of sockets and of the folder that it records into; given to it, so that a test gives it others. */

/** An address that is listened on or connected to; an IPv6 address without brackets. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Where a relay leads. */
export interface Upstream extends Endpoint {
  /** Where every connection goes, names and certificates unchanged; without it the name is looked up for each, and may come to mean this machine. */
  readonly addresses?: readonly string[];
  /** null: plain TCP. Else TLS, with a certificate that was checked before a byte is sent; `ca`: certificates (PEM) to trust beside the built-in ones. */
  readonly tls: { readonly ca: string | null } | null;
}

/** What two sides that speak TLS have agreed on. */
export interface Secured {
  readonly protocol: string;
  readonly cipher: string;
}

/** What a server of TLS shows and knows, as PEM. */
export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
}

/** Vouches for servers that a relay stands for. */
export interface LocalAuthority {
  /** Its certificate (PEM), which a client has to trust. */
  readonly certificate: string;
  identity(host: string): ServerIdentity;
}

/** What happens at one end of a connection. Nothing comes after `closed`. */
export interface WireEvents {
  /** It may be sent to: connected, and with TLS both have greeted, and a server's certificate was checked. `peer`: address and port of who answered. */
  connected(peer: Endpoint, secured?: Secured): void;
  /** It is written over later: whoever keeps it keeps a copy. */
  bytes(chunk: Uint8Array): void;
  /** What was sent has left: more may follow. */
  drained(): void;
  /** The other side sends no more (FIN). It may still receive. */
  finished(): void;
  /** The connection broke, or never came about; a system's code, or one of TLS. */
  lost(code: string): void;
  closed(): void;
}

/** One end of a connection. */
export interface WireEnd {
  /** Begins to tell; once. */
  begin(events: WireEvents): void;
  /** False: send no more until `drained`. May be called with what `bytes` was just told: what cannot leave now is copied. */
  send(bytes: Uint8Array): boolean;
  /** Says that no more will be sent, after all that was sent. */
  finish(): void;
  /** Breaks it off (RST): what was not sent yet is dropped. */
  reset(): void;
  pause(): void;
  resume(): void;
}

/** A file that bytes are added to. */
export interface RawFile {
  /** All of them, or it throws the system's error; a part may have been written. */
  append(bytes: Uint8Array): void;
  close(): void;
}

/** The folder of one capture, which only its owner may enter. */
export interface CaptureFolder {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** A new file. Throws the system's error. */
  open(name: string): RawFile;
  /** One line of events; it is on disk when this turn of the event loop is over, in the order of the calls. */
  note(line: string): void;
  /** Writes the lines that wait, and closes. */
  close(): void;
  /** Takes the folder away again as long as it is empty: nothing was recorded. */
  abandon(): void;
}

export interface Listening {
  readonly at: Endpoint;
  /** Takes no further connection. */
  close(): void;
}

/** The outside world of a recording. */
export interface RecordingWorld {
  /** Where captures go when nobody names a folder; null: the system names no place for them. */
  store(): string | null;
  /** A new folder in the store. `failed` is told the system's error when events cannot be written. Throws Refusal. */
  capture(store: string, at: Date, failed: (error: unknown) => void): CaptureFolder;
  /** Names of the folders in a store, oldest first. Throws the system's error. */
  ids(store: string): readonly string[];
  /** The files of a capture, to be read; null: there is none of that name. */
  open(store: string, id: string): StoredFiles | null;
  /** The first and the last lines of a capture's events; null: no folder of that name has any. */
  ends(store: string, id: string): string | null;
  /** Why a store (`id` null) or the folder of a capture in it is not this account's alone; null: it is. */
  foreign(store: string, id: string | null): Foreign | null;
  /** Adds a line to the file of a capture that tells what was shown of it as it is. Throws the system's error. */
  noteReveal(store: string, id: string, line: string): void;
  /** The checkout that a folder would lie in, and whether it ignores it; null: it lies in none. */
  checkout(folder: string): Promise<{ readonly top: string; readonly ignored: boolean } | null>;
  /** Rejects with the system's error. `identity`: TLS is spoken with clients. */
  listen(at: Endpoint, accept: (client: WireEnd, from: Endpoint) => void, identity?: ServerIdentity): Promise<Listening>;
  /** A new authority, which may speak for these hosts alone. */
  authority(hosts: readonly string[], at: Date): LocalAuthority;
  connect(to: Upstream): WireEnd;
  /** Addresses of this machine. */
  own(): readonly string[];
  alive(pid: number): boolean;
  /** Milliseconds on a clock that nobody sets. */
  elapsed(): number;
  readonly pid: number;
  /** Starts this program once more so that it goes on by itself, and resolves when it has printed the document of a schema, or has ended. */
  detached(schema: string, words: readonly string[], variables: Readonly<Record<string, string>>): Promise<DetachedStart>;
  /** Resolves when somebody ends the program: the signal's name. */
  stopped(): Promise<string>;
}
