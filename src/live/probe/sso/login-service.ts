import { type Text, listTexts, name, say, value, words } from "../../../kernel/index.ts";
import type { SignInFacts } from "../../../compiler/index.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { CookieJar } from "../../soa/cookies.ts";
import { notReached } from "../support/discovery.ts";
import { pageWords, saidAndMeant, symptomOf } from "../support/sign-in-page.ts";
import { bareUrl, type Role, type Stop, Walk } from "../support/walk.ts";
import { answer } from "../words.ts";

export const probe: Probe = {
  id: "sso/login-service",
  summary: "does the login service redirect to the realm, with the client and the reply address of sso.yaml",
  proves:
    "weblogin/oidc_redirect leads to the realm's authorization endpoint with the client, the reply URL and the scopes that sso.yaml has",
  doesNotProve: "that the login service takes what comes back: `sso/chain` walks the whole way",
  control: "the same below a name that nobody deployed must lead nowhere",
  needs: ["sso"],
  order: 64,
  run,
};

/** Follows redirects from an address of the login service until they lead to another server, which is not contacted. */
function walked(probing: Probing, url: URL): Promise<Stop> {
  const roles = new Map<string, Role>([[url.origin, "login service"]]);
  return new Walk((asked) => probing.ask(asked), new CookieJar(roles.keys(), () => probing.now()), roles).open(url);
}

/** Returns the differences between the query with which the login service redirects to the identity provider and sso.yaml. */
function faultsOf(query: URLSearchParams, { clientId, replyUrl, scopes }: SignInFacts): readonly Text[] {
  const faults: Text[] = [];
  const differs = (key: string, wanted: string | undefined) => {
    const found = query.get(key) ?? "";
    if (wanted !== undefined && found !== wanted) faults.push(say`${name(key)} is ${value(found)} and not ${value(wanted)}`);
  };
  differs("client_id", clientId?.value);
  differs("redirect_uri", replyUrl?.value);
  const asked = (query.get("scope") ?? "").split(/\s+/);
  const lacks = scopes.map(({ value: scope }) => scope).filter((scope) => !asked.includes(scope));
  if (lacks.length > 0) faults.push(say`scope lacks ${listTexts(lacks.map(name))}`);
  if (!(query.get("response_type") ?? "").split(" ").includes("code"))
    faults.push(say`response_type is ${value(query.get("response_type") ?? "")} and not 'code'`);
  return faults;
}

/**
 * Runs the control of `sso/login-service`: an address below a web application name that is not deployed must not redirect to another
 * server.
 */
async function undeployed(probing: Probing, base: string): Promise<Control> {
  const url = new URL(`${base}-that-nobody-deployed/weblogin/oidc_redirect`);
  const did = say`asked ${name(url.href)}`;
  const stop = await walked(probing, url);
  if (stop.kind === "no-answer") return { did, outcome: "none", says: say`it could not be asked: ${words(stop.fault.says)}` };
  if (stop.kind === "page") return { did, outcome: "held", says: say`it answers ${stop.answer.status} and leads nowhere` };
  return { did, outcome: "failed", says: words("it leads on as well: whatever answers there leads everybody on") };
}

async function run(probing: Probing): Promise<Answer> {
  const facts = probing.facts as SignInFacts;
  const base = facts.loginServiceUrl?.value ?? "";
  if (!URL.canParse(base))
    return answer("skipped", words("sso.yaml does not say where the login service is: loginService.base and loginService.name"));
  const url = new URL(`${base}/weblogin/oidc_redirect`);
  const stop = await walked(probing, url);
  const target = url.href;
  if (stop.kind === "no-answer") return notReached(probing, stop.fault, "whether the login service is there");
  if (stop.kind === "page") return { ...(await pageAnswer(probing, facts, base, stop)), target };
  if (stop.kind !== "elsewhere")
    return answer("refuted", say`${name(bareUrl(url))} leads in a circle`, {
      target,
      help: words("look at the log of the login service: a cookie may be lost, or its own address wrong"),
    });
  return { ...(await ledOn(probing, facts, base, stop)), target };
}

