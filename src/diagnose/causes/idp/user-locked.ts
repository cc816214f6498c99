import { type Cause, IDP_LOG } from "../cause.ts";
import { adFsSign, directorySign, entraSigns, oktaSigns } from "../evidence/sign-in-service.ts";

export const cause: Cause = {
  id: "idp/user-locked",
  title: "the user is disabled, locked, or has an action to complete at the identity provider",
  signs: [
    { event: { errors: ["user_disabled", "user_temporarily_disabled"] } },
    { event: { types: ["USER_DISABLED_BY_TEMPORARY_LOCKOUT", "USER_DISABLED_BY_PERMANENT_LOCKOUT"], errors: [] } },
    {
      oauth: {
        errors: ["invalid_grant"],
        description: /^(?:Account|User)(?: account)? (?:is |has been )?(?:temporarily |permanently )?(?:disabled|locked)/i,
      },
    },
    {
      oauth: { errors: ["invalid_grant"], description: /^Account (?:is )?not fully set ?up/i },
      // low confidence: the identity provider sends an equal error for an account that is still being set up
      confidence: "low",
    },
    { event: { errors: ["resolve_required_actions"] }, confidence: "medium" },
    ...entraSigns([50053, 50055, 50057, 50144]),
    ...oktaSigns("LOCKED_OUT"),
    directorySign("532|533|701|773|775"),
    // a refused sign-in in the security log of Windows: the account is locked or disabled in the directory
    {
      anchors: ["0xC0000234", "0xC0000072"],
      like: /\b0xC00000?(?:0234|0072|234|72)\b/i,
      near: [/\b4625\b|\b4771\b|Security-Auditing/],
      field: true,
      confidence: "low",
    },
    adFsSign(
      /account is (?:currently )?(?:locked out|disabled)|password (?:of|for) this account has expired|password must be changed before|Konto,? [^\n]{0,60}(?:gesperrt|deaktiviert)|compte [^\n]{0,60}(?:verrouill\u00e9|d\u00e9sactiv\u00e9)|account [^\n]{0,60}(?:bloccato|disabilitato)|\u30a2\u30ab\u30a6\u30f3\u30c8[^\n]{0,30}\u30ed\u30c3\u30af|\u5e10\u6237[^\n]{0,30}\u9501\u5b9a|\b(?:LogonUser|Win32)\b[^\n]{0,120}\b(?:1331|1909|1330)\b/i,
    ),
  ],
  symptoms: [
    {
      says: "the account is locked or disabled at the identity provider",
      words: "account|user lock|disabl|gesperrt",
      // a report that an account was unlocked; a request to unlock one is a complaint
      not: /\block-?out (?:policy|threshold|duration|setting)|\b(?:was|been|wurde|ist|\u00e9t\u00e9|stat[oa]|foi|sido|is|zosta\u0142[oa]?) (?:unlocked|entsperrt|d\u00e9(?:bloqu|verrouill)\u00e9|sbloccat|desbloquead|gedeblokkeerd|odblokowan)/i,
    },
  ],
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
