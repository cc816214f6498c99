import { bareValue, defineDiagnostic, name, placeOf, say } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { realm, SSO } from "./example.ts";

const CALLBACK = "https://plm.example.com:7001/tcsso/weblogin/oidc_callback";
const client = (uris: string) => `clients: [{ id: plm, redirectUris: ${uris} }]`;

/** Matches the login service's callback addresses, which do not exist before the login service is installed. */
const OF_LOGIN_SERVICE = /\/weblogin\/oidc_(?:callback|redirect)\/?(?:\*?$|[?#])/i;

const earlyRedirect = defineDiagnostic({
  id: "idp/early-redirect",
  severity: "error",
  title: "a redirect address is registered before the login service is there",
  why: "At stage realm the callback is a guess. If the deployment then chooses another host, port or name, the identity provider ends every sign-in with 'Invalid parameter: redirect_uri', and until then it sends authorization codes to whatever answers at that address.",
  remedy:
    "Leave redirectUris empty until the login service is installed; then leave the key out, and its callback is registered.",
  clauses: ["E6"],
  message: ({ id, uri }: { readonly id: string; readonly uri: string }) => ({
    message: say`client ${name(id)} already has a redirect address at stage: realm`,
    notes: [
      say`nothing answers at ${bareValue(uri)} before the login service is installed`,
      say`if the callback turns out to be another one, every sign-in ends with 'Invalid parameter: redirect_uri'`,
    ],
    help: say`write redirectUris: [] until the login service is there; with stage: installed, leave redirectUris out and its callback is registered`,
  }),
  fails: { file: SSO, with: realm("", client(`[${CALLBACK}]`)) },
  passes: [
    { file: SSO, with: realm() },
    // the callback of another application can exist at every stage
    {
      file: SSO,
      with: `${realm("", "clients: [{ id: plm, redirectUris: [] }, { id: wiki, redirectUris: [https://wiki.example.com/oidc] }]")}oidc: { clientId: plm }\n`,
    },
  ],
});

export const rule: EnvironmentRule = {
  ...earlyRedirect,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (signIn?.stage !== "realm") return;
    const { idp } = signIn.signIn;
    for (const { id, redirectUris } of idp.clients) {
      const own = signIn.clientId?.value === id.text;
      const found = redirectUris?.find(({ text }) => text.trim() !== "" && (own || OF_LOGIN_SERVICE.test(text)));
      if (found) yield earlyRedirect.at(placeOf(found.span), { id: id.text, uri: found.text }, { pointer: found.pointer });
    }
  },
};
