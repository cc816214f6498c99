import { bareValue, defineDiagnostic, name, placeOf, say, words } from "../../../kernel/index.ts";
import { isLoopback, parseAddress } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";
import { clientAddresses, withClient } from "./client-addresses.ts";
import { SSO } from "./example.ts";

/** Returns whether a host is the browser's own machine; browsers resolve names below localhost without a name server (RFC 6761, 6.3). */
const isLocal = (host: string): boolean => isLoopback(host) || host.endsWith(".localhost");

/** Returns the host that a redirect URI reaches over plain http, or the whole text if it cannot be parsed; null for https or localhost. */
function plainHost(uri: string): string | null {
  const text = uri.trim();
  if (!/^http:/i.test(text)) return null;
  const address = parseAddress(text);
  if (!address) return text;
  return isLocal(address.host) ? null : address.host;
}

const plainRedirect = defineDiagnostic({
  id: "idp/plain-redirect",
  severity: "error",
  title: "a redirect address is plain http on another host than localhost",
  why: "The authorization code would cross the network unencrypted. The identity provider registers such an address without a warning, anybody on the way can take the code, and a login service that only speaks TLS never receives it.",
  remedy: "Write the address with https; plain http is for localhost only.",
  clauses: ["E6"],
  message: ({ id, host, after }: { readonly id: string; readonly host: string; readonly after: boolean }) => ({
    message: say`client ${name(id)} returns to ${bareValue(host)} over plain http`,
    notes: [
      say`the identity provider registers this address without a warning`,
      after
        ? say`after signing out, the browser is sent to a page that anybody on the network can replace`
        : say`the authorization code crosses the network unencrypted, and a service that only speaks https never receives it`,
    ],
    help: say`write https:// ${words(after ? "in postLogoutRedirectUri" : "in redirectUris")}, with the port where the service speaks TLS`,
  }),
  fails: { file: SSO, with: withClient("http://wiki.example.com/oidc") },
  passes: [
    { file: SSO, with: withClient("https://wiki.example.com/oidc") },
    { file: SSO, with: withClient('http://localhost/oidc, "http://127.0.0.1/oidc", "http://[::1]:3000/oidc"') },
    { file: SSO, with: withClient("https://wiki.example.com/oidc?from=http://plm.example.com") },
  ],
});

export const rule: EnvironmentRule = {
  ...plainRedirect,
  scope: "environment",
  of: "sign-in",
  *check(env) {
    for (const { id, leaf, uris, after } of clientAddresses(env)) {
      const host = uris.map(plainHost).find((one) => one !== null);
      if (host) yield plainRedirect.at(placeOf(leaf.span), { id, host, after }, { pointer: leaf.pointer });
    }
  },
};
