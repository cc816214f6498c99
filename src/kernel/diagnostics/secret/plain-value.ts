import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, type Text } from "../../diagnostic/text.ts";
import type { Spelling } from "../../diagnostic/spelling.ts";

type Args =
  /** A plain value in a field that accepts references only. */
  | { readonly seen: "field"; readonly path: Text; readonly holds: "text" | "something-else" }
  /**
   * A text that workstation.set writes under a key: the key's name is that of a secret, the text contains one, or it has an unresolved
   * `${...}`.
   */
  | {
      readonly seen: "set";
      readonly file: string;
      readonly key: string;
      readonly kind: "name" | "inside" | "variable";
      readonly spelling: Spelling;
    }
  /**
   * A secret in a file that is not YAML: adopted from a machine, or a template. `key`: the name before the secret; null if the text itself
   * shows that it is one.
   */
  | {
      readonly seen: "file";
      readonly file: string;
      readonly key: string | null;
      readonly kind: "name" | "inside";
      readonly spelling: Spelling;
    }
  /** A secret whose value was read because the field `of` refers to it; `file` is a file that nevertheless contains that value. */
  | { readonly seen: "known"; readonly file: string; readonly of: string; readonly spelling: Spelling }
  /** A secret in any other value of a YAML document, or in a comment (`path` is null). */
  | { readonly seen: "yaml"; readonly file: string; readonly path: Text | null; readonly spelling: Spelling };

/** The notes on how a secret is spelled: anybody can decode percent-encoding and base64. */
const SPELT: Readonly<Record<Spelling, readonly Text[]>> = {
  plain: [],
  percent: [say`it is percent-encoded, as in an address, which does not hide it`],
  base64: [say`it is in base64, which does not hide it`],
};

const HELP = say`write a reference, { env: NAME }, { file: PATH } or { command: [program, ...] }, and change a secret that was here: every reader of the repository and its history can see it`;

const TAKE_OUT = say`remove it from this file (a placeholder such as \${NAME} or @secret(NAME) is allowed), and change the secret: every reader of the repository and its history can see it`;

function headline(found: Args): { readonly message: Text; readonly notes?: readonly Text[] } {
  if (found.seen === "field") {
    if (found.holds === "text") return { message: say`${found.path} holds a secret in plain text` };
    return { message: say`${found.path} must hold a reference to a secret` };
  }
  if (found.seen === "known")
    return {
      message: say`${name(found.file)} holds the secret that ${name(found.of)} refers to`,
      notes: SPELT[found.spelling],
    };
  if (found.seen === "yaml")
    return {
      message: say`${found.path ?? say`a comment of ${name(found.file)}`} holds a password or key in plain text`,
      notes: SPELT[found.spelling],
    };
  if (found.seen === "file") {
    const where = name(found.file);
    if (found.key === null) return { message: say`${where} holds a password or key in plain text`, notes: SPELT[found.spelling] };
    const message = say`${name(found.key)} of ${where} holds a secret in plain text`;
    return { message, notes: found.kind === "name" ? [say`the name suggests a secret`] : SPELT[found.spelling] };
  }
  const key = say`${name(found.key)} of the ${name(found.file)} file is set`;
  if (found.kind === "inside")
    return { message: say`${key} to a value with a password or key in it`, notes: SPELT[found.spelling] };
  if (found.kind === "name") return { message: say`${key} to a plain-text value`, notes: [say`the key name suggests a secret`] };
  return {
    message: say`${key} to a value with \${...}, which is not replaced`,
    notes: [say`the characters would be written into the file as they are`],
  };
}

export const plainValue = defineDiagnostic({
  id: "secret/plain-value",
  severity: "error",
  title: "the repository contains a secret as plain text",
  why: "Removing the line does not remove it from history. It is visible for ever to every reader of the repository, its history or a pull request's build log.",
  remedy: "Write a reference ({ env: NAME }, { file: PATH } or { command: [program, ...] }) and change the secret.",
  clauses: [],
  message: (found: Args) => {
    const isText = found.seen === "file" || found.seen === "known" || (found.seen === "yaml" && found.path === null);
    return { ...headline(found), help: isText ? TAKE_OUT : HELP };
  },
  fails: {
    file: "environments/demo/sso.yaml",
    with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\nstage: realm\nidp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm }] }\noidc: { clientId: plm, clientSecret: not-a-real-secret }\n",
  },
  passes: [
    {
      file: "environments/demo/installed/proxy.env",
      with: "API_TOKEN=${CI_TOKEN}\nDB_PASSWORD=\nPASSWORD_EXPIRY_DAYS=30\nSHOW_TOKEN=true\nPROXY=http://proxy.example.com:8080\n",
      signIn: true,
    },
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
