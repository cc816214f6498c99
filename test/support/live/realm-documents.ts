import { answer, type Json, type RealmAnswer, refused } from "./realm-call.ts";
import { CLIENT_DEFAULTS, realmDefaults } from "./realm-defaults.ts";
import type { Version } from "./tapes.ts";

/* How the server reads what is sent (realm.ts): broken JSON, unknown fields and wrong types are refused before anything else. */

interface Kind {
  readonly name: string;
  /** Fields whose types are compared with what is sent. */
  readonly like: Json;
  /** Further fields that the server knows. */
  readonly more: string;
}

const REALM: Kind = {
  name: "idm.RealmRepresentation",
  like: realmDefaults(""),
  more:
    "displayName displayNameHtml passwordPolicy refreshTokenMaxReuse accessTokenLifespanForImplicitFlow ssoSessionMaxLifespan ssoSessionIdleTimeoutRememberMe " +
    "ssoSessionMaxLifespanRememberMe offlineSessionIdleTimeout offlineSessionMaxLifespanEnabled offlineSessionMaxLifespan accessCodeLifespan " +
    "accessCodeLifespanUserAction accessCodeLifespanLogin actionTokenGeneratedByAdminLifespan actionTokenGeneratedByUserLifespan oauth2DeviceCodeLifespan " +
    "oauth2DevicePollingInterval permanentLockout maxTemporaryLockouts bruteForceStrategy maxFailureWaitSeconds minimumQuickLoginWaitSeconds " +
    "waitIncrementSeconds quickLoginCheckMilliSeconds maxDeltaTimeSeconds failureFactor maxSecondaryAuthFailures defaultRole requiredCredentials otpPolicyType " +
    "otpPolicyAlgorithm otpPolicyInitialCounter otpPolicyDigits otpPolicyLookAheadWindow otpPolicyPeriod otpSupportedApplications browserSecurityHeaders " +
    "eventsEnabled eventsExpiration enabledEventTypes adminEventsEnabled adminEventsDetailsEnabled supportedLocales defaultLocale registrationFlow " +
    "directGrantFlow resetCredentialsFlow clientAuthenticationFlow dockerAuthenticationFlow firstBrokerLoginFlow userManagedAccessAllowed " +
    "verifiableCredentialsEnabled adminPermissionsEnabled clientProfiles clientPolicies identityProviders identityProviderMappers loginTheme accountTheme " +
    "adminTheme emailTheme clients clientScopes defaultDefaultClientScopes defaultOptionalClientScopes groups defaultGroups roles users components scopeMappings",
};

const CLIENT: Kind = {
  name: "idm.ClientRepresentation",
  like: CLIENT_DEFAULTS,
  more:
    "id clientId name description type rootUrl adminUrl baseUrl secret attributes authorizationServicesEnabled authorizationSettings registrationAccessToken " +
    "defaultRoles registeredNodes protocolMappers clientTemplate defaultClientScopes optionalClientScopes access origin",
};

const KINDS: readonly (readonly [asks: RegExp, kind: Kind])[] = [
  [/^PUT $/, REALM],
  [/^(?:POST clients|PUT clients\/:id)$/, CLIENT],
  [
    /^(?:POST groups|PUT groups\/:id)$/,
    {
      name: "idm.GroupRepresentation",
      like: {},
      more: "id name path description parentId subGroupCount subGroups attributes realmRoles clientRoles access",
    },
  ],
  [
    /^(?:POST users|PUT users\/:id)$/,
    {
      name: "idm.UserRepresentation",
      like: { enabled: true, emailVerified: false, requiredActions: [] },
      more:
        "id username email firstName lastName attributes userProfileMetadata self origin createdTimestamp totp federationLink serviceAccountClientId credentials " +
        "disableableCredentialTypes federatedIdentities realmRoles clientRoles clientConsents notBefore groups access",
    },
  ],
  [
    /protocol-mappers\/models/,
    {
      name: "idm.ProtocolMapperRepresentation",
      like: {},
      more: "id name protocol protocolMapper consentRequired consentText config",
    },
  ],
  [/^PUT users\/profile$/, { name: "userprofile.config.UPConfig", like: {}, more: "attributes groups unmanagedAttributePolicy" }],
];

const ATTRIBUTE: Kind = {
  name: "userprofile.config.UPAttribute",
  like: {},
  more: "name displayName validations annotations required permissions selector group multivalued defaultValue",
};

const POLICIES = ["ENABLED", "ADMIN_VIEW", "ADMIN_EDIT"];

const unreadable = (error: string): RealmAnswer => refused(400, error, "Cannot parse the JSON");

/** A field of the wrong type, as far as the server's own document shows its type; a text that says the same is taken. */
const isWrong = (like: Json, value: Json): boolean =>
  value !== null &&
  ((typeof like === "boolean" && !["true", "false"].includes(String(value))) ||
    (typeof like === "number" && Number.isNaN(Number(value))) ||
    (Array.isArray(like) && !Array.isArray(value)));

function refusalOf({ name, like, more }: Kind, document: Json, text: string, version: Version): RealmAnswer | null {
  const known = new Set([...Object.keys(like), ...more.split(" ")]);
  const unknown = Object.keys(document).find((key) => !known.has(key) && !key.startsWith("webAuthnPolicy"));
  if (unknown !== undefined)
    return refused(
      400,
      version === "26.7.3"
        ? `Invalid json representation for ${name.split(".").at(-1)}. Unrecognized field "${unknown}" at line 1 column ${text.length}.`
        : `Unrecognized field "${unknown}" (class org.keycloak.representations.${name}), not marked as ignorable (${known.size} known properties)`,
    );
  return Object.entries(document).some(([key, value]) => isWrong(like[key], value)) ? unreadable("unknown_error") : null;
}

/** A document as it was sent, or why it is refused. `asks`: method and path below the realm. */
export function documentOf(
  asks: string,
  text: string,
  version: Version,
): { readonly body: Json } | { readonly bad: RealmAnswer } {
  if (text === "") return { body: undefined };
  let body: Json;
  try {
    body = JSON.parse(text);
  } catch {
    return { bad: unreadable(asks === "PUT users/profile" ? "HTTP 400 Bad Request" : "invalid_request") };
  }
  const kind = KINDS.find(([pattern]) => pattern.test(asks))?.[1];
  if (!kind) return { body };
  if (typeof body !== "object" || Array.isArray(body)) return { bad: unreadable("unknown_error") };
  let bad = refusalOf(kind, body, text, version);
  if (asks === "PUT users/profile") {
    for (const one of body.attributes ?? []) bad ??= refusalOf(ATTRIBUTE, one, text, version);
    const policy = body.unmanagedAttributePolicy;
    if (policy && !POLICIES.includes(policy)) bad ??= unreadable("unknown_error");
  }
  return bad ? { bad } : { body };
}

/** The document of a new realm: whatever is wrong with it is said in the same words. */
export function newRealmOf(text: string): { readonly body: Json } | { readonly bad: RealmAnswer } {
  const bad = answer(400, { errorMessage: "unable to read contents from stream" });
  const read = documentOf("PUT ", text, "26.7.3");
  if (!("body" in read) || read.body === undefined) return { bad };
  const configs = Object.values<Json>(read.body.components ?? {}).flatMap((list) => list.map(({ config = {} }: Json) => config));
  return configs.some((config) =>
    Object.values<Json>(config).some((value) => !Array.isArray(value) || value.some((one) => typeof one !== "string")),
  )
    ? { bad }
    : read;
}
