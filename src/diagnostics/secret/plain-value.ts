import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, type Text } from "../../diagnostic/text.ts";

type Args =
  /** A field of a document that takes references alone. */
  | { readonly seen: "field"; readonly path: Text; readonly holds: "text" | "something-else" }
  /** A key that workstation.set gives a text: named like a secret, or a text that holds one, or one that was meant to be filled. */
  | { readonly seen: "set"; readonly file: string; readonly key: string; readonly kind: "name" | "inside" | "variable" };

const HELP = say`write a reference, { env: NAME }, { file: PATH } or { command: [program, ...] }, and change a secret that stood here: whoever reads the repository or its history knows it`;

function headline(found: Args): { readonly message: Text; readonly notes?: readonly Text[] } {
  if (found.seen === "field") {
    if (found.holds === "text") return { message: say`${found.path} holds a secret in plain text` };
    return { message: say`${found.path} holds something else than a reference to a secret` };
  }
  const key = say`workstation.set sets ${name(found.key)} of the ${name(found.file)} file`;
  if (found.kind === "inside") return { message: say`${key} to a text that holds a password or key` };
  if (found.kind === "name") return { message: say`${key} to a text`, notes: [say`the key's name is that of a secret`] };
  return {
    message: say`${key} to a text that holds \${...}, which nothing fills`,
    notes: [say`the characters themselves would be written into the file`],
  };
}

export const plainValue = defineDiagnostic({
  id: "secret/plain-value",
  severity: "error",
  title: "a secret stands in a document as plain text",
  why: "Whoever can read the repository, its history or a pull request's build log can read it, for ever: removing the line does not remove it from history.",
  remedy: "Write a reference ({ env: NAME }, { file: PATH } or { command: [program, ...] }) and change the secret.",
  clauses: [],
  message: (found: Args) => ({ ...headline(found), help: HELP }),
  fails: {
    file: "environments/demo/sso.yaml",
    with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\nstage: realm\nidp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm }] }\noidc: { clientId: plm, clientSecret: not-a-real-secret }\n",
  },
  passes: [
    {
      file: "environments/demo/sso.yaml",
      with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\nstage: realm\nidp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm }] }\noidc: { clientId: plm, clientSecret: { env: TCSSO_CLIENT_SECRET } }\n",
    },
    {
      file: "environments/demo/environment.yaml",
      replace: "  sessionAgent: none\n",
      with: "  sessionAgent: none\n  set: { connector: { PASSWORD_EXPIRY_DAYS: 30, SHOW_PASSWORD: false } }\n",
    },
  ],
});
