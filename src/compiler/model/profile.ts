import type { Place } from "../../kernel/index.ts";
import type { SecretReference } from "./secret.ts";

/** An account that a probe signs in with: a user name and a reference to its password. */
export interface Account {
  readonly user: string;
  readonly password: SecretReference;
}

/** A service account of the identity provider: a client id and a reference to its secret. */
export interface ServiceAccount {
  readonly client: string;
  readonly secret: SecretReference;
}

/** The administrator of the identity provider as a profile of `probe` declares it: a user or a service account. */
export type IdpAdministrator = (Account | ServiceAccount) & {
  /** The realm in which the administrator signs in; null means master. */
  readonly realm: string | null;
  /** The address of the admin API with its place in the profile; null means the address in sso.yaml. */
  readonly base: { readonly value: string; readonly place: Place } | null;
};

/** The accounts with which `probe` signs in (docs/probe.md). It holds references to passwords, never a password. */
export interface Profile extends Account {
  /** The profile's name, or its file as named on the command line. */
  readonly name: string;
  /** Absolute path of the profile's file. */
  readonly path: string;
  /** The group in which the user signs in to the tier; "" means the tier's default. */
  readonly group: string;
  readonly role: string;
  /** The account for the identity provider's login form. Defaults to the profile's own account. */
  readonly sso: Account;
  /** The identity provider's administrator; null if the profile declares none. */
  readonly idp: IdpAdministrator | null;
}
