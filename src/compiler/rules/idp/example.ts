import type { Example } from "../../../kernel/index.ts";

/** Where the example repository has a sign-in. */
export const SSO = "environments/demo/sso.yaml";
export const USERS = "environments/demo/users.csv";

const CLIENTS = "clients: [{ id: plm, application: PLM, redirectUris: [] }]";

/** The realm alone, with what is said of the identity provider in one line; nothing in it raises a finding. */
export const realm = (further = "", clients = CLIENTS): string => `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, ${clients}${further === "" ? "" : `, ${further}`} }
`;

/** A realm whose list of PLM user ids holds these lines, as an example. */
export const withUsers = (ids: string, further = "", rest = ""): Example => ({
  file: SSO,
  with: `${realm(`users: users.csv${further === "" ? "" : `, ${further}`}`)}${rest}`,
  also: [{ file: USERS, with: `id,name\n${ids}\n` }],
});
