import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, quotedName, say } from "../../diagnostic/text.ts";

const SSO = (users: string) => ({
  file: "environments/demo/sso.yaml",
  with: `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }], users: ${users} }
`,
});

type Args =
  | { readonly seen: "outside"; readonly written: string }
  | { readonly seen: "missing" | "not-utf8" | "open-quotation"; readonly path: string };

export const unreadableUsers = defineDiagnostic({
  id: "idp/unreadable-users",
  severity: "error",
  title: "the list of PLM user ids cannot be read",
  why: "Ids are compared byte by byte with the identity provider's. Without the list it is unknown who cannot sign in. A wrong encoding changes letters, and an open quotation mark hides every id behind it.",
  remedy: "Save it next to sso.yaml as CSV in UTF-8: one header line, the ids in the first column.",
  clauses: ["E7"],
  message: (found: Args) => {
    const help = say`save it next to sso.yaml as CSV in UTF-8, with one header line and the ids in the first column, or leave idp.users out`;
    if (found.seen === "outside")
      return { message: say`idp.users ${quotedName(found.written)} is no file of the repository`, help };
    if (found.seen === "missing") return { message: say`idp.users names ${name(found.path)}, which is missing`, help };
    const notes = [say`no id of it was compared`];
    if (found.seen === "not-utf8") return { message: say`${name(found.path)} holds bytes that are not UTF-8`, notes, help };
    return {
      message: say`a quotation mark in ${name(found.path)} is not closed, so the rest of the file is one field`,
      notes,
      help: say`close it, or write two quotation marks for one that belongs to the text`,
    };
  },
  fails: SSO("users.csv"),
  passes: [{ ...SSO("users.csv"), also: [{ file: "environments/demo/users.csv", with: "id,name\njdoe,J. Doe\n" }] }],
});
