import { type SecretValue, type Text, name, say } from "../../kernel/index.ts";

/** The realm of an identity provider whose administrators can manage all other realms. */
export const MASTER = "master";
/** The client through which administrators of every realm sign in with a password. */
const PUBLIC_CLIENT = "admin-cli";

/** The identity provider's administrator: a user, or a client with a service account. */
export type Administrator = (
  | { readonly user: string; readonly password: SecretValue }
  | { readonly client: string; readonly secret: SecretValue }
) & {
  /** The realm that the administrator signs in to; realm master if omitted. */
  readonly realm?: string;
};

/** The name and realm of an administrator, without the secret, for messages. */
export interface SignedIn {
  readonly name: string;
  readonly isServiceAccount: boolean;
  readonly realm: string;
}

export const signedInAs = (administrator: Administrator): SignedIn => ({
  name: "client" in administrator ? administrator.client : administrator.user,
  isServiceAccount: "client" in administrator,
  realm: administrator.realm ?? MASTER,
});

export const secretOf = (administrator: Administrator): SecretValue =>
  "client" in administrator ? administrator.secret : administrator.password;

type Fields = Readonly<Record<string, string>>;

/** Returns the form fields of an administrator's request for a token, with the password or secret. */
export const signInFields = (administrator: Administrator): Fields =>
  "client" in administrator
    ? { client_id: administrator.client, client_secret: administrator.secret.reveal(), grant_type: "client_credentials" }
    : {
        client_id: PUBLIC_CLIENT,
        grant_type: "password",
        username: administrator.user,
        password: administrator.password.reveal(),
      };

/** Returns the form fields that renew the token of a user. A service account has no refresh token and signs in again. */
export const renewalFields = (refresh: SecretValue): Fields => ({
  client_id: PUBLIC_CLIENT,
  grant_type: "refresh_token",
  refresh_token: refresh.reveal(),
});

/** Returns the page of the identity provider's administration console on which an administrator's roles are assigned. */
export const rolesPlace = ({ name: who, isServiceAccount, realm }: SignedIn): Text =>
  isServiceAccount
    ? say`in realm ${name(realm)}, under Clients, ${name(who)}, Service accounts roles`
    : say`in realm ${name(realm)}, under Users, ${name(who)}, Role mapping`;
