import { type Text, listTexts, mayOpenSomething, say, value, words } from "../../../kernel/index.ts";
import type { HtmlPage } from "./html-page.ts";

/** The real meaning of a text that a server shows during single sign-on, with the help line for it (docs/sso.md). */
export interface Symptom {
  readonly means: string;
  readonly help: string;
}

/** The help line for a single sign-on ticket that the tier refuses. */
export const TICKET_HELP =
  "in this order: 1. compare the configuration that is deployed on disk (`tierwright sso verify ENV`); 2. restart the pool manager's service; 3. confirm that the start time of its process changed; 4. try again. The native server's syslog, matched by session or request id, says what it did with the ticket";

/** The known texts of sign-in pages, each with its meaning. Their patterns do not overlap, so that one text has one meaning. */
const SYMPTOMS: readonly (Symptom & { readonly pattern: RegExp })[] = [
  {
    pattern: /\b515143\b|Invalid account values/i,
    means: "the native tier refuses the ticket; the cause that was observed is a stale pool manager",
    help: TICKET_HELP,
  },
  {
    pattern: /No value found for required String property: tcsso\.oidc\.userid_claim|weblogin\/null\?csrf_form/i,
    means: "the panel's field OIDC Authorization Claim User ID is empty",
    help: "type preferred_username into OIDC Authorization Claim User ID, as sso/panel.md has it, and deploy again",
  },
  {
    pattern: /No value found for required String property: tcsso\.oidc\.client_secret|No ApplicationContext found/i,
    means: "the security services started before their vault, and never ask it again",
    help: "restart the security services now, and make their service depend on the vault's, as sso/services.md has it",
  },
  {
    pattern: /TCSSO_SSOSystemException|General HTTP exception/i,
    means: "the security services have no secret of their client, mostly because they started before their vault",
    help: "restart the security services after the vault, and make their service depend on the vault's, as sso/services.md has it",
  },
  {
    pattern: /PKIX path building failed|unable to find valid certification path|SSLHandshakeException/i,
    means: "the Java runtime of the login service does not trust the identity provider's certificate in its back-channel call",
    help: "import the authority's certificate into the cacerts of that Java runtime, as sso/trust.md has it, and prove it there",
  },
  {
    pattern: /null private ?key|privateKey is null|private key (?:is|was) null/i,
    means: "private_key_jwt with the vault reads the key from the vault alone and reports no errors of it",
    help: "look into the server log of the security services for the vault's error; sso/vault.md says which secret is read",
  },
  {
    pattern: /(?:Invalid|Ungültiger) parameter: redirect_uri|invalid_redirect_uri|redirect_uri did not match/i,
    means: "the identity provider does not know the address that it is to send the browser back to",
    help: "the panel's Federation Reply URL and the client's redirect URI have to be the same, character for character: compare sso/panel.md and sso/realm.json with what is there",
  },
  {
    pattern: /Client not found|invalid_client\b|unauthorized_client|client is invalid/i,
    means: "the identity provider does not know the client, or not by this secret",
    help: "the realm needs the client of sso.yaml, enabled, with the secret that federation.properties has: import sso/realm.json or compare it",
  },
  {
    pattern: /invalid_scope|Invalid scopes/i,
    means: "the client may not ask for one of the scopes",
    help: "give the client the scopes that sso.yaml asks for (openid, profile and email as a rule: preferred_username rides in profile); `tierwright idp plan ENV` compares them",
  },
  {
    pattern: /invalid csrf token|csrf token/i,
    means: "the request did not come from the page that begins the sign-in, or its cookie was lost on the way",
    help: "begin at the web application, not at a bookmark of the login page",
  },
  {
    pattern: /invalid_grant|Code not valid/i,
    means:
      "the identity provider does not take the code in the back-channel call: it was used before, is too old, or was asked for with another redirect_uri",
    help: "compare the clocks of both servers, and the Federation Reply URL on both sides",
  },
];

/** Returns the first entry of `SYMPTOMS` whose pattern is in one of a page's texts (its address can be one); null if there is none. */
export function symptomOf(...texts: readonly string[]): (Symptom & { readonly said: string }) | null {
  for (const symptom of SYMPTOMS) {
    for (const text of texts) {
      const said = symptom.pattern.exec(text)?.[0];
      if (said !== undefined) return { means: symptom.means, help: symptom.help, said };
    }
  }
  return null;
}

/** Returns a server's words together with their meaning. */
export const saidAndMeant = ({ said, means }: { readonly said: string; readonly means: string }): Text =>
  say`it says ${value(said)}, which means: ${words(means)}`;

/** The number of characters of a page's text that is enough to recognise the page. */
const BEGINNING = 160;

/** Returns the beginning of a page's text, with words redacted that can be a code, ticket or token. */
const beginningOf = (text: string): string =>
  text
    .slice(0, BEGINNING)
    .split(" ")
    .map((word) => (word.length >= 20 && mayOpenSomething(word) ? "..." : word))
    .join(" ");

/**
 * Describes an unexpected page.
 * @param beginning true to include the beginning of its text if it has no message
 */
export function pageWords({ title, heading, messages, text }: HtmlPage, beginning = false): Text {
  const called = title === "" ? say`a page` : say`a page called ${value(title)}`;
  const headed = heading === "" || heading === title ? called : say`${called} with the heading ${value(heading)}`;
  if (messages.length > 0) return say`${headed} that says ${listTexts(messages.slice(0, 3).map(value))}`;
  const named = title !== "" || heading !== "";
  if (text === "" && !named) return say`a page without text`;
  return text === "" || text === heading || (named && !beginning)
    ? headed
    : say`${headed} that begins with ${value(beginningOf(text))}`;
}
