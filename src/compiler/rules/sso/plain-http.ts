import { type Text, defineDiagnostic, name, say } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { tierAddresses } from "../../compile/addresses.ts";
import { isLoopback, parseAddress } from "../../model/address.ts";
import { type Fact, filledFact } from "../../sso/fact.ts";
import type { EnvironmentRule } from "../rule.ts";
import { aboutFact, addressFault, shownAddress } from "./addresses.ts";
import { changeSignIn, signInWith } from "./example-sign-in.ts";

interface Args {
  readonly what: string;
  readonly text: string;
  /** Why the text is not a usable address; null if its fault is that it is plain http. */
  readonly fault: Text | null;
  readonly note: Text;
}

const TOKENS = say`codes, tokens and the session would travel unencrypted, and the PLM system needs TLS where it has single sign-on`;
const MOVES = say`with TLS the web client moves to another address, which immediately breaks every user of the old one: \`tierwright cutover OLD-URL\` lists them`;
const SIGN_IN = say`the tool sends user name and password, and the session after it, unencrypted to the tier of this sign-in, and the PLM system needs TLS where it has single sign-on`;
const REALM = say`a realm that demands https refuses to sign anybody in over http`;

/** Returns the addresses in sso.yaml and the tier's addresses that a sign-in uses, by field, each with the consequence of plain http. */
function addressesOf(env: CompiledEnvironment): readonly (readonly [what: string, fact: Fact | null, note: Text])[] {
  const { signIn, environment } = env;
  if (!signIn) return [];
  const { idp, loginService, webApplication, connector } = signIn.signIn;
  // at stage realm the login service is not installed, so nobody signs in through the web client yet
  const webClient = signIn.stage === "realm" ? null : filledFact(environment.tier.webClient);
  return [
    ["idp.base", filledFact(idp.base), REALM],
    ["loginService.base", filledFact(loginService.base), TOKENS],
    ["webApplication.root", filledFact(webApplication.root), MOVES],
    ["connector.loginUrl", filledFact(connector?.loginUrl ?? null), TOKENS],
    ["tier.webClient", webClient, MOVES],
    ...(signIn.stage === "realm" ? [] : signInAddresses(env)),
  ];
}

/** Returns the compiled sign-in addresses of the connector's and the client library's file, except values that are still the kit's. */
const signInAddresses = (env: CompiledEnvironment): readonly (readonly [what: string, fact: Fact, note: Text])[] =>
  tierAddresses(env)
    .filter(({ role, layer }) => role === "signIn" && layer !== "kit")
    .map(({ text, place, pointer, key, leaf }) => {
      const fact = { value: text, place, pointer, stated: true };
      return [leaf === null ? key : "tier.signIn", fact, SIGN_IN] as const;
    });

const ROOT = "root: https://plm.example.com:3000/awc";

const plainHttp = defineDiagnostic({
  id: "sso/plain-http",
  severity: "error",
  title: "an address of the sign-in is plain http",
  why: "Single sign-on needs TLS for web client and login service. The identity provider registers a plain http address without a warning; the gateway binds its port as http or https, never both, so that the change to https breaks every user of the old address immediately.",
  remedy: "Write https addresses, and find the old ones with `tierwright cutover OLD-URL` before TLS is switched on.",
  clauses: ["E13", "E18"],
  message: ({ what, text, fault, note }: Args) => ({
    message:
      fault === null
        ? say`${name(what)} is plain http: ${shownAddress(text)}`
        : say`${name(what)} is ${shownAddress(text)}, and ${fault}`,
    notes: [note],
    help: say`write the https address with its port`,
  }),
  fails: signInWith(changeSignIn(ROOT, "root: http://plm.example.com:3000/awc")),
  passes: [
    signInWith(changeSignIn(ROOT, "root: HTTPS://plm.example.com/awc")),
    signInWith(changeSignIn(ROOT, "root: http://localhost/awc")),
  ],
});

export const rule: EnvironmentRule = {
  ...plainHttp,
  scope: "environment",
  of: "sign-in",
  *check(env) {
    for (const [what, fact, note] of addressesOf(env)) {
      if (!fact) continue;
      const address = parseAddress(fact.value);
      // other rules report a text that is not an address, except in webApplication.root
      const fault = what === "webApplication.root" ? addressFault(fact.value) : null;
      if (fault === null && (address?.scheme !== "http" || isLoopback(address.host))) continue;
      const explains = what === "idp.base" ? { explains: [{ environment: env.environment.name }] } : {};
      yield plainHttp.at(fact.place, { what, text: fact.value, fault, note }, { ...aboutFact(fact), ...explains });
    }
  },
};
