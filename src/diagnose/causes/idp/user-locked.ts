import { type Cause, IDP_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "idp/user-locked",
  title: "the user is disabled, locked, or has an action to complete at the identity provider",
  signs: [
    { event: { errors: ["user_disabled", "user_temporarily_disabled"] } },
    {
      oauth: {
        errors: ["invalid_grant"],
        description: /^(?:Account|User)(?: account)? (?:is |has been )?(?:temporarily |permanently )?(?:disabled|locked)/i,
      },
    },
    {
      oauth: { errors: ["invalid_grant"], description: /^Account (?:is )?not fully set ?up/i },
      confidence: "medium",
    },
    { event: { errors: ["resolve_required_actions"] }, confidence: "medium" },
  ],
  symptoms: [{ says: "the account is locked or disabled at the identity provider", words: "account|user lock|disabl|gesperrt" }],
  states: "that the sign-in failed: the page of a locked user speaks of an invalid user name or password",
  cause:
    "The user is disabled (user_disabled), locked after wrong passwords (user_temporarily_disabled), or has to complete an action before signing in (resolve_required_actions).",
  why: "The answer names the state of the user; the password itself is not what it refuses.",
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