async function ledOn(
  probing: Probing,
  facts: SignInFacts,
  base: string,
  stop: Stop & { readonly kind: "elsewhere" },
): Promise<Answer> {
  const { to, query } = stop;
  const realm = facts.realmUrl?.value ?? "";
  const authorization = facts.endpoints.authorization?.value ?? `${realm}/protocol/openid-connect/auth`;
  const more = {
    facts: {
      leadsTo: to,
      clientId: query.get("client_id") ?? "",
      redirectUri: query.get("redirect_uri") ?? "",
      scope: query.get("scope") ?? "",
      pkce: query.has("code_challenge") ? (query.get("code_challenge_method") ?? "plain") : "none",
    },
  };
  if (to !== authorization)
    return answer("refuted", say`it leads to ${name(to)}, and the realm signs people in at ${name(authorization)}`, {
      ...more,
      help: words("compare OIDC Authorization Endpoint on the panel with sso/panel.md, and deploy again"),
    });
  const faults = faultsOf(query, facts);
  if (faults.length > 0)
    return answer("refuted", say`it leads to the realm, but ${listTexts(faults)}`, {
      ...more,
      help: words(
        query.get("redirect_uri") === ""
          ? "the panel's Federation Reply URL was left empty: type that of sso/panel.md, and deploy again; the identity provider answers 'Invalid parameter: redirect_uri' until then"
          : "compare the panel and federation.properties with what sso.yaml compiles to: `tierwright sso verify ENV`",
      ),
    });
  return answer(
    "proven",
    say`it leads to ${name(to)} with client ${name(query.get("client_id") ?? "")} and returns to ${name(query.get("redirect_uri") ?? "")}`,
    {
      ...more,
      control: await undeployed(probing, base),
    },
  );
}

/**
 * Returns the answer for a login service that shows a page in place of a redirect to the identity provider; also requests the address to
 * which the identity provider returns.
 */
async function pageAnswer(
  probing: Probing,
  facts: SignInFacts,
  base: string,
  stop: Stop & { readonly kind: "page" },
): Promise<Answer> {
  const said = (one: Stop & { readonly kind: "page" }) =>
    symptomOf(
      one.page.text,
      /html/.test(one.answer.type) ? "" : one.answer.body.subarray(0, 8_000).toString("utf8"),
      one.url.href,
    );
  const symptom = said(stop);
  if (symptom)
    return answer("refuted", say`it answers ${stop.answer.status}: ${saidAndMeant(symptom)}`, { help: words(symptom.help) });
  const callback = new URL(facts.replyUrl?.value ?? `${base}/weblogin/oidc_callback`);
  const other = await walked(probing, callback);
  const seen = { status: stop.answer.status, callbackStatus: other.kind === "page" ? other.answer.status : 0 };
  const also = other.kind === "page" ? said(other) : null;
  if (also)
    return answer("refuted", say`${name(callback.href)} answers: ${saidAndMeant(also)}`, { facts: seen, help: words(also.help) });
  if (stop.answer.status === 404 && other.kind === "page" && other.answer.status === 404)
    return answer(
      "refuted",
      say`neither weblogin/oidc_redirect nor weblogin/oidc_callback is there (404): no login service lies below ${name(base)}`,
      {
        facts: seen,
        help: words(
          "compare loginService.name with the name of the web application, which is the path; was the box ticked that installs the security services?",
        ),
      },
    );
  return answer(
    "not-proven",
    say`it answers ${stop.answer.status} with ${pageWords(stop.page, true)} and leads nobody to the identity provider; whether it would after a visit to the web application is not known`,
    {
      facts: seen,
      help: words("`sso/chain` begins at the web application, as people do"),
    },
  );
}
