import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say } from "../../diagnostic/text.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";
import { signInWith } from "./example-sign-in.ts";

const SWITCH = "NODE_TLS_REJECT_UNAUTHORIZED";
const STORE = "NODE_EXTRA_CA_CERTS";

interface Args {
  readonly file: string;
  /** The file also names certificates, in vain. */
  readonly moot: boolean;
}

const ENV = "environments/demo/installed/web-client.env";

const tlsValidationOff = defineDiagnostic({
  id: "sso/tls-validation-off",
  severity: "error",
  title: "a Node consumer does not validate certificates",
  why: "With NODE_TLS_REJECT_UNAUTHORIZED=0 a program on Node takes whatever certificate it is shown. Its calls to the identity provider succeed whether it is trusted or not, so that a successful call proves no trust, and NODE_EXTRA_CA_CERTS has no effect.",
  remedy: "Remove the switch, and let NODE_EXTRA_CA_CERTS name the authority's certificate.",
  clauses: ["E11"],
  message: ({ file, moot }: Args) => ({
    message: say`${name(file)} switches the validation of certificates off`,
    notes: [
      say`NODE_TLS_REJECT_UNAUTHORIZED=0 takes every certificate: who stands between consumer and identity provider reads codes and tokens`,
      ...(moot ? [say`NODE_EXTRA_CA_CERTS of the same file is moot with it`] : []),
    ],
    help: say`remove the line on the server, name the authority's certificate in NODE_EXTRA_CA_CERTS, and prove it against an endpoint of another authority, which must fail`,
  }),
  fails: signInWith({ file: ENV, with: "NODE_EXTRA_CA_CERTS=/etc/ssl/site.pem\nNODE_TLS_REJECT_UNAUTHORIZED=0\n" }),
  passes: [
    signInWith({ file: ENV, with: "NODE_TLS_REJECT_UNAUTHORIZED = 1 # 0 takes every certificate\n" }),
    signInWith({ file: ENV, with: "NODE_EXTRA_CA_CERTS=/etc/ssl/site.pem\n#NODE_TLS_REJECT_UNAUTHORIZED=0\n" }),
    signInWith({ file: ENV, with: "NODE_TLS_REJECT_UNAUTHORIZED=1\n" }),
  ],
});

export const rule: EnvironmentRule = {
  ...tlsValidationOff,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    for (const { path, entries } of signIn?.installed.env ?? []) {
      // of several assignments the last one holds; Windows does not distinguish upper and lower case
      const last = entries.findLast(({ name: variable }) => variable.toUpperCase() === SWITCH);
      const moot = entries.some(({ name: variable }) => variable === STORE);
      if (last?.value === "0") yield tlsValidationOff.at(placeOf(last.span), { file: path, moot });
    }
  },
};
