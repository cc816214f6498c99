import { defineDiagnostic, name, placeOf, say, value, words } from "../../../kernel/index.ts";
import { withoutCredentials } from "../../model/address.ts";
import type { EnvironmentRule } from "../rule.ts";
import { clientAddresses, withClient } from "./client-addresses.ts";
import { SSO } from "./example.ts";

type Seen =
  /** The redirect URI matches addresses on any host. */
  | "anywhere"
  /** The redirect URI matches every page of a host. */
  | "host"
  /** The redirect URI matches every page below a path. */
  | "path"
  /** The identity provider treats the asterisk of the redirect URI as an ordinary character. */
  | "literal";

/** Matches scheme, host and port with the slash after them, so that no further text can turn them into another host. */
const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#*\\@]+)?\//i;

/**
 * Returns which addresses the identity provider accepts for a redirect URI with an asterisk, which is a wildcard only at the end and not
 * after a '?'. Returns null for a URI without an asterisk.
 */
function seenIn(uri: string): Seen | null {
  const text = uri.trim();
  if (!text.includes("*")) return null;
  if (!text.endsWith("*") || text.includes("?")) return "literal";
  const start = text.slice(0, -1);
  const [origin] = ORIGIN.exec(start) ?? [];
  if (origin === undefined) return "anywhere";
  if (start.includes("*")) return "literal";
  return origin === start ? "host" : "path";
}

const NOTES: Readonly<Record<Seen, string>> = {
  anywhere:
    "every address with this beginning is allowed, foreign hosts included: a link can send the authorization code to an attacker",
  host: "every page of this host is allowed: a page that redirects, or shows foreign content, leaks the authorization code",
  path: "every page below this path is allowed: a page that redirects leaks the authorization code",
  literal:
    "the identity provider expands an asterisk only at the end of an address; here it is an ordinary character, and no application returns there",
};

interface Args {
  readonly id: string;
  readonly uri: string;
  readonly seen: Seen;
  readonly after: boolean;
}

const wildcardRedirect = defineDiagnostic({
  id: "idp/wildcard-redirect",
  severity: "error",
  title: "a redirect address has an asterisk and covers more than the application's callback",
  why: "The authorization code goes to every address that a client has registered. An asterisk at the end registers everything with that beginning: `*` and `http*` are every address, and the identity provider accepts them without a warning.",
  remedy: "Register each callback itself.",
  clauses: ["E6", "E18"],
  message: ({ id, uri, seen, after }: Args) => ({
    message: say`client ${name(id)} ${words(after ? "returns after sign-out to" : "returns to")} ${value(withoutCredentials(uri))}, which contains an asterisk`,
    notes: [words(NOTES[seen])],
    help: after
      ? say`write the web client's own address in postLogoutRedirectUri`
      : say`write the application's callback itself in redirectUris, such as https://HOST:PORT/NAME/weblogin/oidc_callback`,
  }),
  fails: { file: SSO, with: withClient('"*"') },
  passes: [
    { file: SSO, with: withClient("https://wiki.example.com/oidc") },
    { file: SSO, with: withClient("https://wiki.example.com/oidc", ', postLogoutRedirectUri: "+"') },
    { file: SSO, with: withClient("") },
  ],
});

export const rule: EnvironmentRule = {
  ...wildcardRedirect,
  scope: "environment",
  of: "sign-in",
  *check(env) {
    for (const { id, leaf, uris, after } of clientAddresses(env))
      for (const uri of uris) {
        const seen = seenIn(uri);
        if (!seen) continue;
        const weight = seen === "anywhere" ? {} : { severity: "warning" as const };
        const quote = uri.includes("@") ? { quote: false as const } : {};
        yield wildcardRedirect.at(placeOf(leaf.span), { id, uri, seen, after }, { pointer: leaf.pointer, ...weight, ...quote });
      }
  },
};
