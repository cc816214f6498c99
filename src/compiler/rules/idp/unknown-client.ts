import { defineDiagnostic, listTexts, name, nearest, orMeant, placeOf, quotedName, say } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { realm, SSO } from "./example.ts";

const unknownClient = defineDiagnostic({
  id: "idp/unknown-client",
  severity: "error",
  title: "the login service's client is none of the realm's clients",
  why: "The browser ends on the identity provider's error page. federation.properties names the client id and realm.json creates the clients of idp.clients; where the two differ, even in case, nobody gets to type a password.",
  remedy: "Write one of idp.clients in oidc.clientId, or add the client there.",
  clauses: ["E6"],
  message: ({ id, clients }: { readonly id: string; readonly clients: readonly string[] }) => ({
    message: say`oidc.clientId ${quotedName(id)} is none of idp.clients${orMeant(nearest(id, clients))}`,
    notes: [
      say`the realm has ${listTexts(clients.map(name))}, compared letter by letter`,
      say`the identity provider would answer with its error page instead of the login form, for everybody`,
    ],
    help: say`write the client's id as in idp.clients, or add this client there; with a single client, leave oidc.clientId out`,
  }),
  fails: { file: SSO, with: `${realm()}oidc: { clientId: PLM }\n` },
  passes: [
    { file: SSO, with: `${realm()}oidc: { clientId: plm }\n` },
    { file: SSO, with: realm() },
    { file: SSO, with: `${realm("", "clients: [{ id: 7, redirectUris: [] }]")}oidc: { clientId: "7" }\n` },
  ],
});

export const rule: EnvironmentRule = {
  ...unknownClient,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const leaf = signIn.signIn.oidc.clientId;
    const clients = signIn.signIn.idp.clients.map(({ id }) => id.text).filter((id) => id.trim() !== "");
    // other findings report a realm without clients, and an empty client id
    if (!leaf || leaf.text.trim() === "" || clients.length === 0 || clients.includes(leaf.text)) return;
    yield unknownClient.at(placeOf(leaf.span), { id: leaf.text, clients }, { pointer: leaf.pointer });
  },
};
