import { mayOpenSomething, name, say, withoutTrailing } from "../../../kernel/index.ts";
import { type SignInFacts, isLoopback } from "../../../compiler/index.ts";
import type { Probing } from "../probe.ts";
import { CookieJar } from "../../soa/cookies.ts";
import { firstFormOf, loginFormOf } from "./html-form.ts";
import { tierSession, type TierSession } from "./tier-session.ts";
import { bareUrl, liesBelow, type OAuthError, type Role, type Step, type Stop, Walk } from "./walk.ts";

/** The stages of a sign-in through the identity provider, in their order. */
export const PLACES = ["begin", "login form", "identity provider", "login service", "gateway", "tier"] as const;
export type Reached = (typeof PLACES)[number];

/**
 * The place where a sign-in through the identity provider stopped: an answer of a server, or a login form that was reached in a wrong way.
 */
export type SignOnStop =
  | Stop
  /** The identity provider's login form was reached without the login service. */
  | { readonly kind: "past-login-service"; readonly role: "identity provider"; readonly from: string }
  /** The login service redirected the sign-in to another realm, or to another page at the identity provider's address. */
  | {
      readonly kind: "other-realm";
      readonly role: "login service" | "identity provider";
      readonly to: string;
      readonly wanted: string;
    }
  /** The identity provider sends the login service an OAuth error in place of an authorization code. */
  | ({ readonly kind: "oauth-error"; readonly role: "identity provider" } & OAuthError)
  /** The login service accepted an authorization code and sends the browser back to the identity provider. */
  | { readonly kind: "sent-back"; readonly role: "login service"; readonly to: string }
  /** Every address at which a sign-in can begin answers with a page that does not lead on without a script. */
  | { readonly kind: "no-way-in"; readonly role: Role; readonly page: Stop & { readonly kind: "page" } };

/** The result of a sign-in through the identity provider. */
export interface SignOn {
  readonly reached: Reached;
  /** The place where the sign-in stopped; null if it completed. */
  readonly stop: SignOnStop | null;
  readonly session: TierSession | null;
  /** The address at which the session was tested: the tier itself, or the gateway's route to it. */
  readonly sessionAt: string | null;
  /** The tier's answer to the same test without the cookies of the sign-in, as a control. */
  readonly control: TierSession | null;
  /**
   * The gateway's page, if the sign-in stopped at the login service and opening the gateway directly gave no session either; null in every
   * other case, also if the gateway continued the sign-in.
   */
  readonly gateway: { readonly url: URL; readonly status: number } | null;
  /** The address of `beginnings` from which the sign-in went on to other addresses, or at which it stopped. */
  readonly begun: string;
  readonly steps: readonly Step[];
  /** The addresses that received the password. */
  readonly typedAt: readonly string[];
}

/** The addresses of the environment's sign-in, as the environment declares them. */
export interface SignOnPlaces {
  readonly root: URL | null;
  readonly loginService: URL;
  readonly authorization: URL;
  readonly realm: URL;
  readonly tier: URL;
  /** The role of each server by the beginning of its addresses. */
  readonly roles: ReadonlyMap<string, Role>;
}

const urlOf = (text: string | undefined): URL | null => (text !== undefined && URL.canParse(text) ? new URL(text) : null);

/** Returns the addresses that a sign-in through the identity provider may visit; if a required one is not known, `lacks` names it. */
export function placesOf({ facts, addresses }: Pick<Probing, "facts" | "addresses">): SignOnPlaces | { readonly lacks: string } {
  const realm = urlOf(facts?.realmUrl?.value);
  const loginService = urlOf(facts?.loginServiceUrl?.value);
  const tier = urlOf(addresses.signIn?.text);
  const root = urlOf(facts?.webApplication.root?.value ?? addresses.webClient?.text);
  if (!realm) return { lacks: "the realm's address: idp.base and idp.realm" };
  // a password is not typed over plain http, where anybody on the network could read it
  if (realm.protocol !== "https:" && !isLoopback(realm.hostname))
    return { lacks: "an https address of the realm: by plain http a password could be read on the way, so none is typed" };
  if (!loginService || !facts?.replyUrl) return { lacks: "the login service's address: loginService.base and loginService.name" };
  if (!tier) return { lacks: "the tier's address: tier.signIn" };
  const authorization = urlOf(facts?.endpoints.authorization?.value) ?? new URL(`${realm.href}/protocol/openid-connect/auth`);
  const whose: readonly (readonly [base: string | null | undefined, role: Role])[] = [
    [tier.origin, "tier"],
    [root?.origin, "gateway"],
    [loginService.origin, "login service"],
    [realm.origin, "identity provider"],
    // several roles can share an origin behind one proxy; the path then decides the role of a page
    [tier.href, "tier"],
    [root?.href, "gateway"],
    [root && `${root.origin}/AWSSOLogin`, "gateway"],
    [loginService.href, "login service"],
    [realm.href, "identity provider"],
  ];
  const roles = new Map(whose.flatMap(([base, role]) => (base ? [[withoutTrailing(base, "/"), role] as const] : [])));
  return { root, loginService, authorization, realm, tier, roles };
}

