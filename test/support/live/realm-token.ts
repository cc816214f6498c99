import { randomUUID } from "node:crypto";
import { answer, type RealmAnswer, refused } from "./realm-call.ts";
import type { Version } from "./tapes.ts";

/* The token endpoint for administrators (realm.ts): whom it lets in, and the words of each refusal. */

/** Who may sign in beside the administrator of realm master: a user or a service account, of any realm. */
export interface OtherAdministrator {
  readonly realm: string;
  /** A user's name, or the id of a client. */
  readonly name: string;
  readonly secret: string;
  readonly isServiceAccount: boolean;
  /** Why the right password is not enough. */
  readonly problem?: "disabled" | "not-set-up";
  /** The code that is wanted beside the password. */
  readonly otp?: string;
  /** Roles of whoever signs in; absent: those of everybody here. */
  readonly roles?: readonly string[];
}

/** What a token stands for. */
export interface Granted {
  readonly realm: string;
  /** Undefined: all of them. */
  readonly roles: readonly string[] | undefined;
  /** Milliseconds of the clock. */
  readonly until: number;
}

type Who = Pick<Granted, "realm" | "roles">;

export interface Doors {
  readonly administrators: readonly OtherAdministrator[];
  readonly version: Version;
  /** Seconds of an access token; null: as a realm has them from the beginning. */
  readonly life: number | null;
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
  readonly #access = new Map<string, Granted>();
  readonly #refresh = new Map<string, Who>();
  signIns = 0;

  /** As after a restart: no token is known any more. */
  forget(): void {
    this.#access.clear();
    this.#refresh.clear();
  }

  /** Returns null for a token that is none, or none any more. */
  granted(authorization: string | undefined, now: number): Granted | null {
    const token = this.#access.get(/^Bearer (.*)$/.exec(authorization ?? "")?.[1] ?? "");
    return token && token.until > now ? token : null;
  }

  answer(realm: string, form: URLSearchParams, authorization: string | undefined, doors: Doors): RealmAnswer {
    const grant = form.get("grant_type");
    const [id = "", secret = ""] = basicOf(authorization) ?? [form.get("client_id") ?? "", form.get("client_secret") ?? ""];
    if (grant === null) return refused(400, "invalid_request", "Missing form parameter: grant_type");
    const service = doors.administrators.find((one) => one.isServiceAccount && one.name === id && one.realm === realm);
    if (service ? service.secret !== secret : !PUBLIC.has(id))
      return service ? refused(401, "unauthorized_client", "Invalid client or Invalid client credentials") : invalidClient();
    if (grant !== "refresh_token") this.signIns++;
    if (grant === "client_credentials")
      return service
        ? this.#signIn(doors, { realm, roles: service.roles }, false)
        : refused(401, "unauthorized_client", "Public client not allowed to retrieve service account");
    if (grant === "refresh_token") return this.#renewed(form.get("refresh_token"), doors);
    if (grant !== "password") return refused(400, "unsupported_grant_type", "Unsupported grant_type");
    if (PUBLIC.get(id) === false) return refused(400, "unauthorized_client", "Client not allowed for direct access grants");
    return this.#byPassword(realm, form, doors);
  }

  #byPassword(realm: string, form: URLSearchParams, doors: Doors): RealmAnswer {
    if (form.get("username") === null) return refused(401, "invalid_request", "Missing parameter: username");
    const wrong = () => invalidGrant("Invalid user credentials", doors.version === "26.7.3" ? 400 : 401);
    const name = form.get("username");
    const account = doors.administrators.find((one) => !one.isServiceAccount && one.name === name && one.realm === realm);
    if (account?.problem === "disabled" && doors.version === "26.0.7") return invalidGrant("Account disabled");
    if (!account || account.secret !== form.get("password")) return wrong();
    if (account.otp !== undefined && account.otp !== form.get("totp")) return wrong();
    if (account.problem === "disabled") return invalidGrant("Account disabled");
    if (account.problem === "not-set-up") return invalidGrant("Account is not fully set up");
    return this.#signIn(doors, { realm, roles: account.roles }, true);
  }

  #renewed(token: string | null, doors: Doors): RealmAnswer {
    if (token === null) return refused(400, "invalid_request", "No refresh token");
    const who = this.#refresh.get(token);
    if (who) return this.#signIn(doors, who, true);
    return invalidGrant(token.startsWith("refresh-") ? "Session not active" : "Invalid refresh token");
  }

  /** A client that signs in by itself gets no refresh token. */
  #signIn(doors: Doors, who: Who, refreshes: boolean): RealmAnswer {
    const life = doors.life ?? (who.realm === "master" ? 60 : 300);
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.#access.set(access_token, { ...who, until: doors.now() + life * 1000 });
    if (refreshes) this.#refresh.set(refresh_token, who);
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
