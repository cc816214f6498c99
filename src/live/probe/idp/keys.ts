import { type Text, joinTexts, listTexts, name, say, words } from "../../../kernel/index.ts";
import { HttpFault } from "../../../platform/index.ts";
import type { SignInFacts } from "../../../compiler/index.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { fetchDiscovery, isText, type JsonObject, jsonOf, LARGEST_DOCUMENT, notReached } from "../support/discovery.ts";
import { isPublished, keyFault, keyWords } from "../support/keys.ts";
import { answer } from "../words.ts";

export const probe: Probe = {
  id: "idp/keys",
  summary: "does the realm publish a key that fits the algorithm of ID tokens",
  proves: "a key at jwks_uri can check a signature of oidc.tokenSigAlg, and the realm says that it signs with it",
  doesNotProve: "that an ID token is really signed with it: `sso/chain` walks the whole way",
  control: "an address next to jwks_uri must not publish keys",
  needs: ["idp"],
  order: 62,
  run,
};

const keysIn = (document: JsonObject): readonly JsonObject[] =>
  Array.isArray(document.keys) ? document.keys.filter((key) => typeof key === "object" && key !== null) : [];

async function beside(probing: Probing, jwks: string): Promise<Control> {
  const url = `${jwks}-that-nobody-made`;
  const did = say`asked for the keys at ${name(url)}`;
  try {
    const received = await probing.ask({
      method: "GET",
      url,
      headers: { accept: "application/json" },
      largest: LARGEST_DOCUMENT,
    });
    const read = jsonOf(received);
    if (isText(read) || keysIn(read).length === 0)
      return { did, outcome: "held", says: say`none are there: it answers ${received.status}` };
    return { did, outcome: "failed", says: say`keys are there as well: whatever answers publishes them at any address` };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { did, outcome: "none", says: say`it could not be asked: ${words(error.says)}` };
  }
}

/** Splits the realm's signing keys into those with which a signature algorithm can be verified and, with reasons, the others. */
function sorted(
  keys: readonly JsonObject[],
  alg: string,
): { readonly fitting: readonly JsonObject[]; readonly others: readonly Text[] } {
  const judged = keys.map((key) => ({ key, fault: keyFault(key, alg) }));
  return {
    fitting: judged.flatMap(({ key, fault }) => (fault === null ? [key] : [])),
    others: judged.flatMap(({ key, fault }) => (fault === null ? [] : [say`${keyWords(key)}: ${fault}`])),
  };
}

async function run(probing: Probing): Promise<Answer> {
  const facts = probing.facts as SignInFacts;
  const realmUrl = facts.realmUrl?.value ?? "";
  const alg = facts.tokenSigAlg.value;
  if (!isPublished(alg))
    return answer("not-proven", say`${name(alg)} is signed with no published key, so that none can fit it`, {
      help: words("write RS256 or another algorithm with a key pair in oidc.tokenSigAlg, if the realm signs with one"),
    });
  const fetched = await fetchDiscovery(probing, realmUrl, "where the realm's keys are");
  if ("stopped" in fetched) return fetched.stopped;
  const { document, text } = fetched.got;
  const jwks = text("jwks_uri") ?? "";
  if (!URL.canParse(jwks) || new URL(jwks).origin !== new URL(realmUrl).origin)
    return answer(
      "refuted",
      say`jwks_uri is ${jwks === "" ? say`missing` : name(jwks)}, and the realm is at ${name(realmUrl)}: no key can be taken from there`,
      {
        target: realmUrl,
        help: words("`idp/endpoints` says what is wrong with the realm's addresses"),
      },
    );
  const says = document.id_token_signing_alg_values_supported;
  const signs = Array.isArray(says) ? says.map(String) : [];
  if (signs.length > 0 && !signs.includes(alg))
    return answer(
      "refuted",
      say`the realm signs ID tokens with ${listTexts(signs.map(name))}, and oidc.tokenSigAlg is ${name(alg)}: the login service would refuse every one`,
      {
        target: jwks,
        facts: { tokenSigAlg: alg, supported: signs },
        help: words("write one of them in oidc.tokenSigAlg, and the same in the client's settings"),
      },
    );
  return held(probing, jwks, alg);
}

async function held(probing: Probing, jwks: string, alg: string): Promise<Answer> {
  try {
    const received = await probing.ask({
      method: "GET",
      url: jwks,
      headers: { accept: "application/json" },
      largest: LARGEST_DOCUMENT,
    });
    const read = jsonOf(received);
    if (isText(read))
      return answer("refuted", say`${name(jwks)} ${read}`, {
        target: jwks,
        help: words("look at what answers there, for example with curl -v"),
      });
    const keys = keysIn(read);
    const { fitting, others } = sorted(keys, alg);
    const more = {
      target: jwks,
      facts: { tokenSigAlg: alg, keys: keys.length, fitting: fitting.map((key) => String(key.kid ?? "")) },
    };
    if (fitting.length === 0)
      return answer(
        "refuted",
        keys.length === 0
          ? say`the realm publishes no key, and ID tokens are to be signed with ${name(alg)}`
          : say`none of the realm's ${keys.length} keys can check a signature of ${name(alg)}: ${joinTexts(others, "; ")}`,
        {
          ...more,
          help: words(
            "give the realm an active key for that algorithm, or write the algorithm that it signs with in oidc.tokenSigAlg",
          ),
        },
      );
    return answer(
      "proven",
      say`${fitting.length} of ${keys.length} keys can check a signature of ${name(alg)}: ${listTexts(fitting.map(keyWords))}`,
      {
        ...more,
        control: await beside(probing, jwks),
      },
    );
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return notReached(probing, error, "which keys the realm has");
  }
}
