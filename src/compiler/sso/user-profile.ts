import type { SignInFacts } from "./facts.ts";

const BOTH = ["admin", "user"];
const PERMISSIONS = { view: BOTH, edit: BOTH };

/**
 * The realm's user profile: the server's own of versions 24 to 26, which do not differ in it, with the lengths of user names that this
 * realm allows. It is replaced as a whole, so all of it stands here. Nothing beside the user name is required: who has an account with an
 * id alone would be stopped at the first sign-in and asked for an e-mail address and names (docs/sso.md).
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
