import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  id: "secret/plain-value",
  scope: "read",
  severity: "error",
  title: "a secret stands in a document as plain text",
  why: "Whoever can read the repository, its history or a pull request's build log can read it, for ever: removing the line does not remove it from history.",
  remedy: "Write a reference ({ env: NAME }, { file: PATH } or { command: [program, ...] }) and change the secret.",
  clauses: [],
  fails: {
    file: "environments/demo/sso.yaml",
    with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientId: plm, clientSecret: not-a-real-secret }\n",
  },
  passes: [
    {
      file: "environments/demo/sso.yaml",
      with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientId: plm, clientSecret: { env: TCSSO_CLIENT_SECRET } }\n",
    },
  ],
};
