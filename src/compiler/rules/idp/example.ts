import type { Example } from "../../../kernel/index.ts";

/** The path of sso.yaml in the example repository. */
export const SSO = "environments/demo/sso.yaml";
export const USERS = "environments/demo/users.csv";

const CLIENTS = "clients: [{ id: plm, application: PLM, redirectUris: [] }]";

/** Returns an sso.yaml at stage realm, with the fields `further` in `idp`; without `further` it causes no finding. */
export const realm = (further = "", clients = CLIENTS): string => `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, ${clients}${further === "" ? "" : `, ${further}`} }
`;

/** Returns an example whose users.csv consists of `lines`, the header among them. */
export const withUserList = (lines: string, further = "", rest = ""): Example => ({
  file: SSO,
  with: `${realm(`users: users.csv${further === "" ? "" : `, ${further}`}`)}${rest}`,
  also: [{ file: USERS, with: `${lines}\n` }],
});

/** Returns an example whose users.csv has the lines `ids` below its header. */
export const withUsers = (ids: string, further = "", rest = ""): Example => withUserList(`id,name\n${ids}`, further, rest);
