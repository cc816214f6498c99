import { type Fix, defineDiagnostic, listTexts, name, placeOf, say, value, words, yamlScalar } from "../../../kernel/index.ts";
import { parseAddress, withoutCredentials } from "../../model/address.ts";
import { filledFact } from "../../sso/fact.ts";
import type { EnvironmentRule } from "../rule.ts";
import { changeSignIn, SOUND_SIGN_IN, signInWith } from "../sso/example-sign-in.ts";

interface Args {
  readonly client: string;
  readonly root: string;
  /** The addresses in postLogoutRedirectUri that are not the web client's. */
  readonly others: readonly string[];
  /** True if postLogoutRedirectUri also has the web client's address. */
  readonly beside: boolean;
}

const CLIENT = "{ id: plm, application: PLM }";
const after = (uri: string) => signInWith(changeSignIn(CLIENT, `{ id: plm, application: PLM, postLogoutRedirectUri: "${uri}" }`));
const ROOT = "https://plm.example.com:3000/awc";

const postLogout = defineDiagnostic({
  id: "idp/post-logout",
  severity: "error",
  title: "people do not return to the web client after signing out",
  why: "The identity provider compares the address as text. It sends a browser only to an address that the client has registered, and the web client names its own root: with another one registered, people end on an error page of the identity provider, or on a foreign page.",
  remedy: "Leave postLogoutRedirectUri out (the default is the web client's address), or write webApplication.root.",
  clauses: ["E6", "E16", "E18"],
  message: ({ client, root, others, beside }: Args) => ({
    message: say`client ${name(client)} returns after sign-out to ${listTexts(others.map((one) => value(withoutCredentials(one))))}${words(beside ? ", too" : "")}, not to the web client`,
    notes: [
      say`the web client's address is ${value(withoutCredentials(root))} (webApplication.root); the identity provider compares the text`,
      beside
        ? say`the owner of that address decides which page people see after signing out`
        : say`with this address the sign-out ends on an error page: 'Invalid redirect uri'`,
    ],
    help: say`remove postLogoutRedirectUri (the client then has the web client's address), or write ${value(withoutCredentials(root))}`,
  }),
  fails: after("https://elsewhere.example.com/awc"),
  passes: [
    SOUND_SIGN_IN,
    after(ROOT),
    signInWith(
      changeSignIn(
        `clients: [${CLIENT}]`,
        `clients: [${CLIENT}, { id: wiki, redirectUris: [https://wiki.example.com/cb], postLogoutRedirectUri: https://wiki.example.com }]`,
      ),
      changeSignIn("oidc: { clientSecret", "oidc: { clientId: plm, clientSecret"),
    ),
  ],
});

const hostIn = (text: string | undefined): string | null => (text === undefined ? null : (parseAddress(text)?.host ?? null));

export const rule: EnvironmentRule = {
  ...postLogout,
  scope: "environment",
  of: "sign-in",
  *check({ signIn, environment }) {
    if (!signIn) return;
    const root = signIn.webApplication.root?.value;
    const own = signIn.signIn.idp.clients[signIn.clients.findIndex(({ isLoginService }) => isLoginService)];
    const leaf = own?.postLogoutRedirectUri ?? null;
    // without postLogoutRedirectUri, the client gets the web client's address
    if (root === undefined || !own || !leaf || filledFact(leaf) === null) return;
    const all = leaf.text.split("##");
    const others = all.filter((one) => one !== root);
    // sso/other-web-client reports a webApplication.root whose host is not that of tier.webClient
    const tier = hostIn(environment.tier.webClient?.text);
    if (others.length === 0 || (tier !== null && tier !== hostIn(root) && others.every((one) => hostIn(one) === tier))) return;
    const beside = others.length < all.length;
    const place = placeOf(leaf.span);
    const fix: Fix = { title: "write the web client's address", safe: false, edits: [{ place, text: yamlScalar(root) }] };
    yield postLogout.at(
      place,
      { client: own.id.text, root, others, beside },
      {
        ...{ pointer: leaf.pointer, fix },
        ...(beside && { severity: "warning" as const }),
        ...(leaf.text.includes("@") && { quote: false as const }),
      },
    );
  },
};
