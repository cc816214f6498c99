import { type Cause, IDP_LOG } from "../cause.ts";
import { adFsSign, entraSigns } from "../evidence/sign-in-service.ts";

export const cause: Cause = {
  id: "idp/client-refused",
  title: "the realm does not know the client, or has it switched off",
  signs: [
    { event: { errors: ["client_not_found", "client_disabled", "realm_disabled", "not_allowed"] } },
    { event: { errors: ["unauthorized_client"], reason: /^Client not (?:enabled|allowed)/ } },
    {
      oauth: {
        errors: ["unauthorized_client", "invalid_client"],
        description: /^Client (?:is )?(?:not (?:found|allowed|enabled)|disabled)|not allowed to initiate/i,
      },
    },
    ...entraSigns([700016, 7000112, 700011, 70001]),
    // an exception in the server log of PingFederate, as its documentation of OAuth requests shows it
    {
      types: ["AuthorizationRequestException"],
      like: /Unknown or invalid client_id/,
      near: [/\borg\.sourceid\./],
      confidence: "medium",
    },
    adFsSign(/no registered client (?:was|is) found with this (?:client )?identifier|\bMSIS(?:9223|9607)\b/i),
    {
      anchors: ["client", "klienta", "\ud074\ub77c\uc774\uc5b8\ud2b8"],
      like: /\bClient (?:not found|disabled|is not allowed to initiate)|Client (?:wurde )?nicht gefunden|Client (?:ist )?deaktiviert|Client(?:e|t)? (?:non trovato|no encontrado|n\u00e3o encontrado|niet gevonden)|Nie znaleziono klienta|\ud074\ub77c\uc774\uc5b8\ud2b8\ub97c \ucc3e\uc744 \uc218 \uc5c6|Client (?:introuvable|non trouv\u00e9|d\u00e9sactiv\u00e9)|\u30af\u30e9\u30a4\u30a2\u30f3\u30c8\u304c\u898b\u3064\u304b\u308a|(?:\u627e\u4e0d\u5230|\u672a\u627e\u5230)\u5ba2\u6237\u7aef|\u5ba2\u6237\u7aef\u672a\u627e\u5230/i,
      near: [/openid-connect|keycloak|[?&]client_id=|\/realms\//i],
      confidence: "medium",
    },
  ],
  symptoms: [
    { says: "the client is unknown to the identity provider", words: "client unknown|found|disabl idp|identity|realm|keycloak" },
  ],
  states: "that the client was not found, or is not allowed",
  cause: "The client id that was sent is not in this realm, is written in another case, is disabled, or its flow is off.",
  why: "The identity provider looks the client up before anything else, and its event names the client id that was sent.",
  check: {
    does: "Look for the client id of the event in the realm, letter by letter.",
    control: "The admin console's own client must be found by the same search.",
  },
  action: [
    "Correct tcsso.oidc.client_id, or create the client (`tierwright idp apply FILE`).",
    "Enable the client and its standard flow.",
  ],
  evidence: ["the event with its time, client and user"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Changing the secret: the client was not even found."],
  matches: [
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="client_not_found"',
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="client_disabled"',
  ],
  lookAlikes: [
    [
      "success",
      'type="LOGIN", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", auth_method="openid-connect", username="anna"',
    ],
    [
      "reason",
      'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_redirect_uri", redirect_uri="https://plm.example.com/cb"',
    ],
    ["words", "http client_not_found handler registered"],
  ],
};
