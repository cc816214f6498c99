import { type Place, defineDiagnostic, name, placeOf, say, value } from "../../../kernel/index.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { EnvironmentRule } from "../rule.ts";
import { aliasingOf } from "./aliasing-of.ts";
import { signInWith } from "./example-sign-in.ts";
import { installedParameters } from "./installed-parameters.ts";

const ATTRIBUTE = "LDAP_USERNAME_ATTRIBUTE";
const DEFAULT = "uid";

interface Found {
  readonly file: string;
  readonly value: string;
  readonly place: Place;
}

function* settings(signIn: SignInFacts): Iterable<Found> {
  for (const { path, entries } of signIn.installed.env)
    for (const entry of entries)
      if (entry.name === ATTRIBUTE) yield { file: path, value: entry.value, place: placeOf(entry.span) };
  yield* installedParameters(signIn, ATTRIBUTE);
}

interface Args extends Omit<Found, "place"> {
  readonly aliasing: boolean;
}

const ENV = "environments/demo/installed/security-services.env";
const IDENTITY = (attribute: string) => `<?xml version="1.0" encoding="UTF-8"?>
<parameters>
  <parameter name="identityServicePassword" value="(encoded)"/>
  <parameter name="propertiesPassword" value="(encoded)"/>
${attribute}</parameters>
`;
const identity = (attribute: string) =>
  signInWith({ file: "environments/demo/installed/identity.xml", with: IDENTITY(attribute) });

const ldapAttribute = defineDiagnostic({
  id: "sso/ldap-attribute",
  severity: "error",
  title: "LDAP_USERNAME_ATTRIBUTE was changed, but is not the OIDC claim",
  why: "It is the attribute that a directory is searched by when ids are aliased. It looks like the setting of the user id's claim and is not: changed to preferred_username it repairs no sign-in, and the directory's users are no longer found.",
  remedy: "Set it back to uid, and the claim (OIDC Authorization Claim User ID) to preferred_username.",
  clauses: ["E4"],
  message: ({ file, value: found, aliasing }: Args) => ({
    message: say`LDAP_USERNAME_ATTRIBUTE of ${name(file)} is ${value(found)}, not uid`,
    notes: [
      say`it names the attribute of a directory for aliasing, not the claim that holds the user id`,
      aliasing
        ? say`aliasing is on: if the directory really keeps the ids in that attribute, this is intended`
        : say`without aliasing it repairs nothing`,
    ],
    help: say`set it back to uid on the server; the claim is oidc.useridClaim`,
  }),
  fails: signInWith({ file: ENV, with: "LDAP_USERNAME_ATTRIBUTE=preferred_username\n" }),
  passes: [
    signInWith({ file: ENV, with: 'LDAP_USERNAME_ATTRIBUTE="uid"\n# LDAP_USERNAME_ATTRIBUTE=name\n' }),
    identity('  <!-- <parameter name="LDAP_USERNAME_ATTRIBUTE" value="name"/> -->\n'),
  ],
});

export const rule: EnvironmentRule = {
  ...ldapAttribute,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const aliasing = aliasingOf(signIn).value === "true";
    for (const { place, value: text, file } of settings(signIn)) {
      if (text === DEFAULT) continue;
      yield ldapAttribute.at(place, { file, value: text, aliasing }, aliasing ? { severity: "warning" } : {});
    }
  },
};
