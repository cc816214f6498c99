import { NAMES_PASSWORD, NO_SSO } from "../evidence/credentials.ts";
import { type Cause, CONNECTOR_LOG } from "../cause.ts";

/** Pattern of the tier's message about a failed sign-in, which names a user id; pages of an identity provider do not. */
const ATTEMPT =
  /(?:login attempt (?:has )?failed|tentative de connexion a \u00e9chou\u00e9|Anmeldeversuch ist (?:fehlgeschlagen|gescheitert)|tentativo di (?:accesso|login|connessione) (?:\u00e8 )?(?:non riuscito|fallito)|intento de (?:inicio de sesi\u00f3n|conexi\u00f3n) (?:ha )?(?:fallado|fall\u00f3)) ?: ?[^\n]{0,30}(?:user ?ID|ID utilisateur|identifiant|Benutzer-?ID|Benutzerkennung|ID utente|ID de usuario)[^\n]{0,30}(?:password|mot de passe|Kennwort|Passwort|contrase\u00f1a)/i;

export const cause: Cause = {
  id: "tier/wrong-password",
  title: "the user name or the password is wrong",
  signs: [
    { code: 515143, after: ({ ticket, password }) => password && !ticket },
    { code: 515143, after: ({ ticket }) => !ticket, like: NAMES_PASSWORD, confidence: "medium" },
    {
      all: ["515143"],
      like: NAMES_PASSWORD,
      near: [NO_SSO],
      after: ({ ticket }) => !ticket,
      field: true,
      confidence: "medium",
    },
    { code: 515143, after: ({ ticket }) => !ticket, confidence: "low" },
    {
      types: ["InvalidUserException", "InvalidCredentialsException"],
      like: NAMES_PASSWORD,
      after: ({ ticket }) => !ticket,
      not: /\bldap|\bjndi\b|springframework|shiro|\bsql\b|kerberos|data 52e/i,
      confidence: "medium",
    },
    {
      types: ["InvalidUserException", "InvalidCredentialsException"],
      like: /\bcode["'=>: ]{1,4}(?!515143|1000|1003|1007)\d{3,6}/,
      confidence: "medium",
    },
    {
      anchors: ["login attempt", "tentative de connexion", "Anmeldeversuch", "tentativo di", "intento de"],
      like: ATTEMPT,
      after: ({ ticket }) => !ticket,
      confidence: "medium",
    },
  ],
  symptoms: [
    { says: "my user name or password is not accepted by the tier", words: "user|name password|credential accept|wrong|invalid" },
  ],
  states: "that account values are invalid",
  cause: "The tier does not accept this user name with this password. The text shows no ticket of single sign-on.",
  why: "The tier refuses the account. After a clean single sign-on the account comes from a ticket (tier/stale-pool-manager); without one, somebody typed the user name and the password.",
  check: {
    does: "Sign in to the web client with the same user and password.",
    control: "An invented password must be refused in the same way.",
  },
  action: ["Check the case of the user id, and the keyboard layout.", "Let an administrator set the password.", "Sign in again."],
  evidence: ["the user id, never the password"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Restarting the pool manager: it refuses nothing here."],
  matches: [
    "POST Core-2008-06-Session/login: password sign-in of anna failed, error 515143",
    '<InvalidCredentialsException><messages code="515144" level="3">x</messages></InvalidCredentialsException>',
  ],
  lookAlikes: [
    ["words", "read 515143 bytes"],
    ["reason", "loginSSO with the ticket of the SSC login failed: error 515143"],
    ["success", "INFO password login of anna succeeded"],
  ],
};
