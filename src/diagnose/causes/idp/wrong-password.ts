import { type Cause, IDP_LOG } from "../cause.ts";
import { eventIn, usersIn } from "../evidence/idp-event.ts";
import { adFsSign, directorySign, entraSigns, oktaSigns, PAGE_REFUSED } from "../evidence/sign-in-service.ts";

export const cause: Cause = {
  id: "idp/wrong-password",
  title: "the identity provider does not know this user and password",
  signs: [
    { event: { errors: ["invalid_user_credentials", "user_not_found"] } },
    { oauth: { errors: ["invalid_grant"], description: /^Invalid user credentials/i } },
    PAGE_REFUSED,
    // a sign-in log of Microsoft Entra ID that was exported as a table
    {
      all: ["error validating credentials due to invalid username or password"],
      like: /["';,\t]50126["';,\t]/,
      field: true,
      confidence: "medium",
    },
    directorySign("52e|525"),
    ...entraSigns([50126, 50034, 50056, 50064, 51004]),
    ...oktaSigns("INVALID_CREDENTIALS"),
    adFsSign(
      /user ?name or password is incorrect|Benutzername oder (?:das )?Kennwort (?:ist )?(?:falsch|nicht korrekt)|nom d.utilisateur ou (?:le )?mot de passe (?:est )?incorrect|nome utente o (?:la )?password non (?:\u00e8|sono) corrett\w|usuario o la contrase\u00f1a (?:no son correct|son incorrect)\w{1,2}|\u30e6\u30fc\u30b6\u30fc\u540d\u307e\u305f\u306f\u30d1\u30b9\u30ef\u30fc\u30c9\u304c\u6b63\u3057\u304f|\u7528\u6237\u540d\u6216\u5bc6\u7801\u4e0d\u6b63\u786e|\b(?:LogonUser|Win32)\b[^\n]{0,120}\b1326\b|\bMSIS9659\b/i,
    ),
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
    "Reset the password, or create the user (`tierwright idp users ENV`).",
  ],
  evidence: ["the event with its time, client and user"],
  log: IDP_LOG,
  confidence: "high",
  excludes: ["tier/wrong-password"],
  leadsTo: "idp/user-locked",
  over: {
    failed: usersIn,
    succeeded: (text) => (eventIn(text)?.type === "LOGIN" ? usersIn(text) : []),
    anchors: ['"LOGIN"', "type=LOGIN,"],
  },
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
