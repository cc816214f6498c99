import { exchange as send } from "../../../src/platform/exchange-send.ts";
import type { Exchange } from "../../../src/platform/exchange.ts";
import type { Via } from "../../../src/platform/http.ts";
import { selfSigned } from "../certificate.ts";
import { type Live, type LocalServer, serveLocally, serveListener } from "./live.ts";
import { gateway, type GatewayOptions, loginService, type LoginServiceOptions, userOfTicket } from "./login-service.ts";
import { type OidcOptions, oidcListener } from "./oidc.ts";
import { type TierOptions, tierOf } from "./tier.ts";

/** Where the servers of an environment are declared to be. */
export interface SignInAddresses {
  readonly realm: string;
  readonly loginService: string;
  /** The web application's root. */
  readonly root: string;
  /** .../tc */
  readonly tier: string;
  readonly client: { readonly id: string; readonly secret: string };
}

export interface SignInFaults {
  readonly idp?: Partial<Omit<OidcOptions, "realm">>;
  readonly login?: LoginServiceOptions["fault"];
  /** The login service sends PKCE. */
  readonly pkce?: boolean;
  readonly gateway?: GatewayOptions["fault"];
  readonly tier?: Partial<TierOptions>;
}

export interface SignInServers {
  /** --connect, each. */
  readonly connect: readonly string[];
  /** The certificate that all of them show, in PEM: it is its own authority. */
  readonly ca: string;
  close(): Promise<void>;
}

/**
 * A whole sign-in on this machine: npm's oidc-provider, a login service and a gateway of ours, a tier of ours, each with TLS at a port of its
 * own. Their back-channel calls are real ones, too.
 */
export async function signInServers(
  at: SignInAddresses,
  { idp = {}, login, pkce = false, gateway: way, tier = {} }: SignInFaults = {},
): Promise<SignInServers> {
  const names = [at.realm, at.loginService, at.root, at.tier].map((address) => new URL(address).hostname);
  const tls = selfSigned(...new Set(names));
  const via: Via[] = [];
  const exchange: Exchange = (request) => send({ ...request, via, ca: tls.cert }, () => undefined);
  const callback = `${at.loginService}/weblogin/oidc_callback`;
  const service = loginService({
    base: at.loginService,
    exchange,
    authorization: `${at.realm}/protocol/openid-connect/auth`,
    token: `${at.realm}/protocol/openid-connect/token`,
    client: at.client,
    handover: new URL("/AWSSOLogin", at.root).href,
    pkce,
    ...(login ? { fault: login } : {}),
  });
  const web = gateway({ root: at.root, loginService: at.loginService, tier: at.tier, exchange, ...(way ? { fault: way } : {}) });
  const { live } = tierOf({ ticket: (user, ticket) => userOfTicket(ticket) === user, ...tier });
  const realm = await oidcListener({ realm: at.realm, client: at.client, redirectUris: [callback], ...idp });
  const local = (handler: Live, address: string) => serveLocally(handler, { tls, origin: new URL(address).origin });
  const open: readonly (readonly [string, LocalServer])[] = [
    [at.realm, await serveListener(realm, tls)],
    [at.loginService, await local(service, at.loginService)],
    [at.root, await local(web, at.root)],
    [at.tier, await local(live, at.tier)],
  ];
  for (const [address, { port }] of open) {
    const { hostname: host, port: own } = new URL(address);
    via.push({ host, port: own, address: "127.0.0.1", toPort: port });
  }
  return {
    connect: via.map(({ host, port, address, toPort }) => `${host}:${port}:${address}:${toPort}`),
    ca: tls.cert,
    close: async () => {
      for (const [, server] of open) await server.close();
    },
  };
}
