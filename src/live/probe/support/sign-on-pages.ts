import { type Text, name, say, value, words } from "../../../kernel/index.ts";
import type { ExchangeAnswer } from "../../../platform/index.ts";
import { readAnswer } from "../../soa/answer.ts";
import type { Answer } from "../probe.ts";
import { answer } from "../words.ts";
import { loginFormOf, passwordFormOf } from "./html-form.ts";
import { idpSymptomOf } from "./idp-words.ts";
import { pageWords, symptomOf, TICKET_HELP } from "./sign-in-page.ts";
import type { SignOn, SignOnStop } from "./single-sign-on.ts";
import { faultText } from "./tier-session.ts";
import type { Stop } from "./walk.ts";
import { wantedOf } from "./wanted.ts";

/** The words of messages for the stage at which a sign-in through the identity provider stopped. */
export const AFTER: Readonly<Record<SignOn["reached"], string>> = {
  begin: "before any login form of the realm",
  "login form": "where its login form was sent to",
  "identity provider": "after the identity provider's login form",
  "login service": "after a clean sign-in at the login service",
  gateway: "after the gateway took the ticket",
  tier: "at the end",
};

type PageStop = Stop & { readonly kind: "page" };

/** Returns the words for a server in a message, with its role and address: "the gateway (https://...)". */
export const who = (role: string, url: URL): Text => say`the ${words(role)} (${name(`${url.origin}${url.pathname}`)})`;

/** The help line for a login service that cannot redeem the identity provider's authorization code. */
export const REDEEM_HELP =
  "look at the login service's own log at this time; the causes, in this order: 1. its client secret is not that of the realm's client; 2. its token endpoint is not the realm's, or is not reached from there (OIDC Token Endpoint of sso/panel.md); 3. its trust store lacks the authority of the identity provider's certificate (sso/trust.md). `tierwright sso verify ENV --deployed DIR` compares what is deployed";

const ONCE =
  "try them once in a browser; it is not tried again, so that the account is not locked; a locked or disabled account may be refused in the same words: look at the user in the administration console before another try";

/** Returns the answer for the page after a submitted login form, if the page does not redirect and shows no text of `SYMPTOMS`. */
function loginFormAnswer({ page, url, role, answer: received }: PageStop, typedAt: readonly string[]): Answer {
  const shows = pageWords(page);
  const says = page.messages[0] === undefined ? say`` : say` and says ${value(page.messages[0])}`;
  if (loginFormOf(page))
    return answer("refuted", say`${who(role, url)} shows its login form again${says}: it does not take the user and password`, {
      help: words(ONCE),
    });
  const wanted = typedAt.length === 0 ? null : wantedOf(page, url);
  if (wanted)
    return answer(
      received.status >= 400 ? "refuted" : "not-proven",
      say`${who(role, url)} takes the password and then wants ${wanted.what}: ${shows}`,
      { help: words(wanted.help) },
    );
  if (typedAt.length === 0)
    return answer("not-proven", say`${who(role, url)} takes the user's name, and does not ask for the password then: ${shows}`, {
      help: words(
        "do it once in a browser as this user: it may not know the user, or lead on in another way; no password was typed",
      ),
    });
  if (passwordFormOf(page))
    return answer("refuted", say`${who(role, url)} shows its login form again${says}: it does not take the user and password`, {
      help: words(ONCE),
    });
  if (received.status >= 400)
    return answer("refuted", say`${who(role, url)} answers ${received.status} with ${shows} ${words(AFTER["login form"])}`, {
      help: words("look at the event in the identity provider's log"),
    });
  return answer("not-proven", say`${who(role, url)} takes the password and then wants something of a person: ${shows}`, {
    help: words("do it once in a browser as this user, then probe again"),
  });
}

/** Returns the answer for a gateway that does not accept the login service's ticket. */
function gatewayAnswer({ answer: received, url, role }: PageStop, shows: Text): Answer {
  if (received.status === 404)
    return answer(
      "refuted",
      say`${who(role, url)} answers 404 ${words(AFTER["login service"])}: nothing takes the ticket there`,
      {
        help: words("switch single sign-on on in the gateway's configuration; its path /AWSSOLogin takes the ticket to the tier"),
      },
    );
  return answer(
    "refuted",
    say`${who(role, url)} answers ${received.status} with ${shows} ${words(AFTER["login service"])}: the ticket path is where it fails`,
    {
      help: words(TICKET_HELP),
    },
  );
}

