import { type Cause, IDP_LOG } from "../cause.ts";
import { entraSigns } from "../evidence/sign-in-service.ts";

const CLAIM = "(?:preferred_username|upn|unique_name|email|family_name|given_name|groups|roles)";
const NAME = "[\"'\u00ab\u201e`]?\\bpreferred_username\\b[\"'\u00bb\u201d`]?";
const ABSENT =
  "(?:was |is |are )?(?:not (?:found|present|contained|included|in\\b|part)|missing|absent|lacking)|fehl(?:t|en)\\b|nicht (?:enthalten|vorhanden|gefunden)|(?:est )?(?:absente?|manquante?)\\b|manca(?:nte)?\\b|falta\\b|\u304c?(?:\u3042\u308a\u307e\u305b\u3093|\u898b\u3064\u304b\u308a|\u542b\u307e\u308c\u3066\u3044(?:\u307e\u305b\u3093|\u306a\u3044)|\u306a\u3044|\u306a\u304f|\u6b20\u3051)|(?:\uac00 )?(?:\uc5c6|\ub204\ub77d)|\u7f3a[\u5931\u5c11]";
const WITHOUT =
  "does not contain|lacks|has no|without|misses|ohne|sans|enth\u00e4lt kein\\w{0,2}|ne contient pas|non contiene|no contiene|n\u00e3o cont\u00e9m|bevat geen|nie zawiera|\\bsin|\\bsenza|\\bsem|zonder|\\bbez";

/** Patterns of a claim that a token lacks, with the words for "missing" before or after its name. */
const NO_CLAIM = new RegExp(
  [
    `\\bclaim\\w{0,2}\\W{1,4}${CLAIM}\\b["'\u00bb\u201d\`]?[ ,:]{0,3}(?:${ABSENT})`,
    `${NAME} (?:claim |attribute? |\u30af\u30ec\u30fc\u30e0)?(?:${ABSENT})`,
    `(?:\u7f3a\u5c11|\u6ca1\u6709|\u4e0d\u5305\u542b) ?${NAME}`,
    `\\b(?:missing|no|fehlender|absent)\\b (?:the )?(?:required )?claim\\W{1,4}${CLAIM}\\b`,
    `(?:\\b|_)(?:token|jeton)\\b[^\\n.]{0,40}(?:${WITHOUT})[^\\n.]{0,24}${NAME}`,
    `(?:fehlt|manque|missing) (?:im|dans|in) [^\\n.]{0,24}token ${NAME}`,
  ].join("|"),
  "i",
);
/** Pattern of a claim that somebody only sends, maps or describes, so that it is not missing. */
const NOT_SENT =
  /\b(?:optional|falling back|fallback|using sub|mapper (?:was |is )?(?:added|created))\b|userid_claim[ "'=:]{1,4}(?!preferred)|\b(?:interface|type) \w{1,40} =? ?\{/i;

export const cause: Cause = {
  id: "idp/scope-missing",
  title: "a scope is missing: the realm does not give it to the client, or the client does not request it",
  signs: [
    { event: { errors: ["invalid_request"], reason: /^Invalid scopes/ } },
    { event: { errors: ["access_denied"], reason: /scope/ } },
    { oauth: { errors: ["invalid_request", "invalid_scope"], description: /^Invalid scopes/ } },
    { anchors: ["invalid_scope"], like: /\berror["\s]{0,2}[=:]\s?["']?invalid_scope\b/, field: true, confidence: "medium" },
    {
      all: ["missing attribute"],
      like: new RegExp(`\\bMissing attribute '${CLAIM}' in attributes\\b`),
      near: [/oauth2|oidc|openid/i],
      field: true,
      confidence: "medium",
    },
    ...entraSigns([70011, 65005, 650053, 28002, 28003]),
    {
      anchors: ["claim ", "claim: ", "preferred_username"],
      like: NO_CLAIM,
      near: [/\bid[ _-]?token|\bopenid\b|\boidc|userinfo|\bscopes?\b|\bpreferred_username\b/i],
      not: NOT_SENT,
      confidence: "medium",
    },
    // low confidence: a token without the user name is right for clients that do not need the name
    {
      anchors: ["scope=openid"],
      like: /[?&\s"']scope=openid(?:(?:%20|[+ ])(?:email|roles|offline_access)){0,3}(?=[&\s"']|$)/,
      near: [/"iss"\s?:\s?"https?:/, /"(?:typ|azp|nonce|at_hash|acr)"\s?:/],
      not: /"preferred_username"\s?:/,
      field: true,
      confidence: "low",
    },
  ],
  symptoms: [
    {
      says: "preferred_username is missing in the id token",
      words: "preferred missing|absent|without|lack token|scope|claim",
      not: /userid_claim|no longer|nicht mehr|ne manque plus/i,
    },
    {
      says: "a scope is refused by the identity provider",
      words: "scope refus|invalid|missing|unknown idp|identity|client|keycloak",
    },
  ],
  states: "that scopes are invalid, or that a claim is missing in the token",
  cause:
    "A scope of the request does not exist in the realm or is not assigned to the client; or the request lacks the scope that brings a claim, such as profile for preferred_username.",
  why: "The reason lists the scopes that were sent; a claim comes with its scope only.",
  check: { does: "Compare the scopes of the event with those of the client.", control: "openid alone must be accepted." },
  action: [
    "Assign the scope to the client (`tierwright idp apply FILE`).",
    "Request it: tcsso.oidc.scope has to list the scope of each claim that is read.",
  ],
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
