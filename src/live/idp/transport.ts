/** What is asked of the identity provider: its address, and nothing of how it gets there. */
export interface IdpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface IdpAnswer {
  readonly status: number;
  /** Lower case, every occurrence. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Content type without its parameters, in lower case. */
  readonly type: string;
  readonly body: Buffer;
}

/** Asks once. Rejects with NoAnswer; a redirect is an answer and is not followed. */
export type Transport = (request: IdpRequest) => Promise<IdpAnswer>;

/** What a session may use of time. */
export interface Time {
  /** Milliseconds. */
  now(): number;
  pause(milliseconds: number): Promise<void>;
}

/** There was no answer that could be used. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor(
    readonly url: string,
    readonly says: string,
    /** True where nobody was reached, or nobody who can be trusted. */
    readonly notReached: boolean,
    readonly help: string | null = null,
  ) {
    super(says);
  }
}

/** The identity provider answered, and not with what was asked for. `says` names the request, and keeps the server's own words. */
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
