import { type Text, listTexts, name, say, value, words } from "../../../kernel/index.ts";
import type { Fact, SignInFacts } from "../../../compiler/index.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import { bogusRealm, type Discovery, fetchDiscovery, issuerFault, WELL_KNOWN } from "../support/discovery.ts";
import { answer } from "../words.ts";

export const probe: Probe = {
  id: "idp/endpoints",
  summary: "does every address of the realm belong to it, and match the panel's",
  proves:
    "authorization, token, keys, end of session and, where there is one, user information lie below the realm's address, the issuer is that address, and they are those that are pinned",
  doesNotProve: "that they answer: `idp/authorization` and `idp/keys` ask two of them",
  control: "the document of a realm that does not exist must be refused",
  needs: ["idp"],
  order: 61,
  run,
};

const END_OF_SESSION = "end_session_endpoint";

/**
 * The endpoints of the realm: each with its field in the discovery document, and in `of` the name of its pinned address (discovery.json),
 * which panel and federation.properties get.
 */
const ENDPOINTS: readonly { readonly field: string; readonly of: keyof SignInFacts["endpoints"]; readonly required: boolean }[] =
  [
    { field: "authorization_endpoint", of: "authorization", required: true },
    { field: "token_endpoint", of: "token", required: true },
    { field: "jwks_uri", of: "jwks", required: true },
    { field: "userinfo_endpoint", of: "userinfo", required: false },
    { field: END_OF_SESSION, of: "endSession", required: false },
  ];

/** Returns the fault of one address in the realm's discovery document; null if it has none. */
function faultOf(field: string, required: boolean, found: string | null, pinned: Fact | null, realmUrl: string): Text | null {
  if (found === null || found === "") {
    if (required) return say`${name(field)} is missing`;
    return pinned ? say`${name(field)} is missing, although ${value(pinned.value)} is pinned` : null;
  }
  if (!found.startsWith(`${realmUrl}/`)) return say`${name(field)} is ${value(found)}, which is not below ${name(realmUrl)}`;
  if (pinned && pinned.value !== found)
    return say`${name(field)} is ${value(found)}, and ${value(pinned.value)} is pinned, which the panel and federation.properties have`;
  return null;
}

function faultsOf({ text }: Discovery, facts: SignInFacts, realmUrl: string): readonly Text[] {
  const wrong = issuerFault(text("issuer"), realmUrl);
  const faults = ENDPOINTS.map(({ field, of, required }) => faultOf(field, required, text(field), facts.endpoints[of], realmUrl));
  return [wrong, ...faults].filter((fault) => fault !== null);
}

async function run(probing: Probing): Promise<Answer> {
  const facts = probing.facts as SignInFacts;
  const realmUrl = facts.realmUrl?.value ?? "";
  const fetched = await fetchDiscovery(probing, realmUrl, "where the realm's addresses are");
  if ("stopped" in fetched) return fetched.stopped;
  const { text } = fetched.got;
  const found = ENDPOINTS.flatMap(({ field }) => text(field) || []);
  const more = {
    target: `${realmUrl}${WELL_KNOWN}`,
    facts: { issuer: text("issuer") ?? "", endpoints: found, pinned: facts.signIn.discovery !== null },
  };
  const faults = faultsOf(fetched.got, facts, realmUrl);
  if (faults.length > 0)
    return answer("refuted", say`${listTexts(faults)}; the security services would look for the realm at another place`, {
      ...more,
      help: words(
        "`tierwright sso pin ENV` stores what the realm says now; addresses outside of the realm mean that idp.base, idp.realm or the server's own name is wrong",
      ),
    });
  const below = say`${found.length} addresses lie below ${name(realmUrl)}, which is the issuer, too`;
  if ((text(END_OF_SESSION) ?? "") === "")
    return answer(
      "not-proven",
      say`${below}, but ${name(END_OF_SESSION)} is missing: nobody can sign out by it, and the panel's Logout field has no address`,
      { ...more, help: words("look at what the identity provider publishes: one of the Keycloak family always has it") },
    );
  const pins =
    facts.signIn.discovery === null ? say`; none is pinned to compare with` : say`, and they are those that are pinned`;
  return answer("proven", say`${below}${pins}`, {
    ...more,
    help: facts.signIn.discovery === null ? words("`tierwright sso pin ENV` pins them for the panel") : null,
    control: await bogusRealm(probing, realmUrl),
  });
}
