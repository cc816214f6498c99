import {
  gateway,
  type GatewayOptions,
  loginService,
  type LoginServiceOptions,
  userOfTicket,
} from "../../../support/live/login-service.ts";
import { identityProvider, type IdentityProviderOptions } from "../../../support/live/identity-provider.ts";
import type { Live } from "../../../support/live/live.ts";
import { type TierOptions, tierOf } from "../../../support/live/tier.ts";
import { json, network } from "../../../support/live/web.ts";
import { REALM, TIER } from "../scene.ts";

/** Another realm of the same server, with the same client and people. */
const OTHER_REALM = REALM.replace(/[^/]+$/, "others");
export const LOGIN = "https://plm.example.com:7001/tcsso";
export const CALLBACK = `${LOGIN}/weblogin/oidc_callback`;
export const ROOT = "https://plm.example.com:3000/awc";
export const CLIENT = { id: "plm", secret: "of the client", redirectUris: [CALLBACK] };
export const PEOPLE = [{ user: "ab", password: "of ab", name: "Abel, Ab", roles: [["Engineering", "Designer"]] }] as const;

export interface Faults {
  readonly idp?: Partial<IdentityProviderOptions>;
  readonly login?: LoginServiceOptions["fault"];
  /** The login service sends PKCE. */
  readonly pkce?: boolean;
  readonly gateway?: Pick<GatewayOptions, "starts" | "fault">;
  readonly tier?: Partial<TierOptions>;
  /** `open`: session analytics answer everybody. `nameless`: no answer says whose the session is. */
  readonly analytics?: "open" | "nameless";
  /** Further servers, or another one in place of one of these, by origin. */
  readonly servers?: Readonly<Record<string, Live>>;
  /** One of these with something before it, by origin. */
  readonly before?: Readonly<Record<string, (live: Live) => Live>>;
  /** Origins where nothing listens. */
  readonly down?: readonly string[];
}

/** A tier that takes the tickets of our login service. */
export function ticketTier(options: Partial<TierOptions> = {}, analytics?: Faults["analytics"]): Live {
  const { live } = tierOf({ people: PEOPLE, ticket: (user, ticket) => userOfTicket(ticket) === user, ...options });
  return async (request) => {
    const answered = await live(request);
    const about = /getTCSession(?:Analytics)?Info$/.test(request.url.pathname);
    if (!about || analytics === undefined || (analytics === "nameless" && /Exception/.test(answered.body.toString("utf8"))))
      return answered;
    const userSession = { uid: "us-1", props: { user_id: { dbValues: ["ab"] } } };
    return json({ extraInfoOut: { TCServerVersion: "2506" }, ...(analytics === "open" ? { userSession } : {}) });
  };
}

/** An identity provider, a login service, a gateway and a tier, as functions of one network. */
export function signInServers({
  idp = {},
  login,
  pkce = false,
  gateway: way = {},
  tier,
  analytics,
  servers = {},
  before = {},
  down = [],
}: Faults = {}) {
  const all: Record<string, Live> = {};
  const net = network(all);
  const { exchange } = net;
  const realms = [REALM, OTHER_REALM].map((realm) => identityProvider({ realm, client: CLIENT, users: { ab: "of ab" }, ...idp }));
  all["https://idp.example.com:8443"] = (request) => {
    const other = request.url.pathname.startsWith(`${new URL(OTHER_REALM).pathname}/`);
    return (realms[other ? 1 : 0] as Live)(request);
  };
  all["https://plm.example.com:7001"] = loginService({
    base: LOGIN,
    exchange,
    authorization: `${REALM}/protocol/openid-connect/auth`,
    token: `${REALM}/protocol/openid-connect/token`,
    client: CLIENT,
    handover: "https://plm.example.com:3000/AWSSOLogin",
    pkce,
    ...(login ? { fault: login } : {}),
  });
  all["https://plm.example.com:3000"] = gateway({ root: ROOT, loginService: LOGIN, tier: TIER, exchange, ...way });
  all["https://tier.example.com:8443"] = ticketTier(tier, analytics);
  Object.assign(all, servers);
  for (const [origin, wrap] of Object.entries(before)) if (all[origin]) all[origin] = wrap(all[origin]);
  for (const origin of down) delete all[origin];
  return net;
}
