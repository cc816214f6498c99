import { name, say, type Text, value, words } from "../../diagnostic/text.ts";
import type { ExchangeAnswer } from "../../io/exchange.ts";
import { readAnswer } from "../../soa/answer.ts";
import type { Answer, Control, Probing } from "../probe.ts";
import { answer } from "../words.ts";
import { notReached } from "./discovery.ts";
import { loginFormOf, passwordFormOf } from "./html-form.ts";
import { pageWords, symptomOf, TICKET_HELP } from "./sign-in-page.ts";
import type { SignOn, SignOnStop } from "./single-sign-on.ts";
import { faultText } from "./tier-session.ts";
import type { Stop } from "./walk.ts";

/** Where a walk stands, after what. */
const AFTER: Readonly<Record<SignOn["reached"], string>> = {
  begin: "before any login form of the realm",
  "login form": "where its login form was sent to",
  "identity provider": "after the identity provider's login form",
  "login service": "after a clean sign-in at the login service",
  gateway: "after the gateway took the ticket",
  tier: "at the end",
};

/** The fault is between the gateway and the tier: everything before it was right. */
export const isTicketPath = ({ reached, stop, session }: SignOn): boolean =>
  session?.kind === "refused" || (reached === "login service" && stop?.kind === "page");

export const factsOf = (on: SignOn): Answer["facts"] => ({
  begun: on.begun,
  reached: on.reached,
  steps: on.steps.map(({ role, method, url, status }) => `${role}: ${method} ${url} ${status}`),
  passwordSentTo: [...on.typedAt],
  ...(on.sessionAt === null ? {} : { sessionAt: on.sessionAt }),
  ...(on.session?.kind === "authenticated" ? { userId: on.session.userId ?? "" } : {}),
});

type PageStop = Stop & { readonly kind: "page" };

/** "the gateway (https://...)". */
const who = (role: string, url: URL): Text => say`the ${words(role)} (${name(`${url.origin}${url.pathname}`)})`;

/** The page of a login form that was sent, where it does not lead on. */
function loginFormAnswer({ page, url, role }: PageStop, shows: Text, typedAt: readonly string[]): Answer {
  if (typedAt.length === 0)
    return answer("not-proven", say`${who(role, url)} takes the user's name, and does not ask for the password then: ${shows}`, {
      help: words(
        "do it once in a browser as this user: it may not know the user, or lead on in another way; no password was typed",
      ),
    });
  if (loginFormOf(page) ?? passwordFormOf(page))
    return answer("refuted", say`${who(role, url)} shows its login form again: it does not take the user and password`, {
      help: words(ONCE),
    });
  return answer("not-proven", say`${who(role, url)} takes the password and then wants something of a person: ${shows}`, {
    help: words("do it once in a browser as this user, then probe again"),
  });
}

const ONCE = "try them once in a browser; it is not tried again, so that the account is not locked";

/** The gateway where it does not take the ticket. */
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

/** The tier's own fault, where the gateway passes it on. */
function faultIn(received: ExchangeAnswer): string | null {
  const read = readAnswer(received);
  return read.kind === "fault" ? faultText(read.fault) : null;
}

/** What a page that ends a walk means. */
function pageAnswer(on: SignOn, stop: PageStop): Answer {
  const { page, answer: received, url, role } = stop;
  const bare = /html/.test(received.type) ? "" : received.body.subarray(0, 8_000).toString("utf8");
  const symptom = symptomOf(page.text, bare, url.href);
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
  const shows = bare === "" ? pageWords(page) : say`${value(faultIn(received) ?? bare.slice(0, 120))}`;
  if (on.reached === "login form") return loginFormAnswer(stop, shows, on.typedAt);
  if (on.reached === "login service") return gatewayAnswer(stop, shows);
  return answer("refuted", say`${who(role, url)} answers ${received.status} with ${shows} ${words(AFTER[on.reached])}`, {
    help: words(
      loginFormOf(page)
        ? "it asks for a password of its own, which was not typed: the federation type of the login service is not OIDC, or another login service answers"
        : "look at that server's own log; the panel's fields are in sso/panel.md",
    ),
  });
}

