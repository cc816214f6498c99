import { newJwks } from "../keys.ts";
import type { RequestListener } from "node:http";

export interface OidcOptions {
  /** The issuer: https://HOST:PORT/realms/REALM. */
  readonly realm: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly redirectUris: readonly string[];
  /** Who is signed in whatever is typed; absent: whoever is typed. */
  readonly always?: string;
  /** Ids are kept in lower case, as the Keycloak family does. */
  readonly lowers?: boolean;
  /** `name`: every address is that of the issuer, whatever host is asked. `request`: as the package does it by itself. */
  readonly addresses?: "name" | "request";
  readonly key?: "RS256" | "ES256";
  /** Every client has to send PKCE (S256). */
  readonly pkce?: boolean;
}

/** Where a realm of the Keycloak family has these. */
const ROUTES = {
  authorization: "/protocol/openid-connect/auth",
  token: "/protocol/openid-connect/token",
  jwks: "/protocol/openid-connect/certs",
  userinfo: "/protocol/openid-connect/userinfo",
  end_session: "/protocol/openid-connect/logout",
};

function keyOf(kind: "RS256" | "ES256"): object {
  return { ...newJwks(kind).privateKey, use: "sig", alg: kind, kid: "one" };
}

/**
 * An identity provider that nobody here wrote: npm's oidc-provider, with its own login page, below the path of a realm. It says itself that
 * Node 20 is older than what it supports, and works there.
 */
export async function oidcListener(options: OidcOptions): Promise<RequestListener> {
  const { Provider } = await quietly(() => import("oidc-provider"));
  const { realm, client, redirectUris, always, lowers = false, addresses = "name", key = "RS256", pkce = false } = options;
  const { host, pathname: prefix } = new URL(realm);
  const provider = await quietly(
    async () =>
      new Provider(realm, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: redirectUris,
            response_types: ["code"],
            grant_types: ["authorization_code"],
            id_token_signed_response_alg: key,
            token_endpoint_auth_method: "client_secret_basic",
          },
        ],
        jwks: { keys: [keyOf(key)] },
        routes: ROUTES,
        cookies: { keys: ["of a test"] },
        scopes: ["openid", "profile", "email"],
        claims: { openid: ["sub"], profile: ["preferred_username"], email: ["email"] },
        conformIdTokenClaims: false,
        pkce: { required: () => pkce },
        ...(key === "RS256" ? {} : { enabledJWA: { idTokenSigningAlgValues: ["RS256", "ES256"] } }),
        findAccount: (_ctx: unknown, typed: string) => {
          const user = always ?? (lowers ? typed.toLowerCase() : typed);
          return { accountId: typed, claims: () => ({ sub: typed, preferred_username: user, email: `${user}@example.com` }) };
        },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
        // it would tell on the console that this is its own page
        renderError: (ctx: { type: string; body: string }, out: Readonly<Record<string, string>>) => {
          ctx.type = "html";
          ctx.body = `<!DOCTYPE html><title>oops! something went wrong</title><p>${out.error}: ${out.error_description ?? ""}</p>`;
        },
        // a client of one's own needs no page that asks for consent
        loadExistingGrant: async ({
          oidc,
        }: {
          readonly oidc: { readonly client: { readonly clientId: string }; readonly session: { readonly accountId: string } };
        }) => {
          const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
          grant.addOIDCScope("openid profile email");
          await grant.save();
          return grant;
        },
      }),
  );
  const serve = provider.callback();
  return (request, response) => {
    if (!request.url?.startsWith(`${prefix}/`)) return void response.writeHead(404).end("no such realm");
    if (addresses === "name") request.headers.host = host;
    const withPlace = Object.assign(request, { originalUrl: request.url });
    withPlace.url = request.url.slice(prefix.length);
    serve(withPlace, response);
  };
}

/** What the package says of itself when it starts is no message of the tests. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}
