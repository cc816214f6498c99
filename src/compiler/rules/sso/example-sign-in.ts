import type { Example } from "../../../kernel/index.ts";

/* The example of a federated sign-in (sso.yaml), which examples of sso/ rules change. Unchanged, it causes no finding. */

export const SSO_FILE = "environments/demo/sso.yaml";
export const DISCOVERY_FILE = "environments/demo/discovery.json";

const SIGN_IN = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: live
idp:
  base: https://idp.example.com:8443
  realm: engineering
  clients: [{ id: plm, application: PLM }]
loginService: { base: https://plm.example.com:7001, name: tcsso }
webApplication: { name: awc, root: https://plm.example.com:3000/awc }
oidc: { clientSecret: { env: TCSSO_CLIENT_SECRET } }
secrets:
  identityServicePassword: { env: TCSSO_IDENTITY_PASSWORD }
  propertiesPassword: { env: TCSSO_PROPERTIES_PASSWORD }
`;

const REALM = "https://idp.example.com:8443/realms/engineering";

const DISCOVERY = `{
  "issuer": "${REALM}",
  "authorization_endpoint": "${REALM}/protocol/openid-connect/auth",
  "token_endpoint": "${REALM}/protocol/openid-connect/token",
  "userinfo_endpoint": "${REALM}/protocol/openid-connect/userinfo",
  "jwks_uri": "${REALM}/protocol/openid-connect/certs",
  "end_session_endpoint": "${REALM}/protocol/openid-connect/logout"
}
`;

/** Returns an example in which one text of the example's sso.yaml is replaced. */
export const changeSignIn = (replace: string, text: string): Example => ({ file: SSO_FILE, replace, with: text });

/** Returns an example in which one text of the example's discovery.json is replaced. */
export const changeDiscovery = (replace: string, text: string): Example => ({ file: DISCOVERY_FILE, replace, with: text });

/** The files that an example with `signIn: true` has in addition to those of the example repository. */
export const EXAMPLE_SIGN_IN: Readonly<Record<string, string>> = { [SSO_FILE]: SIGN_IN, [DISCOVERY_FILE]: DISCOVERY };

/** The example of a federated sign-in without a change, which causes no finding. */
export const SOUND_SIGN_IN: Example = { file: DISCOVERY_FILE, with: DISCOVERY, signIn: true };

/** Returns the example of a federated sign-in, changed by the given examples. */
export const signInWith = (first: Example, ...also: readonly Example[]): Example => ({ ...first, also, signIn: true });

/** Returns the example of a federated sign-in with further fields in `oidc` of sso.yaml. */
export const oidcWith = (further: string, ...also: readonly Example[]): Example =>
  signInWith(changeSignIn("oidc: { clientSecret", `oidc: { ${further}, clientSecret`), ...also);

/** Returns the example of a federated sign-in with further lines at the top level of sso.yaml. */
export const signInAnd = (lines: string, ...also: readonly Example[]): Example =>
  signInWith(changeSignIn("secrets:\n", `${lines}secrets:\n`), ...also);
