import type { SignInFacts } from "./facts.ts";

const BOTH = ["admin", "user"];
const PERMISSIONS = { view: BOTH, edit: BOTH };

/**
 * Returns the realm's user profile: the identity provider's default (equal in versions 24 to 26) with the limits of sso.yaml for the length
 * of usernames. It is complete, because an import replaces the whole profile. Only the username is required: otherwise the first sign-in of
 * an account that has only an id would stop and ask for an e-mail address and names (docs/sso.md).
 */
export function userProfile({ username }: Pick<SignInFacts, "username">) {
  const [min, max] = [Number(username.min.value), Number(username.max.value)];
  const person = (name: string) => ({
    name,
    displayName: `\${${name}}`,
    validations: { length: { max: 255 }, "person-name-prohibited-characters": {} },
    permissions: PERMISSIONS,
    multivalued: false,
  });
  return {
    attributes: [
      {
        name: "username",
        displayName: "${username}",
        validations: { length: { min, max }, "username-prohibited-characters": {}, "up-username-not-idn-homograph": {} },
        permissions: PERMISSIONS,
        multivalued: false,
      },
      {
        name: "email",
        displayName: "${email}",
        validations: { email: {}, length: { max: 255 } },
        permissions: PERMISSIONS,
        multivalued: false,
      },
      person("firstName"),
      person("lastName"),
    ],
    groups: [
      {
        name: "user-metadata",
        displayHeader: "User metadata",
        displayDescription: "Attributes, which refer to user metadata",
      },
    ],
  };
}