/** Returns the answer for a login service that received an authorization code and does not redirect to the gateway. */
function loginServiceAnswer({ gateway }: SignOn, { answer: received, url, page }: PageStop, shows: Text): Answer {
  const at = who("login service", url);
  const next = gateway === null ? say`` : say`; asked next, ${who("gateway", gateway.url)} answers ${gateway.status}`;
  if (loginFormOf(page))
    return answer("refuted", say`${at} answers ${received.status} with ${shows} ${words(AFTER["identity provider"])}`, {
      help: words(
        "it asks for a separate password, which was not entered: the federation type of the login service is not OIDC, or another login service answers",
      ),
    });
  if (!url.pathname.endsWith("/weblogin/oidc_callback"))
    return answer(
      "refuted",
      say`the login service takes the code and leads on to ${name(`${url.origin}${url.pathname}`)}, which answers ${received.status} with ${shows}, and not to the gateway${next}`,
      {
        help: words(
          "compare where the login service sends people after the sign-in with the gateway's address (sso/panel.md), and look at its log",
        ),
      },
    );
  if (received.status < 300 && page.text === "" && page.title === "")
    return answer(
      "not-proven",
      say`${at} answers ${received.status} with ${shows} ${words(AFTER["identity provider"])}, and does not lead on to the gateway without a script${next}`,
      { help: words("do it once in a browser as this user, and look at the login service's log") },
    );
  return answer(
    "refuted",
    say`${at} answers ${received.status} with ${shows} ${words(AFTER["identity provider"])}, and does not go on to the gateway: it makes nothing of the code that the identity provider gave it${next}`,
    { help: words(REDEEM_HELP) },
  );
}

/** Returns the tier's own fault in words if an answer contains one, as when the gateway passes it on; otherwise null. */
function faultIn(received: ExchangeAnswer): string | null {
  const read = readAnswer(received);
  return read.kind === "fault" ? faultText(read.fault) : null;
}

/** Returns the answer for a page at which a sign-in through the identity provider ended. */
export function pageAnswer(on: SignOn, stop: PageStop): Answer {
  const { page, answer: received, url, role } = stop;
  const bare = /html/.test(received.type) ? "" : received.body.subarray(0, 8_000).toString("utf8");
  const wants = on.reached === "login form" && on.typedAt.length > 0 && !loginFormOf(page) && wantedOf(page, url) !== null;
  const symptom =
    role === "identity provider"
      ? wants
        ? null
        : idpSymptomOf(page.messages, page.text, bare)
      : symptomOf(...page.messages, page.text, bare, url.href);
  const empty = role === "identity provider" && url.searchParams.get("redirect_uri") === "";
  if (symptom && empty)
    return answer(
      "refuted",
      say`${who(role, url)} says ${value(symptom.said)}: the login service sent it an empty redirect_uri, for the panel's Federation Reply URL was left empty`,
      {
        help: words("type the Federation Reply URL of sso/panel.md into the deployment tool, and deploy again"),
      },
    );
  if (symptom)
    return answer(
      "refuted",
      say`${who(role, url)} says ${value(faultIn(received) ?? symptom.said)} ${words(AFTER[on.reached])}: ${words(symptom.means)}`,
      {
        help: words(symptom.help),
      },
    );
  if (on.reached === "login form") return loginFormAnswer(stop, on.typedAt);
  const shows =
    bare === "" ? pageWords(page, role !== "identity provider") : say`${value(faultIn(received) ?? bare.slice(0, 120))}`;
  if (on.reached === "login service") return gatewayAnswer(stop, shows);
  if (on.reached === "identity provider" && role === "gateway")
    return answer(
      "refuted",
      say`the login service takes the code and leads on to ${who(role, url)}, which answers ${received.status} with ${shows}; no ticket came to its /AWSSOLogin, so that nothing shows that the login service redeemed the code`,
      { help: words(REDEEM_HELP) },
    );
  if (on.reached === "identity provider" && role === "login service") return loginServiceAnswer(on, stop, shows);
  return answer("refuted", say`${who(role, url)} answers ${received.status} with ${shows} ${words(AFTER[on.reached])}`, {
    help: words(
      loginFormOf(page)
        ? "it asks for a separate password, which was not entered: the federation type of the login service is not OIDC, or another login service answers"
        : "look at that server's own log; the panel's fields are in sso/panel.md",
    ),
  });
}

/** Returns the answer for an OAuth error that the identity provider sends to the login service in place of an authorization code. */
export function oauthErrorAnswer(stop: SignOnStop & { readonly kind: "oauth-error" }): Answer {
  const { error, description, ownState } = stop;
  const symptom = idpSymptomOf([description, error]);
  const said = description === "" ? say`${value(error)}` : say`${value(error)} (${value(description)})`;
  const state = ownState ? say`` : say`; its state is not that of the request, so that the login service refuses it as well`;
  return answer(
    "refuted",
    say`the identity provider (${name(stop.from)}) sends the login service the error ${said} in place of a code${symptom ? say`: ${words(symptom.means)}` : say``}${state}`,
    {
      help: words(
        symptom?.help ??
          "look at the event in the identity provider's log: it takes the address, and refuses the rest of the request",
      ),
    },
  );
}
