import type { Place } from "../../kernel/index.ts";
import type { SecretReference } from "./secret.ts";

/** Whom a probe signs in as somewhere: a name, and where the password is. */
export interface Account {
  readonly user: string;
  readonly password: SecretReference;
}

/** A client of the identity provider that signs in for itself: its id, and where its secret is. */
export interface ServiceAccount {
  readonly client: string;
  readonly secret: SecretReference;
}

/** Who administers the identity provider, as a profile says it. */
export type IdpAdministrator = (Account | ServiceAccount) & {
  /** The realm to sign in to; null: master. */
  readonly realm: string | null;
  /** The address of the admin API, with its place in the profile; null: that of sso.yaml. */
  readonly base: { readonly value: string; readonly place: Place } | null;
};

/** Whom a run signs in as (docs/probe.md): never a password, only where one is. */
export interface Profile extends Account {
  /** Its name, or the file as it was named. */
  readonly name: string;
  /** Absolute path of the file. */
  readonly path: string;
  /** "" as the tier's own default. */
  readonly group: string;
  readonly role: string;
  /** What is typed at the identity provider's login form; the account itself where the profile does not say. */
  readonly sso: Account;
  /** The identity provider's administrator; null: none is given. */
  readonly idp: IdpAdministrator | null;
}
