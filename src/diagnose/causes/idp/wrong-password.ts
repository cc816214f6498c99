import { type Cause, IDP_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "idp/wrong-password",
  title: "the identity provider does not know this user and password",
  signs: [
    { event: { errors: ["invalid_user_credentials", "user_not_found"] } },
    { oauth: { errors: ["invalid_grant"], description: /^Invalid user credentials/i } },
  ],
  symptoms: [
    {
      says: "the identity provider says invalid user name or password",
      words: "idp|identity|keycloak|realm password|credential wrong|invalid|refus",
    },
  ],
  states: "that a sign-in failed",
  cause: "The user does not exist in this realm, or the password or one-time code is wrong.",
  why: "The answer names the error: user_not_found, or invalid user credentials.",
  check: {
    does: "Look for the user in the realm by the exact name of the event.",
    control: "A user who signs in now must be found by the same search.",
  },
  action: [
    "Compare the user name with the PLM user id, byte for byte.",
    "Reset the password, or create the user (`tierwright idp users`).",
  ],
  evidence: ["the event with its time, client and user"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Changing the client or its redirect addresses: the request was accepted."],
  matches: [
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_user_credentials", username="anna"',
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="user_not_found", username="ana"',
  ],
  lookAlikes: [
    [
      "success",
      'type="LOGIN", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", auth_method="openid-connect", username="anna"',
    ],
    [
      "reason",
      'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="user_disabled", username="anna"',
    ],
    ["words", "user_not_found: 3 rows were skipped"],
  ],
};
