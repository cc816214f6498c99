import type { Version } from "./tapes.ts";

/* What passes between a re-made server of the Keycloak family and what asks it (realm.ts). */

export interface RealmRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | null;
}

export interface RealmAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// biome-ignore lint/suspicious/noExplicitAny: documents of a server, as it holds them
export type Json = any;

export const clone = <T>(value: T): T => structuredClone(value);

export const answer = (status: number, body: Json = "", headers: Readonly<Record<string, string>> = {}): RealmAnswer =>
  body === ""
    ? { status, headers: { "content-length": "0", ...headers }, body: "" }
    : { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };

/** A document that was read: this server names its charset there, and nowhere else. */
export const shown = (body: Json): RealmAnswer => answer(200, body, { "content-type": "application/json;charset=UTF-8" });

export const refused = (status: number, error: string, error_description?: string): RealmAnswer =>
  answer(status, { error, ...(error_description === undefined ? {} : { error_description }) });

export const conflict = (errorMessage: string): RealmAnswer => answer(409, { errorMessage });

/** What nobody foresaw: the client learns nothing. */
export const unforeseen = (): RealmAnswer => refused(500, "unknown_error", "For more on this error consult the server log.");

/** One request to a realm's administration, as its routes see it. */
export interface RealmCall {
  readonly version: Version;
  readonly realm: Json;
  readonly method: string;
  /** Below the realm, with :id in the place of each id. */
  readonly path: string;
  /** The parts of the path as they were sent: users, ID, ... */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Json;
  /** 201 with nothing but an address. */
  created(id: string): RealmAnswer;
  /** Tells of a write after it was answered with success. */
  stored(kind: string, stored: Json): void;
  /** As many of a list as were asked for, or as the server gives. */
  page(list: Json[]): Json[];
  /** Whether the administrator has one of these roles for the realm. */
  may(...roles: readonly string[]): boolean;
}
