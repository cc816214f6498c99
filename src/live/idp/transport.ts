/** A request to the identity provider, independent of proxy and connection settings. */
export interface IdpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface IdpAnswer {
  readonly status: number;
  /** All headers of the answer by name in lower case; a name that occurs several times has several values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The content type of the answer without parameters, in lower case. */
  readonly type: string;
  readonly body: Buffer;
}

/**
 * Sends one request to the identity provider and returns the answer, a redirect too, which is not followed. Rejects with NoAnswer if there
 * is none.
 */
export type Transport = (request: IdpRequest) => Promise<IdpAnswer>;

/** The clock functions that a session uses. */
export interface Time {
  /** Returns the current time in milliseconds. */
  now(): number;
  pause(milliseconds: number): Promise<void>;
}

/** Thrown if no usable HTTP answer of the identity provider arrived. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor(
    readonly url: string,
    readonly says: string,
    /** True if no server was reached, or none with a certificate that is trusted. */
    readonly notReached: boolean,
    readonly help: string | null = null,
  ) {
    super(says);
  }
}

/**
 * Thrown if the identity provider answered something else than expected. `says` names the request and has the identity provider's own
 * words.
 */
export class IdpFault extends Error {
  override readonly name = "IdpFault";
  constructor(
    readonly status: number,
    readonly says: string,
    readonly help: string | null = null,
  ) {
    super(says);
  }
}

export const headerOf = ({ headers }: Pick<IdpAnswer, "headers">, name: string): string | null => headers.get(name)?.[0] ?? null;
