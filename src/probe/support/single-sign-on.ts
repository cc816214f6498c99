import { withoutTrailing } from "../../kernel/runs.ts";
import { name, say } from "../../diagnostic/text.ts";
import { isLoopback } from "../../model/address.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { Probing } from "../probe.ts";
import { CookieJar } from "../../soa/cookies.ts";
import { firstFormOf, loginFormOf } from "./html-form.ts";
import { tierSession, type TierSession } from "./tier-session.ts";
import { bareUrl, type Role, type Step, type Stop, Walk } from "./walk.ts";

/** How far a walk came: each is reached after the one before it. */
export const PLACES = ["begin", "login form", "identity provider", "login service", "gateway", "tier"] as const;
export type Reached = (typeof PLACES)[number];

/** What a walk through the sign-in came to. */
export interface SignOn {
  readonly reached: Reached;
  /** Where it stands; null: it went all the way. */
  readonly stop: Stop | null;
  readonly session: TierSession | null;
  /** Where the session was asked for: the tier itself, or the gateway's way to it. */
  readonly sessionAt: string | null;
  /** The same request without the walk's cookies. */
  readonly control: TierSession | null;
  /** Where the walk began to lead anywhere. */
  readonly begun: string;
  readonly steps: readonly Step[];
  /** Addresses that the password was sent to. */
  readonly typedAt: readonly string[];
}

/** Where people of the environment sign in, as it declares it. */
export interface SignOnPlaces {
  readonly root: URL | null;
  readonly loginService: URL;
  readonly callback: URL;
  readonly authorization: URL;
  readonly tier: URL;
  readonly roles: ReadonlyMap<string, Role>;
}

const urlOf = (text: string | undefined): URL | null => (text !== undefined && URL.canParse(text) ? new URL(text) : null);

/** Every origin that a walk may go to, with who answers there; null: an address that it needs is not known. */
export function placesOf({ facts, addresses }: Pick<Probing, "facts" | "addresses">): SignOnPlaces | { readonly lacks: string } {
  const realm = urlOf(facts?.realmUrl?.value);
  const loginService = urlOf(facts?.loginServiceUrl?.value);
  const callback = urlOf(facts?.replyUrl?.value);
  const tier = urlOf(addresses.signIn?.text);
  const root = urlOf(facts?.webApplication.root?.value ?? addresses.webClient?.text);
  if (!realm) return { lacks: "the realm's address: idp.base and idp.realm" };
  // by plain http anybody on the way could read what is typed
  if (realm.protocol !== "https:" && !isLoopback(realm.hostname))
    return { lacks: "an https address of the realm: by plain http a password could be read on the way, so none is typed" };
  if (!loginService || !callback) return { lacks: "the login service's address: loginService.base and loginService.name" };
  if (!tier) return { lacks: "the tier's address: tier.signIn" };
  const authorization = urlOf(facts?.endpoints.authorization?.value) ?? new URL(`${realm.href}/protocol/openid-connect/auth`);
  const roles = new Map<string, Role>([[tier.origin, "tier"]]);
  if (root) roles.set(root.origin, "gateway");
  roles.set(loginService.origin, "login service");
  roles.set(realm.origin, "identity provider");
  return { root, loginService, callback, authorization, tier, roles };
}

const below = (base: URL, path: string): URL => new URL(`${withoutTrailing(base.href, "/")}${path}`);

/** The authorization endpoint itself, asked as the login service asks it. */
function authorizationOf({ authorization, callback }: SignOnPlaces, facts: SignInFacts): URL {
  const url = new URL(authorization);
  const query = {
    client_id: facts.clientId?.value ?? "",
    redirect_uri: callback.href,
    response_type: "code",
    scope: facts.scope.value,
    state: "tierwright",
  };
  for (const [key, text] of Object.entries(query)) url.searchParams.set(key, text);
  return url;
}

/** Where a browser may begin: at the web application, at the login service, at the gateway, at the identity provider itself. */
function beginnings(places: SignOnPlaces, facts: SignInFacts): readonly URL[] {
  const { root, loginService } = places;
  return [
    ...(root ? [root] : []),
    below(loginService, "/weblogin/oidc_redirect"),
    ...(root ? [new URL("/AWSSOLogin", root)] : []),
    authorizationOf(places, facts),
  ];
}

