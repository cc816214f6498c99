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

/** One request to a realm's administration, as its routes see it. */
export interface RealmCall {
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
}
