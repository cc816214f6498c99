import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, type Text } from "../../diagnostic/text.ts";

export const ambiguousReference = defineDiagnostic({
  id: "secret/ambiguous-reference",
  severity: "error",
  title: "a reference to a secret names no source, or more than one",
  why: "With two sources the secret would depend on the order of reading; with none there is none.",
  remedy: "Name exactly one of env, file and command.",
  clauses: [],
  message: ({ path, many }: { readonly path: Text /** True: several sources. False: none. */; readonly many: boolean }) => ({
    message: say`${path} ${many ? say`names more than one source of its secret` : say`names no source of its secret`}`,
    help: say`a reference has exactly one of env, file and command`,
  }),
  fails: {
    file: "environments/demo/sso.yaml",
    with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\nstage: realm\nidp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm }] }\noidc: { clientId: plm, clientSecret: { env: TCSSO_CLIENT_SECRET, file: secret.txt } }\n",
  },
  passes: [
    {
      file: "environments/demo/sso.yaml",
      with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\nstage: realm\nidp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm }] }\noidc: { clientId: plm, clientSecret: { file: secret.txt } }\n",
    },
  ],
});
