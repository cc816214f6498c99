import { type Cause, IDP_LOG } from "../cause.ts";
import { adFsSign, entraSigns } from "../evidence/sign-in-service.ts";
import { OURS } from "../evidence/speaker.ts";
import { CALLBACK, NAMES_REDIRECT } from "../evidence/credentials.ts";

export const cause: Cause = {
  id: "idp/redirect-not-registered",
  title: "the redirect address is not registered at the client",
  signs: [
    { event: { types: ["LOGIN_ERROR"], errors: ["invalid_redirect_uri"], has: "redirect_uri" } },
    { event: { types: ["CODE_TO_TOKEN_ERROR"], errors: ["invalid_redirect_uri"] } },
    { event: { types: ["LOGOUT_ERROR"], errors: ["invalid_redirect_uri"] } },
    {
      oauth: {
        errors: ["invalid_grant", "invalid_request"],
        description:
          /Incorrect redirect_uri|^Redirect URI mismatch|redirect_uri (?:mismatch|does not match)|redirect_uri' parameter must be/i,
      },
    },
    {
      anchors: ["redirect_uri"],
      like: /[?&]redirect_uri=(?!null\b)[^&\s,;"']/i,
      near: [NAMES_REDIRECT],
      field: true,
    },
    { anchors: ["oidc_callback"], like: CALLBACK, near: [NAMES_REDIRECT], field: true, confidence: "medium" },
    ...entraSigns([50011, 500112, 500113, 70004]),
    { types: ["OAuthInvalidRedirectUriException"] },
    // the error page of Okta
    {
      anchors: ["redirect_uri"],
      like: /'redirect_uri' parameter must be a Login redirect URI/i,
      near: [OURS],
      field: true,
      confidence: "medium",
    },
    adFsSign(/\bMSIS(?:9224|9609)\b/),
  ],
  symptoms: [
    {
      says: "the redirect address is not registered",
      words:
        "redirect|callback|reply regist|allowed|match|must not|must|unregist|unknown|refus|invalid|wrong|miss|reject|fail|differ|mismatch",
    },
  ],
  states: "that redirect_uri is an invalid parameter",
  cause:
    "The redirect address that was sent is not one of those registered at the client: its scheme, host, case, port, path or the slash at its end differs.",
  why: "The event, or the address of the page, shows the redirect address as it was sent.",
  check: {
    does: "Compare redirect_uri of the event with the client's redirect addresses, character by character.",
    control: "The registered address must be accepted.",
  },
  action: ["Register the address, or correct the Federation Reply URL.", "For a sign-out compare the post-logout addresses."],
  evidence: ["the event with its time, client and user"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ['Registering "*".'],
  matches: [
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_redirect_uri", redirect_uri="https://plm.example.com:7001/tcsso/weblogin/oidc_callback/"',
    "Invalid parameter: redirect_uri (https://idp.example.com/realms/plm/protocol/openid-connect/auth?client_id=plm&redirect_uri=https%3A%2F%2Fplm.example.com%2Fcb)",
  ],
  lookAlikes: [
    [
      "success",
      'type="LOGIN", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", auth_method="openid-connect", username="anna"',
    ],
    [
      "reason",
      'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_redirect_uri"',
    ],
    ["words", "redirect_uri was accepted"],
  ],
};
