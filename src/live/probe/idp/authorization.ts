import { type Text, beforeFirst, listTexts, name, say, value, words } from "../../../kernel/index.ts";
import type { SignInFacts } from "../../../compiler/index.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { CookieJar } from "../../soa/cookies.ts";
import { fetchDiscovery, notReached } from "../support/discovery.ts";
import { firstFormOf } from "../support/html-form.ts";
import { idpSymptomOf } from "../support/idp-words.ts";
import { pkceOf } from "../support/pkce.ts";
import { pageWords, saidAndMeant } from "../support/sign-in-page.ts";
import { type OAuthError, type Role, type Stop, Walk } from "../support/walk.ts";
import { answer } from "../words.ts";

export const probe: Probe = {
  id: "idp/authorization",
  summary: "does the identity provider show its login page for the registered address, and for no other",
  proves: "the client of sso.yaml with each of its redirect URIs is led to a login page; another redirect URI is refused",
  doesNotProve: "that anybody can sign in there, nor that the login service takes what comes back",
  control: "a redirect URI that nobody registered must be refused",
  needs: ["idp"],
  order: 63,
  run,
};

interface Pair {
  readonly client: string;
  readonly redirect: string;
}

/** The most pairs of client and redirect URI that are tested; the answer names the further ones, and then proves nothing. */
const MOST = 10;

/** Returns every client of sso.yaml with each of its redirect URIs, the login service's first. */
function pairsOf({ clients, clientId, replyUrl }: SignInFacts): readonly Pair[] {
  const own = clientId && replyUrl ? [{ client: clientId.value, redirect: replyUrl.value }] : [];
  const others = clients.flatMap(({ id, redirectUris }) =>
    redirectUris.map((uri) => ({ client: id.value, redirect: uri.value })),
  );
  return [...own, ...others.filter(({ client, redirect }) => client !== own[0]?.client || redirect !== own[0]?.redirect)];
}

const listed = (pairs: readonly Pair[]): Text =>
  listTexts(pairs.map(({ client, redirect }) => say`client ${name(client)} with ${name(redirect)}`));

type Seen =
  | { readonly kind: "login" }
  | { readonly kind: "refused"; readonly says: Text; readonly help: string }
  /** The identity provider redirects back at once, without a login page; `error` is null if it gives none. */
  | { readonly kind: "returned"; readonly error: OAuthError | null }
  | { readonly kind: "other"; readonly says: Text }
  | { readonly kind: "no-answer"; readonly stop: Stop & { readonly kind: "no-answer" } };

/**
 * Opens the authorization endpoint for a client and a redirect URI, and returns which page or error it answers with. Only the identity
 * provider is contacted, with English as language and with PKCE, as a current login service sends it.
 */
async function seen(
  probing: Probing,
  endpoint: string,
  { client, redirect }: Pair,
  scope: string,
  pkce: Readonly<Record<string, string>> = pkceOf(probing),
): Promise<Seen> {
  const url = new URL(endpoint);
  const query = {
    client_id: client,
    redirect_uri: redirect,
    response_type: "code",
    scope,
    state: probing.unguessable(),
    nonce: probing.unguessable(),
    ui_locales: "en",
    ...pkce,
  };
  for (const [key, text] of Object.entries(query)) url.searchParams.set(key, text);
  const roles = new Map<string, Role>([[url.origin, "identity provider"]]);
  const walk = new Walk((asked) => probing.ask(asked), new CookieJar(roles.keys(), () => probing.now()), roles);
  const stop = await walk.open(url);
  if (stop.kind === "no-answer") return { kind: "no-answer", stop };
  if (stop.kind === "loop") return { kind: "other", says: say`it leads from one of its pages to another without end` };
  if (stop.kind !== "page") {
    const returns = redirect !== "" && stop.to === beforeFirst(redirect, "?#");
    if (returns) return { kind: "returned", error: walk.oauthError };
    return { kind: "other", says: say`it leads to ${name(stop.to)}` };
  }
  if (firstFormOf(stop.page)) return { kind: "login" };
  const { page, answer: received } = stop;
  const json = received.type === "application/json" ? received.body.toString("utf8").slice(0, 4_000) : "";
  const symptom = idpSymptomOf(page.messages, page.text, json);
  if (symptom) return { kind: "refused", says: say`it answers ${received.status}: ${saidAndMeant(symptom)}`, help: symptom.help };
  if (received.status >= 400)
    return {
      kind: "refused",
      says: say`it answers ${received.status} with ${json === "" ? pageWords(page) : value(json.slice(0, 200))}`,
      help: "look at the event in the identity provider's log",
    };
  return { kind: "other", says: say`it answers ${received.status} with ${pageWords(page)}, which asks for no password` };
}

