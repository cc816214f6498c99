/** The ID token's claim that holds the username in the realm, which must equal the PLM user id byte for byte. */
export const USER_NAME_CLAIM = "preferred_username";

/** The ID token's claims that identify a person but do not hold the username, each with its meaning. */
export const IDENTITIES: ReadonlyMap<string, string> = new Map([
  ["sub", "an opaque id that the identity provider makes up"],
  ["name", "a display name"],
  ["given_name", "a first name"],
  ["family_name", "a last name"],
  ["nickname", "a name that people choose"],
]);
