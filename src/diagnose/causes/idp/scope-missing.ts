import { type Cause, IDP_LOG } from "../cause.ts";
import { entraSigns } from "../evidence/sign-in-service.ts";

export const cause: Cause = {
  id: "idp/scope-missing",
  title: "the client requests a scope that the realm does not give it",
  signs: [
    { event: { errors: ["invalid_request"], reason: /^Invalid scopes/ } },
    { event: { errors: ["access_denied"], reason: /scope/ } },
    { oauth: { errors: ["invalid_request", "invalid_scope"], description: /^Invalid scopes/ } },
    { anchors: ["invalid_scope"], like: /\berror["\s]{0,2}[=:]\s?["']?invalid_scope\b/, field: true, confidence: "medium" },
    ...entraSigns([70011]),
  ],
  symptoms: [
    {
      says: "a scope is refused by the identity provider",
      words: "scope refus|invalid|missing|unknown idp|identity|client|keycloak",
    },
  ],
  states: "that scopes are invalid",
  cause: "A scope of the request does not exist in the realm, or is not assigned to the client.",
  why: "The reason lists the scopes that were sent.",
  check: { does: "Compare the scopes of the event with those of the client.", control: "openid alone must be accepted." },
  action: ["Assign the scope to the client (`tierwright idp apply`)."],
  evidence: ["the event with its time, client and user"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Adding a role to the user."],
  matches: [
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_request", reason="Invalid scopes: openid profile email plm-roles", response_type="code"',
    "GET /tcsso/weblogin/oidc_callback?error=invalid_scope&state=x",
  ],
  lookAlikes: [
    [
      "success",
      'type="LOGIN", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", auth_method="openid-connect", username="anna"',
    ],
    [
      "reason",
      'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_request", reason="Missing parameter: response_type"',
    ],
    ["words", "invalid scope of variable x in line 3"],
  ],
};