const below = (base: URL, path: string): URL => new URL(`${withoutTrailing(base.href, "/")}${path}`);

/**
 * Returns the addresses at which a browser can begin: the web application, the login service and the gateway. The identity provider is
 * never opened directly: it would show its form whatever the login service does, so that the sign-in would prove nothing about the login
 * service.
 */
const beginnings = ({ root, loginService }: SignOnPlaces): readonly URL[] => [
  ...(root ? [root] : []),
  below(loginService, "/weblogin/oidc_redirect"),
  ...(root ? [new URL("/AWSSOLogin", root)] : []),
];

type PageStop = Stop & { readonly kind: "page" };

const isPage = (stop: SignOnStop): stop is PageStop => stop.kind === "page";

/**
 * Returns whether a page shows nothing about the sign-in that stopped at it: it is not of the identity provider and no login form of the
 * login service, and either a script of it can lead on or its status is 401, 403, 404 or 405.
 */
const saysNothing = (stop: Stop): boolean =>
  isPage(stop) &&
  stop.role !== "identity provider" &&
  !(stop.role === "login service" && loginFormOf(stop.page)) &&
  (stop.answer.status < 300 || [401, 403, 404, 405].includes(stop.answer.status));

const oauthError = ({ oauthError }: Walk): SignOnStop | null =>
  oauthError && { kind: "oauth-error", role: "identity provider", ...oauthError };

interface Begun {
  readonly stop: SignOnStop;
  readonly at: URL;
}

/**
 * Opens the addresses of `beginnings` in order until one leads to a login form or to an answer that shows why it does not; otherwise
 * returns the login service's answer.
 */
async function begun(walk: Walk, places: SignOnPlaces): Promise<Begun> {
  const silent: (Begun & { readonly stop: PageStop })[] = [];
  for (const at of beginnings(places)) {
    const before = walk.steps.length;
    const stop = await walk.open(at);
    const error = oauthError(walk);
    if (error) return { stop: error, at };
    if (!isPage(stop) || !saysNothing(stop)) return { stop: strayed(stop, walk.steps.slice(before), places) ?? stop, at };
    silent.push({ stop, at });
  }
  const shown = silent.find(({ stop }) => stop.role === "login service") ?? silent[0];
  if (!shown) throw new Error("no way in");
  const { stop, at } = shown;
  return { stop: stop.answer.status < 300 ? { kind: "no-way-in", role: stop.role, page: stop } : stop, at };
}

/**
 * Returns the fault of a sign-in that reached the identity provider's login form without the login service, or that of another realm than
 * the declared one; null if there is no such fault.
 */
function strayed(stop: Stop, steps: readonly Step[], { loginService, authorization, realm }: SignOnPlaces): SignOnStop | null {
  if (!isPage(stop) || stop.role !== "identity provider" || !firstFormOf(stop.page)) return null;
  const last = steps.findLastIndex(({ url }) => liesBelow(url, loginService.href));
  if (last < 0) return { kind: "past-login-service", role: "identity provider", from: bareUrl(stop.url) };
  const led = steps[last + 1]?.url ?? "";
  if (led !== bareUrl(authorization))
    return { kind: "other-realm", role: "login service", to: led, wanted: bareUrl(authorization) };
  const shown = bareUrl(stop.url);
  if (!liesBelow(shown, realm.href)) return { kind: "other-realm", role: "identity provider", to: shown, wanted: realm.href };
  return null;
}