const isPage = (stop: Stop): stop is Stop & { readonly kind: "page" } => stop.kind === "page";

/** True for a stop that says nothing of the sign-in: a page whose script would go on, or none at all at this address. */
const saysNothing = (stop: Stop): boolean =>
  isPage(stop) &&
  stop.role !== "identity provider" &&
  (stop.answer.status < 300 || [401, 403, 404, 405].includes(stop.answer.status));

/** The first way in that leads to a login form, or to something that says why none does. */
async function begun(walk: Walk, places: SignOnPlaces, facts: SignInFacts): Promise<{ readonly stop: Stop; readonly at: URL }> {
  const all = beginnings(places, facts);
  for (const [i, at] of all.entries()) {
    const stop = await walk.open(at);
    if (i === all.length - 1 || !saysNothing(stop)) return { stop, at };
  }
  throw new Error("no way in");
}

/** The session at the tier: by the tier's own address where the walk has cookies for it, else by the gateway's way. */
async function sessionOf(probing: Probing, { root, tier }: SignOnPlaces, jar: CookieJar) {
  const direct = withoutTrailing(tier.href, "/");
  const gateway = root && root.origin !== tier.origin ? `${root.origin}${new URL(direct).pathname}` : null;
  const ways = [...(jar.header(tier) === null ? [] : [direct]), ...(gateway === null ? [] : [gateway])];
  let last: { at: string; session: TierSession } | null = null;
  for (const at of ways.length > 0 ? ways : [direct]) {
    const session = await tierSession((asked) => probing.ask(asked), at, jar);
    last = { at, session };
    if (session.kind === "authenticated") break;
  }
  return last as { at: string; session: TierSession };
}

/**
 * The whole way of a browser: the identity provider's login form, the login service, the gateway, and a session of the tier at its end. The
 * password is typed into the one login form and sent nowhere else; nothing is tried twice.
 */
export async function signOn(probing: Probing, places: SignOnPlaces, user: string, password: string): Promise<SignOn> {
  const facts = probing.facts as SignInFacts;
  const jar = new CookieJar(places.roles.keys(), () => probing.now());
  const walk = new Walk((asked) => probing.ask(asked), jar, places.roles);
  const first = await begun(walk, places, facts);
  const ended = (reached: Reached, stop: Stop | null, more: Partial<SignOn> = {}): SignOn => {
    probing.conceal([...jar.values(), ...walk.carried]);
    return {
      reached,
      stop,
      session: null,
      sessionAt: null,
      control: null,
      begun: bareUrl(first.at),
      steps: walk.steps,
      typedAt: walk.typedAt,
      ...more,
    };
  };
  if (!isPage(first.stop) || first.stop.role !== "identity provider" || !firstFormOf(first.stop.page))
    return ended("begin", first.stop);
  // the page's own address may hold what opens the sign-in
  probing.announce(say`signs in as ${name(user)} at ${name(facts.realmUrl?.value ?? "")}: one attempt, whatever comes of it`);
  const stop = await walk.signIn(first.stop, user, password);
  if (stop === null) return ended("login form", first.stop);
  if (stop.role === "identity provider") return ended("login form", stop);
  const called = (path: string) => walk.steps.some(({ url }) => new URL(url).pathname.endsWith(path));
  if (!called("/weblogin/oidc_callback")) return ended("identity provider", stop);
  if (!isPage(stop) || stop.answer.status >= 400)
    return ended(stop.role === "login service" ? "identity provider" : "login service", stop);
  if (loginFormOf(stop.page)) return ended("identity provider", stop);
  // a sign-in that ends at the login service: the gateway is asked to take it over
  const handed = called("/AWSSOLogin") || !places.root ? stop : await walk.open(new URL("/AWSSOLogin", places.root));
  const { at, session } = await sessionOf(probing, places, jar);
  const control = await tierSession((asked) => probing.ask(asked), at, null);
  const more = { session, sessionAt: at, control };
  if (session.kind === "authenticated") return ended("tier", null, more);
  const refusedTicket = !isPage(handed) || handed.answer.status >= 400 || loginFormOf(handed.page) !== null;
  return refusedTicket ? ended("login service", handed, more) : ended("gateway", null, more);
}