/** A way to the login form that is not the login service's own to the realm. */
function strayedAnswer(stop: Exclude<SignOnStop, Stop>): Answer {
  if (stop.kind === "no-way-in") {
    const { role, url, answer: received, page } = stop.page;
    return answer(
      "not-proven",
      say`${who(role, url)} answers ${received.status} with ${pageWords(page)}, and no address leads to the identity provider by itself`,
      {
        help: words("a script of the page may go on: do it once in a browser; `sso/login-service` asks the login service alone"),
      },
    );
  }
  if (stop.kind === "past-login-service")
    return answer(
      "not-proven",
      say`the identity provider is reached without the login service, at ${name(stop.from)}: a sign-in there says nothing of the login service; no password was typed`,
      { help: words("compare where the web application sends people with loginService in sso.yaml") },
    );
  if (stop.role === "identity provider")
    return answer("not-proven", say`the realm hands over to ${name(stop.to)}, whose login form is not filled in`, {
      help: words("sign in with an account of the realm itself, or in a browser"),
    });
  return answer(
    "refuted",
    say`the login service leads to ${name(stop.to)}, and the realm signs people in at ${name(stop.wanted)}; no password was typed`,
    { help: words("compare OIDC Authorization Endpoint on the panel with sso/panel.md, and deploy again") },
  );
}

/** A walk that stands somewhere, in words. */
export async function stoppedAnswer(probing: Probing, on: SignOn, stop: SignOnStop): Promise<Answer> {
  if (stop.kind === "page") return pageAnswer(on, stop);
  if (stop.kind === "no-way-in" || stop.kind === "past-login-service" || stop.kind === "other-realm") return strayedAnswer(stop);
  if (stop.kind === "no-answer") return notReached(probing, stop.fault, "whether the sign-in works");
  const from = who(stop.role, stop.from);
  if (stop.kind === "loop")
    return answer("refuted", say`${from} leads in a circle ${words(AFTER[on.reached])}`, {
      help: words(
        "a cookie that is lost between host names, or two addresses that lead to each other: --details shows every step",
      ),
    });
  if (stop.kind === "typed-onward")
    return answer(
      "refuted",
      say`${from} would send what is typed into its login form on to ${name(stop.to)}; it was not sent there`,
      {
        help: words(
          "a password belongs to the identity provider alone: find out who changed its login page or answers in its place",
        ),
      },
    );
  const led = say`${from} leads to ${name(stop.to)}, which sso.yaml does not declare; nothing was sent there`;
  if (stop.role === "identity provider")
    return answer("not-proven", say`${led}: the identity provider hands over to another one, whose login form is not filled in`, {
      help: words("sign in with an account of the realm itself, or in a browser"),
    });
  return answer("refuted", led, {
    help: words("write the address in sso.yaml where it is right; where it is not, correct the server that leads there"),
  });
}

/** The control: without the walk's cookies there must be no session. */
export function withoutCookies({ control, sessionAt }: SignOn): Control {
  const did = say`asked the same of ${name(sessionAt ?? "")} without the cookies of the sign-in`;
  if (control?.kind === "refused") return { did, outcome: "held", says: control.says };
  if (control?.kind === "authenticated")
    return { did, outcome: "failed", says: words("it is answered as well: the answer has nothing to do with the sign-in") };
  return { did, outcome: "none", says: words("it could not be asked") };
}

/** What differs between two ids that people take for one. */
export function idDifference(found: string, intended: string): Text {
  if (found.toLowerCase() === intended.toLowerCase())
    return words(
      "they differ in capital letters alone: the identity provider stores usernames in lower case, so that an id with capitals can never match",
    );
  if (found.trim() === intended.trim()) return words("they differ in white space alone");
  if (found.normalize("NFC") === intended.normalize("NFC")) return words("they look alike and have other characters");
  return words("somebody else is signed in: the login service reads the id from another claim, or a directory aliases it");
}