/** Runs the control of `idp/authorization`: the identity provider must refuse a redirect URI that nobody registered. */
async function stranger(probing: Probing, endpoint: string, pair: Pair, scope: string): Promise<Control> {
  const redirect = `${pair.redirect}-that-nobody-registered`;
  const did = say`asked the same for ${name(redirect)}`;
  const found = await seen(probing, endpoint, { ...pair, redirect }, scope);
  if (found.kind === "refused") return { did, outcome: "held", says: found.says };
  if (found.kind === "no-answer")
    return { did, outcome: "none", says: say`it could not be asked: ${words(found.stop.fault.says)}` };
  const how =
    found.kind === "login"
      ? say`it shows the login page as well`
      : found.kind === "returned"
        ? say`it would return there`
        : found.says;
  return {
    did,
    outcome: "failed",
    says: say`${how}: the client takes addresses that nobody registered, for example by a wildcard`,
  };
}

/** Returns whether the identity provider refuses a request for a client that has no PKCE challenge. */
async function demands(probing: Probing, endpoint: string, pair: Pair, scope: string): Promise<boolean> {
  const found = await seen(probing, endpoint, pair, scope, {});
  return found.kind === "returned" && /code_challenge|PKCE/.test(found.error?.description ?? "");
}

async function run(probing: Probing): Promise<Answer> {
  const facts = probing.facts as SignInFacts;
  const realmUrl = facts.realmUrl?.value ?? "";
  const all = pairsOf(facts);
  const [pairs, further] = [all.slice(0, MOST), all.slice(MOST)];
  const [first] = pairs;
  if (!first)
    return answer("skipped", words("no client has an address to return to yet: sso.yaml names none, and no login service"), {
      help: words("write loginService in sso.yaml, or redirectUris of the client"),
    });
  const fetched = await fetchDiscovery(probing, realmUrl, "where people sign in");
  if ("stopped" in fetched) return fetched.stopped;
  const endpoint = fetched.got.text("authorization_endpoint") ?? "";
  const target = endpoint;
  if (!URL.canParse(endpoint) || new URL(endpoint).origin !== new URL(realmUrl).origin)
    return answer("refuted", say`authorization_endpoint is ${value(endpoint)}, which is another server than the realm's`, {
      target: realmUrl,
      help: words("`idp/endpoints` says what is wrong with the realm's addresses"),
    });
  const scope = facts.scope.value;
  for (const pair of pairs) {
    const found = await seen(probing, endpoint, pair, scope);
    if (found.kind === "no-answer") return notReached(probing, found.stop.fault, "whether it shows a login page");
    if (found.kind !== "login") return refuted(pair, found, target);
  }
  const shown = listed(pairs);
  const rest = further.length > 0 ? say`. Not asked, after ${MOST} addresses: ${listed(further)}` : say``;
  const demandsPkce = await demands(probing, endpoint, first, scope);
  const pkce = demandsPkce
    ? say`; the client demands PKCE (S256), which the login service has to send: \`sso/login-service\` names what it sends`
    : say``;
  return answer(further.length > 0 ? "not-proven" : "proven", say`it shows its login page for ${shown}${pkce}${rest}`, {
    target,
    facts: {
      pkce: demandsPkce ? "required" : "not required",
      clients: [...new Set(pairs.map(({ client }) => client))],
      redirectUris: pairs.map(({ redirect }) => redirect),
      scope,
    },
    control: await stranger(probing, endpoint, first, scope),
  });
}

function refuted(
  { client, redirect }: Pair,
  found: Exclude<Seen, { readonly kind: "login" | "no-answer" }>,
  target: string,
): Answer {
  const whom = say`for client ${name(client)} and ${name(redirect)}`;
  const facts = { clientId: client, redirectUri: redirect };
  if (found.kind === "refused") return answer("refuted", say`${whom} ${found.says}`, { target, facts, help: words(found.help) });
  if (found.kind === "returned") {
    const { error } = found;
    const symptom = error && idpSymptomOf([error.description, error.error]);
    const said =
      error && (error.description === "" ? say`${value(error.error)}` : say`${value(error.error)} (${value(error.description)})`);
    return answer(
      "refuted",
      say`${whom} it shows no login page and returns at once with ${said ?? words("no error")}${symptom ? say`: ${words(symptom.means)}` : say``}`,
      {
        target,
        facts,
        help: words(
          symptom?.help ?? "look at the identity provider's log: it takes the address, and refuses the rest of the request",
        ),
      },
    );
  }
  return answer("refuted", say`${whom} ${found.says}`, {
    target,
    facts,
    help: words(
      "a person is to see a login page there: does another service answer in the identity provider's place, or hand over to one more?",
    ),
  });
}
