import { type Text, name, say, words } from "../../../kernel/index.ts";
import type { Answer, Control, Probing } from "../probe.ts";
import { answer } from "../words.ts";
import { notReached } from "./discovery.ts";
import { AFTER, oauthErrorAnswer, pageAnswer, REDEEM_HELP, who } from "./sign-on-pages.ts";
import { pageWords } from "./sign-in-page.ts";
import type { SignOn, SignOnStop } from "./single-sign-on.ts";
import type { Role, Stop } from "./walk.ts";

/** Returns whether the sign-in failed between the gateway and the tier, and every earlier step worked. */
export const isTicketPath = ({ reached, stop, session }: SignOn): boolean =>
  (reached === "login service" || reached === "gateway") && (session?.kind === "refused" || stop?.kind === "page");

/** Returns the server that failed if the sign-in ended without a session; null if there is a session. */
function failedOf({ reached, stop, session }: SignOn): Role | null {
  if (session?.kind === "authenticated") return null;
  if (reached === "identity provider") return stop?.kind === "no-answer" ? stop.role : "login service";
  if (reached === "login form") return "identity provider";
  if (stop === null || reached === "tier") return "tier";
  if (stop.kind === "past-login-service") return "gateway";
  return stop.role;
}

export const factsOf = (on: SignOn): Answer["facts"] => ({
  begun: on.begun,
  reached: on.reached,
  ...(failedOf(on) === null ? {} : { failed: failedOf(on) ?? "" }),
  steps: on.steps.map(({ role, method, url, status }) => `${role}: ${method} ${url} ${status}`),
  passwordSentTo: [...on.typedAt],
  ...(on.sessionAt === null ? {} : { sessionAt: on.sessionAt }),
  ...(on.session?.kind === "authenticated" ? { userId: on.session.userId ?? "" } : {}),
});

/**
 * Returns the answer for a sign-in that did not get from the login service to the declared realm's login form, or not back to the login
 * service with a code that it could redeem.
 */
function strayedAnswer(stop: Exclude<SignOnStop, Stop>): Answer {
  if (stop.kind === "oauth-error") return oauthErrorAnswer(stop);
  if (stop.kind === "sent-back")
    return answer(
      "refuted",
      say`the login service takes what the identity provider gives it, and sends people back to the identity provider (${name(stop.to)}) instead of on to the gateway`,
      { help: words(REDEEM_HELP) },
    );
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
    return answer("not-proven", say`the realm redirects to ${name(stop.to)}; its login form is not filled in`, {
      help: words("sign in with an account of the realm itself, or in a browser"),
    });
  return answer(
    "refuted",
    say`the login service leads to ${name(stop.to)}, and the realm signs people in at ${name(stop.wanted)}; no password was typed`,
    { help: words("compare OIDC Authorization Endpoint on the panel with sso/panel.md, and deploy again") },
  );
}

/** Returns the answer for a sign-in through the identity provider that stopped before its end. */
export async function stoppedAnswer(probing: Probing, on: SignOn, stop: SignOnStop): Promise<Answer> {
  if (stop.kind === "page") return pageAnswer(on, stop);
  if (
    stop.kind === "no-way-in" ||
    stop.kind === "past-login-service" ||
    stop.kind === "other-realm" ||
    stop.kind === "oauth-error" ||
    stop.kind === "sent-back"
  )
    return strayedAnswer(stop);
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
    return answer("not-proven", say`${led}: the identity provider redirects to another one; its login form is not filled in`, {
      help: words("sign in with an account of the realm itself, or in a browser"),
    });
  return answer("refuted", led, {
    help: words("write the address in sso.yaml where it is right; where it is not, correct the server that leads there"),
  });
}

/** Returns the control of a sign-in through the identity provider: without its cookies, the tier must not report a session. */
export function withoutCookies({ control, sessionAt }: SignOn): Control {
  const did = say`asked the same of ${name(sessionAt ?? "")} without the cookies of the sign-in`;
  if (control?.kind === "refused") return { did, outcome: "held", says: control.says };
  if (control?.kind === "authenticated")
    return { did, outcome: "failed", says: words("it is answered as well: the answer has nothing to do with the sign-in") };
  return { did, outcome: "none", says: words("it could not be asked") };
}

/** Describes the difference between two ids that look alike to people. */
export function idDifference(found: string, intended: string): Text {
  if (found.toLowerCase() === intended.toLowerCase())
    return words(
      "they differ in capital letters alone: the identity provider stores usernames in lower case, so that an id with capitals can never match",
    );
  if (found.trim() === intended.trim()) return words("they differ in white space alone");
  if (found.normalize("NFC") === intended.normalize("NFC")) return words("they look alike and have other characters");
  return words("somebody else is signed in: the login service reads the id from another claim, or a directory aliases it");
}
