import { gateway, type GatewayOptions, loginService, type LoginServiceOptions } from "../../support/live/login-service.ts";
import { identityProvider, type IdentityProviderOptions } from "../../support/live/identity-provider.ts";
import { singleSignOnTier, type SingleSignOnTierOptions } from "../../support/live/single-sign-on-tier.ts";
import { network, type WebHandler } from "../../support/live/web.ts";
import { REALM, TIER } from "../scene.ts";

export const LOGIN = "https://plm.example.com:7001/tcsso";
export const CALLBACK = `${LOGIN}/weblogin/oidc_callback`;
const ROOT = "https://plm.example.com:3000/awc";
const CLIENT = { id: "plm", secret: "of the client", redirectUris: [CALLBACK] };

export interface Faults {
  readonly idp?: Partial<IdentityProviderOptions>;
  readonly login?: LoginServiceOptions["fault"];
  readonly gateway?: Pick<GatewayOptions, "starts" | "fault">;
  readonly tier?: SingleSignOnTierOptions["fault"];
  /** Further servers, or another one in place of one of these, by origin. */
  readonly servers?: Readonly<Record<string, WebHandler>>;
  /** Origins where nothing listens. */
  readonly down?: readonly string[];
}

/** An identity provider, a login service, a gateway and a tier, as functions of one network. */
export function signInServers({ idp = {}, login, gateway: way = {}, tier, servers = {}, down = [] }: Faults = {}) {
  const all: Record<string, WebHandler> = {};
  const net = network(all);
  const { exchange } = net;
  all["https://idp.example.com:8443"] = identityProvider({ realm: REALM, client: CLIENT, users: { ab: "of ab" }, ...idp });
  all["https://plm.example.com:7001"] = loginService({
    base: LOGIN,
    exchange,
    authorization: `${REALM}/protocol/openid-connect/auth`,
    token: `${REALM}/protocol/openid-connect/token`,
    client: CLIENT,
    handover: "https://plm.example.com:3000/AWSSOLogin",
    ...(login ? { fault: login } : {}),
  });
  all["https://plm.example.com:3000"] = gateway({ root: ROOT, loginService: LOGIN, tier: TIER, exchange, ...way });
  all["https://tier.example.com:8443"] = singleSignOnTier(tier ? { fault: tier } : {});
  Object.assign(all, servers);
  for (const origin of down) delete all[origin];
  return net;
}
