import type { Cause } from "../cause.ts";

/** Pattern of a refused request for a page of another application, which is not the ping that the cause is about. */
const OTHER_REQUEST =
  /\b(?:GET|POST|PUT|PATCH|DELETE) (?:https?:\/\/[^\s/"]{1,200})?\/(?![^\s"']{0,300}\bping\b)[^\s"']|["']?\b(?:path|url|uri|originalUrl|requestURI)\\?["']?\s?[:=]\s?\\?["']?(?![^\s"']{0,300}\bping\b)(?:https?:\/\/[^\s/"]{1,200})?\/[^\s"']/i;

export const cause: Cause = {
  id: "consumer/wrong-trigger",
  title: "sign-in was started from the wrong place in the application",
  signs: [
    {
      http: { status: [403], path: /\/ping(?:[/?]|$)/ },
      like: /csrf/i,
      anchors: ["csrf token", "csrftoken", "csrf_token", "csrf check"],
    },
    {
      types: ["InvalidCsrfTokenException", "MissingCsrfTokenException", "EBADCSRFTOKEN", "TokenMismatchException"],
      not: OTHER_REQUEST,
      confidence: "medium",
    },
    { all: ["invalid csrf token"], not: OTHER_REQUEST, confidence: "medium" },
    { all: ["invalid csrf token"], confidence: "low" },
  ],
  symptoms: [
    {
      says: "a click in the overflow menu gives 403 instead of a sign-in",
      words: "403|csrf|forbidden menu|click|sidebar|ping|overflow|dots|punkte|points",
    },
  ],
  states: "that a CSRF token is invalid, with 403, as if single sign-on were at fault",
  cause:
    "A ping in the background is refused with 403, which looks like a failed sign-in. The entry of the overflow menu leads to it; the real sign-in starts from the button of the sidebar at the left edge.",
  why: "The ping is not part of the sign-in: it fails with and without single sign-on.",
  check: {
    does: "Start the sign-in from the sidebar's button and watch whether the identity provider is asked.",
    control: "In a session without any sign-in the ping gives the same 403.",
  },
  action: ["Use the button of the sidebar at the left edge.", "Tell the application's owner about the menu entry."],
  evidence: ["the request that got 403, with its path"],
  log: "the application's own log, and the browser's network view",
  confidence: "medium",
  excludes: [],
  deadEnds: ["Changing cookies, SameSite or the realm: the identity provider was not asked."],
  matches: [
    "403 Forbidden: invalid csrf token",
    "org.example.InvalidCsrfTokenException: Ungültiges Token",
    "ForbiddenError: invalid csrf token code=EBADCSRFTOKEN",
  ],
  lookAlikes: [
    ["value", "GET /tcsso/weblogin/start?csrf_form=abc 200"],
    ["reason", "403 Forbidden: no license"],
    ["success", "CSRF token accepted, session renewed"],
    ["quote", "feat(auth): show a help page for invalid csrf token"],
  ],
};
