import { randomUUID } from "node:crypto";
import { answer, type RealmAnswer, refused } from "./realm-call.ts";
import type { Version } from "./tapes.ts";

/* The token endpoint for administrators (realm.ts): whom it lets in, and the words of each refusal. */

/** Somebody who may sign in beside the first administrator. */
export interface Account {
  /** The realm that is signed in to; absent: master. */
  readonly realm?: string;
  readonly user: string;
  readonly password: string;
  /** Why the right password is not enough. */
  readonly problem?: "disabled" | "not-set-up";
  /** The code that is wanted beside the password. */
  readonly otp?: string;
}

/** A confidential client with a service account. */
export interface Service {
  /** Absent: master. */
  readonly realm?: string;
  readonly client: string;
  readonly secret: string;
}

export interface Doors {
  readonly accounts: readonly Account[];
  readonly services: readonly Service[];
  readonly version: Version;
  /** Seconds of an access token. */
  readonly life: number;
  now(): number;
}

const invalidClient = () => refused(401, "invalid_client", "Invalid client or Invalid client credentials");
const invalidGrant = (words: string, status = 400) => refused(status, "invalid_grant", words);

/** Public clients of every realm, and whether they take a password. */
const PUBLIC: ReadonlyMap<string, boolean> = new Map([
  ["admin-cli", true],
  ["security-admin-console", false],
]);

export class Tokens {
  readonly #access = new Map<string, { readonly until: number; readonly realm: string }>();
  readonly #refresh = new Set<string>();
  signIns = 0;

  /** As after a restart: no token is known any more. */
  forget(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  /** The realm of whoever is signed in; null: the token is not accepted. */
  realmOf(authorization: string | undefined, now: number): string | null {
    const held = this.#access.get(/^Bearer (.*)$/.exec(authorization ?? "")?.[1] ?? "");
    return held && held.until > now ? held.realm : null;
  }

  answer(realm: string, form: URLSearchParams, authorization: string | undefined, doors: Doors): RealmAnswer {
    const grant = form.get("grant_type");
    const [id = "", secret = ""] = basicOf(authorization) ?? [form.get("client_id") ?? "", form.get("client_secret") ?? ""];
    if (grant === null) return refused(400, "invalid_request", "Missing form parameter: grant_type");
    if (grant === "client_credentials") this.signIns++;
    const service = doors.services.find((one) => one.client === id && (one.realm ?? "master") === realm);
    if (service ? service.secret !== secret : !PUBLIC.has(id))
      return service ? refused(401, "unauthorized_client", "Invalid client or Invalid client credentials") : invalidClient();
    if (grant === "client_credentials")
      return service
        ? this.#signIn(realm, doors, false)
        : refused(401, "unauthorized_client", "Public client not allowed to retrieve service account");
    if (grant === "refresh_token") return this.#renewed(realm, form.get("refresh_token"), doors);
    if (grant !== "password") return refused(400, "unsupported_grant_type", "Unsupported grant_type");
    if (PUBLIC.get(id) === false) return refused(400, "unauthorized_client", "Client not allowed for direct access grants");
    return this.#byPassword(realm, form, doors);
  }

  #byPassword(realm: string, form: URLSearchParams, doors: Doors): RealmAnswer {
    this.signIns++;
    if (form.get("username") === null) return refused(401, "invalid_request", "Missing parameter: username");
    const wrong = () => invalidGrant("Invalid user credentials", doors.version === "26.7.3" ? 400 : 401);
    const account = doors.accounts.find((one) => one.user === form.get("username") && (one.realm ?? "master") === realm);
    if (account?.problem === "disabled" && doors.version === "26.0.7") return invalidGrant("Account disabled");
    if (!account || account.password !== form.get("password")) return wrong();
    if (account.otp !== undefined && account.otp !== form.get("totp")) return wrong();
    if (account.problem === "disabled") return invalidGrant("Account disabled");
    if (account.problem === "not-set-up") return invalidGrant("Account is not fully set up");
    return this.#signIn(realm, doors, true);
  }

  #renewed(realm: string, token: string | null, doors: Doors): RealmAnswer {
    if (token === null) return refused(400, "invalid_request", "No refresh token");
    if (this.#refresh.has(token)) return this.#signIn(realm, doors, true);
    return invalidGrant(token.startsWith("refresh-") ? "Session not active" : "Invalid refresh token");
  }

  /** A client that signs in by itself gets no refresh token. */
  #signIn(realm: string, { now, life }: Doors, refreshes: boolean): RealmAnswer {
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.#access.set(access_token, { until: now() + life * 1000, realm });
    if (refreshes) this.#refresh.add(refresh_token);
    const times = { expires_in: life, refresh_expires_in: refreshes ? 1800 : 0, "not-before-policy": 0 };
    const scope = "profile email";
    return answer(200, { access_token, ...times, ...(refreshes ? { refresh_token } : {}), token_type: "Bearer", scope });
  }

  /** Ends the session of a refresh token, and with it every access token. */
  logOut(token: string | null): RealmAnswer {
    if (this.#refresh.delete(token ?? "")) this.#access.clear();
    return answer(204);
  }
}

function basicOf(authorization: string | undefined): readonly string[] | null {
  const basic = /^Basic (.*)$/.exec(authorization ?? "")?.[1];
  return basic === undefined ? null : Buffer.from(basic, "base64").toString("utf8").split(":").map(decodeURIComponent);
}
