import { meaningOfCode } from "../../../live/index.ts";
import type { Cause } from "../cause.ts";
import { NAMES_PASSWORD, NO_SSO } from "../evidence/credentials.ts";

export const cause: Cause = {
  id: "tier/stale-pool-manager",
  title:
    "the tier's server refuses the account: after a clean single sign-on its pool manager can be older than its configuration",
  signs: [
    { code: 515143, after: ({ ticket }) => ticket },
    { code: 515143, after: ({ ticket, password }) => !ticket && !password, not: NAMES_PASSWORD, confidence: "medium" },
    {
      all: ["515143"],
      like: /\bSSO\b|single sign|authentification unique|inicio de sesi\u00f3n \u00fanico|\u30b7\u30f3\u30b0\u30eb\u30b5\u30a4\u30f3\u30aa\u30f3|\u5355\u70b9\u767b\u5f55|Invalid account|sss_users|ITK_init|Valeurs? (?:de |du )compte|Kontowerte|valores de (?:la )?cuenta|valori dell.account|valores da conta|accountwaarden|\u30a2\u30ab\u30a6\u30f3\u30c8\u5024|[\u5e10\u8d26]\u6237\u503c/i,
      after: ({ password, ticket }) => ticket || !password,
      not: NO_SSO,
      confidence: "medium",
    },
    {
      all: ["sss_users.cxx"],
      like: /ITK_init_module_login/,
      after: ({ password, ticket }) => ticket || !password,
      confidence: "medium",
    },
  ],
  symptoms: [
    {
      says: "account values are invalid although single sign-on went through",
      words: "invalid|refus|reject account|ticket|user sso|single|ssc",
      not: NO_SSO,
    },
  ],
  states: "that account values are invalid, as if user or password were wrong",
  cause: `By its code (515143) ${meaningOfCode(515143)}.`,
  why: "A pool manager that started before the last change of the configuration hands out server processes that do not know it. After a clean single sign-on this was the cause in the case that was observed; after a sign-in with a password, the user or the password is wrong (tier/wrong-password).",
  check: {
    does: "Sign in as the same user with user name and password: success shows that only single sign-on is broken.",
    control: "The same sign-in with a wrong password must be refused; if it is not, the check proves nothing.",
  },
  action: [
    "Read the deployed configuration on disk: it must be the one that you meant to deploy. Note when it was changed last.",
    "Restart the pool manager's service at an agreed time, and only if it started before the last change of the configuration.",
    "Confirm that the start time of its process has changed: a service that says it was restarted may have kept its process.",
    "Sign in again through the SSC.",
    "If the message comes again, read the native server's syslog, found by session or request id.",
  ],
  evidence: [
    "session and request id of the refused sign-in",
    "start time of the pool manager's process",
    "time of the last change of the configuration",
  ],
  log: "the native server's syslog, matched by session or request id",
  confidence: "high",
  excludes: [],
  deadEnds: ["Changing the password or the user's account.", "Looking for the mistake in the SSC: its login was clean."],
  matches: [
    "515143 'Invalid account values' (sss_users.cxx, ITK_init_module_login)",
    '<InvalidCredentialsException><messages code="515143" level="3">Ungültige Kontowerte</messages></InvalidCredentialsException>',
    "error 515143 in ITK_init_module_login",
    "loginSSO with the ticket of the SSC login failed: error 515143",
  ],
  lookAlikes: [
    ["words", "read 515143 bytes"],
    ["value", '<InvalidCredentialsException><messages code="515144">Other</messages></InvalidCredentialsException>'],
    ["reason", "POST Core-2008-06-Session/login: password sign-in of anna failed, error 515143"],
  ],
};
