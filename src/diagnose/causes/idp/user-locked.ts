import { type Cause, IDP_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "idp/user-locked",
  title: "the user is disabled or locked at the identity provider",
  signs: [{ event: { errors: ["user_disabled", "user_temporarily_disabled", "resolve_required_actions"] } }],
  symptoms: [{ says: "the account is locked or disabled at the identity provider", words: "account|user lock|disabl|gesperrt" }],
  states: "that user or password is invalid: the page does not say that the user is locked",
  cause: "The user is disabled, locked after wrong passwords, or has an action to complete first.",
  why: "The event names it; the page shows the words of a wrong password.",
  check: {
    does: "Open the user in the realm: enabled, required actions, state of brute force detection.",
    control: "Another user must sign in with the same client.",
  },
  action: ["Enable or unlock the user, or complete the required action.", "Find out who sent the wrong passwords."],
  evidence: ["the event with its time, client and user"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Resetting the password of a locked user."],
  matches: [
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="user_temporarily_disabled", username="anna"',
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="user_disabled", username="anna"',
  ],
  lookAlikes: [
    [
      "success",
      'type="LOGIN", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", auth_method="openid-connect", username="anna"',
    ],
    [
      "reason",
      'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="client_disabled"',
    ],
    ["words", "user_disabled=false"],
  ],
};
