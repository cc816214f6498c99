/** The claim that holds the user name, which must equal the PLM user id byte for byte. */
export const USER_NAME_CLAIM = "preferred_username";

/** The claims that name a person but are not the user name, each with its meaning. */
export const IDENTITIES: ReadonlyMap<string, string> = new Map([
  ["sub", "an opaque id that the identity provider makes up"],
  ["name", "a display name"],
  ["given_name", "a first name"],
  ["family_name", "a last name"],
  ["nickname", "a name that people choose"],
]);
