import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  id: "secret/ambiguous-reference",
  scope: "read",
  severity: "error",
  title: "a reference to a secret names no source, or more than one",
  why: "With two sources it would depend on the order of reading which secret is used; with none there is no secret.",
  remedy: "Name exactly one of env, file and command.",
  clauses: [],
  fails: {
    file: "environments/demo/sso.yaml",
    with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientId: plm, clientSecret: { env: TCSSO_CLIENT_SECRET, file: secret.txt } }\n",
  },
  passes: [
    {
      file: "environments/demo/sso.yaml",
      with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientId: plm, clientSecret: { file: secret.txt } }\n",
    },
  ],
};
