import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, words } from "../../diagnostic/text.ts";

const SSO = (utility: string) => ({
  file: "environments/demo/sso.yaml",
  with: `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }] }
loginService: { base: https://plm.example.com:7001, name: tcsso }
secrets: { identityServicePassword: { file: secret.txt } }
${utility}`,
});
const SECRET = { file: "secret.txt", with: "not-a-real-secret\n" };

/** `fault`: the error of the password utility; null if sso.yaml names no utility. */
interface Args {
  readonly fault: string | null;
}

export const notEncoded = defineDiagnostic({
  id: "secret/not-encoded",
  severity: "warning",
  title: "a password could not be encoded for the server files",
  why: "The server files hold passwords as the site's password utility encodes them. federation.properties, login.xml and identity.xml would not read a plain one, and it would be readable on the server.",
  remedy: "Name the utility in passwordUtility.encode: a program and its arguments that reads a password and prints it encoded.",
  clauses: ["E1"],
  message: ({ fault }: Args) =>
    fault === null
      ? {
          message: say`no password utility is named, so the placeholder of this secret stays in the server files`,
          notes: [say`the security services only read encoded passwords`],
          help: say`set \`passwordUtility.encode\` to [program, argument, ...], or encode the password by hand where the files are installed`,
        }
      : {
          message: say`this password was not encoded: ${words(fault)}`,
          notes: [say`nothing of this environment was written`],
          help: say`run the program by hand with a password on its standard input; it has to print the encoded one on one line`,
        },
  fails: { ...SSO(""), also: [SECRET], options: { withSecrets: true } },
  passes: [{ ...SSO(""), also: [SECRET] }],
});
