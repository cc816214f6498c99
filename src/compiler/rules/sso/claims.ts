/** The claim that holds the user name, which has to be the PLM user id byte for byte. */
export const USER_NAME_CLAIM = "preferred_username";

/** Claims that name a person, each with what it holds: none of them is the user name. */
export const IDENTITIES: ReadonlyMap<string, string> = new Map([
  ["sub", "an opaque id that the identity provider makes up"],
  ["name", "a display name"],
  ["given_name", "a first name"],
  ["family_name", "a last name"],
  ["nickname", "a name that people choose"],
]);