/** Tests the session at the tier's own address if the sign-in has cookies for it, and, if there is no session, through the gateway. */
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

/** Returns whether a sign-in reached the gateway or the tier after its last step at the login service. */
function goesOn(steps: readonly Step[], stop: Stop): boolean {
  const roles = [...steps.map(({ role }) => role), stop.role];
  const last = roles.lastIndexOf("login service");
  return last >= 0 && roles.slice(last).some((role) => role === "gateway" || role === "tier");
}

/**
 * Signs in as a browser does: the identity provider's login form, the login service, the gateway and a session of the tier. The password is
 * typed into that one login form and sent nowhere else; nothing is retried.
 */
export async function signOn(probing: Probing, places: SignOnPlaces, user: string, password: string): Promise<SignOn> {
  const facts = probing.facts as SignInFacts;
  const jar = new CookieJar(new Set([...places.roles.keys()].map((base) => new URL(base).origin)), () => probing.now());
  const walk = new Walk((asked) => probing.ask(asked), jar, places.roles);
  const first = await begun(walk, places);
  const ended = (reached: Reached, stop: SignOnStop | null, more: Partial<SignOn> = {}): SignOn => {
    probing.conceal([...jar.values().filter(mayOpenSomething), ...walk.carried]);
    return {
      reached,
      stop,
      session: null,
      sessionAt: null,
      control: null,
      gateway: null,
      begun: bareUrl(first.at),
      steps: walk.steps,
      typedAt: walk.typedAt,
      ...more,
    };
  };
  if (!isPage(first.stop) || first.stop.role !== "identity provider" || !firstFormOf(first.stop.page))
    return ended("begin", first.stop);
  // the announcement names the realm, because the page's own address can contain values that grant access
  probing.announce(say`signs in as ${name(user)} at ${name(facts.realmUrl?.value ?? "")}: one attempt, whatever comes of it`);
  const stop = await walk.signIn(first.stop, user, password);
  if (stop === null) return ended("login form", first.stop);
  const error = oauthError(walk);
  if (error) return ended("login form", error);
  const called = (path: string) => walk.steps.some(({ url }) => new URL(url).pathname.endsWith(path));
  const takesCode = called("/weblogin/oidc_callback");
  if (isPage(stop) && stop.role === "identity provider")
    return takesCode
      ? ended("identity provider", { kind: "sent-back", role: "login service", to: bareUrl(stop.url) })
      : ended("login form", stop);
  if (!takesCode) return ended(stop.role === "identity provider" ? "login form" : "identity provider", stop);
  // a page of gateway or tier at the end shows only with a ticket to the gateway that the login service worked
  const after = walk.steps.slice(walk.steps.findLastIndex(({ url }) => url.endsWith("/weblogin/oidc_callback")));
  const ticketed = after.some(({ url }) => new URL(url).pathname.endsWith("/AWSSOLogin"));
  const onward = (stop.role === "gateway" || stop.role === "tier") && (ticketed || !isPage(stop));
  const reached = onward ? "login service" : "identity provider";
  if (!isPage(stop) || stop.answer.status >= 400 || loginFormOf(stop.page)) return ended(reached, stop);
  // the gateway is opened if a sign-in ends at the login service, because it can continue the sign-in
  const before = walk.steps.length;
  const handed = called("/AWSSOLogin") || !places.root ? stop : await walk.open(new URL("/AWSSOLogin", places.root));
  const { at, session } = await sessionOf(probing, places, jar);
  const control = await tierSession((asked) => probing.ask(asked), at, null);
  const more = { session, sessionAt: at, control };
  if (session.kind === "authenticated") return ended("tier", null, more);
  if (!onward && !goesOn(walk.steps.slice(before), handed)) {
    const asked = isPage(handed) && handed.role === "gateway" ? { url: handed.url, status: handed.answer.status } : null;
    return ended("identity provider", stop, { ...more, gateway: asked });
  }
  const refusedTicket = !isPage(handed) || handed.answer.status >= 400 || loginFormOf(handed.page) !== null;
  return refusedTicket ? ended("login service", handed, more) : ended("gateway", null, more);
}
