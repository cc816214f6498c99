import { type Place, type Wording, defineDiagnostic, name, say, words } from "../../../kernel/index.ts";
import { planXml, type XmlParameterFault } from "../../sso/installed-xml.ts";
import type { EnvironmentRule } from "../rule.ts";

type Args = { readonly file: string } & (
  | { readonly seen: "unreadable"; readonly fault: string }
  | { readonly seen: "absent" | "form"; readonly name: string }
  | { readonly seen: "twice"; readonly name: string; readonly lines: readonly number[] }
);

function wording(found: Args): Wording {
  const file = name(found.file);
  if (found.seen === "unreadable")
    return {
      message: say`${file} cannot be edited: ${words(found.fault)}`,
      notes: [say`the parameters of the sign-in cannot be set in it`],
      help: say`take the file from the server again, or remove it: one is then made from the template`,
    };
  const parameter = name(found.name);
  if (found.seen === "absent")
    return {
      message: say`${file} has no parameter ${parameter}`,
      notes: [
        say`a name in a comment or a CDATA section does not count`,
        say`the file does not show where it belongs, so it is not added`,
      ],
      help: say`add the parameter on the server with any value and take the file from there again, or remove the file: one is then made from the template`,
    };
  if (found.seen === "twice")
    return {
      message: say`${parameter} appears more than once in ${file}`,
      notes: [say`lines ${words(found.lines.join(", "))}: the file does not show which of them is read`],
      help: say`remove those that nothing reads`,
    };
  return {
    message: say`${parameter} has a form in ${file} that cannot be set without touching anything else`,
    notes: [say`its value is missing, appears twice, or has a comment, a CDATA section or an element in it`],
    help: say`write the value as an attribute or as plain text next to the name`,
  };
}

const SSO = {
  file: "environments/demo/sso.yaml",
  with: `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }] }
`,
};
const LOGIN = (further: string) => ({
  file: "environments/demo/installed/login.xml",
  with: `<?xml version="1.0" encoding="UTF-8"?>
<parameters>
  <parameter name="tcsso.login_service.appid" value="TCSSOLoginService"/>
  <parameter name="tcsso.oidc.userid_claim" value=""/>
  <param><param-name>tcsso.oidc.client_auth_method</param-name><param-value>client_secret_basic</param-value></param>
${further}</parameters>
`,
});

const xmlParameter = defineDiagnostic({
  id: "sso/xml-parameter",
  severity: "error",
  title: "a parameter of the site's own login.xml or identity.xml cannot be set without guessing",
  why: "The site's own files are edited as text, so that every other byte stays. A parameter that is absent, appears twice or has an unusual form could only be guessed, and a guess would leave the server with the old value.",
  remedy: "Correct it on the server and take the file again, or remove it from installed/: one is then made from the template.",
  clauses: ["A7"],
  message: wording,
  fails: {
    ...SSO,
    also: [
      LOGIN(
        '  <!-- <parameter name="tcsso.oidc.userid_claim" value="uid"/> -->\n  <parameter name="tcsso.login_service.appid" value="other"/>\n',
      ),
    ],
  },
  passes: [{ ...SSO, also: [LOGIN('  <!-- <parameter name="tcsso.login_service.appid" value="other"/> -->\n')] }],
});

function argsOf(fault: XmlParameterFault): Args {
  const file = fault.file.path;
  if (fault.seen === "unreadable") return { file, seen: fault.seen, fault: fault.fault };
  const lines = (places: readonly Place[]) => places.map(({ line }) => line);
  return fault.seen === "twice"
    ? { file, seen: fault.seen, name: fault.name, lines: lines([fault.at, ...fault.others]) }
    : { file, seen: fault.seen, name: fault.name };
}

export const rule: EnvironmentRule = {
  ...xmlParameter,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    for (const role of ["login", "identity"] as const) {
      // findings do not quote the line of login.xml or identity.xml, because it can contain a password
      for (const fault of planXml(signIn, role)?.faults ?? []) yield xmlParameter.at(fault.at, argsOf(fault), { quote: false });
    }
  },
};
