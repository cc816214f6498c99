/*
 * What several rules see of one mistake in a sign-in (Problem.explains and Problem.follows).
 */

/** The realm's address as sso.yaml makes it: what the discovery document says is compared with it. */
export const realmAddress = (environment: string): string => `address of the realm of ${environment}`;

/** The login service's address: its callback, and with it the client's redirect URI, are put together from it. */
export const loginServiceAddress = (environment: string): string => `address of the login service of ${environment}`;
