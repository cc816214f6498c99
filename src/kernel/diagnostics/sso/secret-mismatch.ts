import { defineDiagnostic } from "../../diagnostic/define.ts";
import type { Example } from "../../diagnostic/example.ts";
import { name, say, words } from "../../diagnostic/text.ts";

type Args = { readonly parameter: string; readonly login: string; readonly identity: string } & (
  | { readonly seen: "differs" }
  /** A password that only one of login.xml and identity.xml leaves empty; `file`: the file with the empty value. */
  | { readonly seen: "empty"; readonly file: string }
  | { readonly seen: "not-compared"; readonly why: string }
);

const SSO = "environments/demo/sso.yaml";
const SIGN_IN = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: installed
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm }] }
loginService: { base: https://plm.example.com:7001, name: tcsso }
webApplication: { name: awc, root: https://plm.example.com:3000/awc }
oidc: { clientSecret: { file: client.txt } }
passwordUtility: { encode: [scramble], decode: [unscramble] }
`;
const REALM = "https://idp.example.com:8443/realms/engineering";
const ENDPOINTS = {
  issuer: "",
  authorization_endpoint: "/auth",
  token_endpoint: "/token",
  jwks_uri: "/certs",
  end_session_endpoint: "/out",
};
const DISCOVERY = JSON.stringify(Object.fromEntries(Object.entries(ENDPOINTS).map(([field, path]) => [field, REALM + path])));

const parameter = (id: string, value: string) => `  <parameter name="${id}" value="${value}"/>\n`;
const xml = (password: string, ...others: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<parameters>\n${others.map((id) => parameter(id, "")).join("")}${parameter("identityServicePassword", password)}${parameter("propertiesPassword", "gfe")}</parameters>\n`;
const LOGIN = ["login_service.appid", "federation_reply_url", "oidc.userid_claim", "oidc.client_auth_method"];

/**
 * Returns the example of a site whose login.xml and identity.xml have the given encoded passwords, with a password utility that reverses a
 * text.
 */
const servers = (login: string, identity: string, signIn = SIGN_IN): Example => ({
  file: SSO,
  with: signIn,
  also: [
    { file: "environments/demo/discovery.json", with: DISCOVERY },
    { file: "client.txt", with: "not-a-real-secret\n" },
    { file: "environments/demo/installed/login.xml", with: xml(login, ...LOGIN.map((id) => `tcsso.${id}`)) },
    { file: "environments/demo/installed/identity.xml", with: xml(identity) },
  ],
  options: {
    withSecrets: true,
    programs: {
      scramble: { "not-a-real-secret": "terces-laer-a-ton" },
      unscramble: { cba: "abc", "c-b-a": "abc", dcba: "abcd", gfe: "efg" },
    },
  },
});

export const secretMismatch = defineDiagnostic({
  id: "sso/secret-mismatch",
  severity: "error",
  title: "a password that login.xml and identity.xml share differs",
  why: "The login service and the identity service then reject each other. identityServicePassword and propertiesPassword are in both files and must be the same there, as each file's own description says. They are scrambled, and one password can be scrambled in many ways, so only unscrambling both sides shows whether they are. Nobody can sign in, even if the identity provider is right.",
  remedy:
    "Set the same password on both servers and take both files again; better, name it in secrets, so that the compile writes both. Name passwordUtility.decode for the comparison.",
  clauses: ["E3"],
  message: (found: Args) => {
    const id = name(found.parameter);
    if (found.seen === "not-compared")
      return {
        message: say`${id} of login.xml and identity.xml was not compared: ${words(found.why)}`,
        notes: [say`both files must hold the same one; scrambled text that looks alike, or does not, proves nothing`],
        help: say`set \`passwordUtility.decode\` to [program, argument, ...]: a program that reads a scrambled password on standard input and prints it in clear`,
      };
    return {
      message:
        found.seen === "empty"
          ? say`${id} is empty in ${name(found.file)} and not in the other of the two files`
          : say`${id} is not the same in login.xml and identity.xml`,
      notes: [
        ...(found.seen === "empty" ? [] : [say`both were unscrambled; neither is shown`]),
        say`the login service and the identity service then reject each other: nobody can sign in, even if the identity provider is right`,
      ],
      help: say`give both servers the same password and take ${name(found.login)} and ${name(found.identity)} from there again; secrets.${id} in sso.yaml then keeps both the same`,
    };
  },
  fails: servers("cba", "dcba"),
  passes: [servers("cba", "c-b-a"), servers("cba", "cba")],
});
