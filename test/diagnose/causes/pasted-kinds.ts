import type { Positive } from "./records.ts";

/** Reports of one kind each in other layouts, languages and phrasings. */
export const KINDS: readonly Positive[] = [
  ["idp/scope-missing", "WARN OidcUserMapper - Missing claim: preferred_username (scopes granted: openid email)"],
  ["idp/scope-missing", "Le jeton ID arrive sans preferred_username ; Keycloak dit scope=openid"],
  ["idp/scope-missing", "IDトークンに preferred_username がありません (scope: openid)"],
  ["idp/scope-missing", '2026-11-01 08:00:00 ERROR [x] t.c.Oidc - attribute mapping: claim "upn" is missing in ID token'],
  [
    "idp/scope-missing",
    'id_token payload {"exp":1,"iss":"https://sso.example.com/realms/cad","azp":"awc","acr":"1"}\nGET /auth?response_type=code&scope=openid%20email&client_id=awc',
  ],
  ["idp/scope-missing", "The id token that we get from Keycloak has no preferred_username, only sub."],
  [
    "idp/username-too-short",
    "Un utilisateur avec un identifiant de deux caractères n'est pas accepté par Keycloak, il en faut au moins trois.",
  ],
  ["idp/username-too-short", "Keycloak wants at least three characters but the PLM user id is 'ab', two letters only"],
  ["idp/username-too-short", "Kürzel mit 2 Buchstaben lassen sich im Realm nicht anlegen, mindestens 3 Zeichen sagt Keycloak"],
  ["idp/name-stored-wrong", "kcadm get groups -r plm --fields name\n['CAD\\r', 'QA\\r']"],
  ["idp/name-stored-wrong", 'import: POST groups "CAD" -> 201, POST groups "QA" -> 201\nread back groups: ["CAD\\r","QA\\r"]'],
  ["idp/name-stored-wrong", "admin.create_group(...)\nadmin.get_groups() -> ['Motor\\r','Body']"],
];

/** Look-alikes of each kind: configurations, documentation, output of success, other programs. */
export const OTHER_KINDS: readonly string[] = [
  "INFO token for tlang: scope=openid profile email, preferred_username=tlang",
  "claim 'email' is missing in the insurance form",
  "OIDC: claim 'preferred_username' not found, falling back to sub; sign-in ok",
  "tcsso.oidc.userid_claim=preferred_username",
  "The realm now has a mapper; preferred_username is no longer missing in the ID token.",
  "Das Passwort muss in Keycloak mindestens 12 Zeichen haben, drei davon Ziffern; der Benutzer hat nur zwei.",
  "The PLM connector needs two users and three licenses",
  "Keycloak: user 'ab' with two characters was accepted, the minimum is 2 now",
  "linux groups: ['docker\\r', 'wheel\\r']",
  "groups.csv has CRLF line ends, the import strips \\r from each name",
  '{"operation":"verify groups","expected":["CAD"],"found":["CAD"],"createStatus":[201]}',
  "the insurance claim was not found",
];
