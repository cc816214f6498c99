import { startOf } from "../../kernel/index.ts";
import type { Fact } from "./fact.ts";
import type { SignInFacts } from "./facts.ts";

/** One field of the sign-in panel in the vendor's deployment tool. */
interface Field {
  readonly id: string;
  readonly label: string;
  /** The value to type into the field: a text that is the same at every site, or a function that returns it from the facts. */
  readonly value: string | ((facts: SignInFacts) => Fact | null);
  /** The consequence of typing another value, in words. */
  readonly otherwise: string;
  /** Origin of the field's value, or advice about the field. */
  readonly note: string;
  /** Id of another field, which must be changed before the panel shows this field. */
  readonly shownAfter?: PanelFieldId;
}

type PanelFieldId = "federationType";

/** A field of the sign-in panel with the value to type into it (`fact`). */
export interface PanelField extends Omit<Field, "value"> {
  readonly fact: Fact;
}

const AFTER_OIDC = "shown only after Federation Type has been changed to OIDC";
const SHOWN_AFTER = { shownAfter: "federationType" } as const;
const ENDPOINT = {
  otherwise: "a blank endpoint leaves the login service unable to find the realm",
  note: "from the pinned discovery document",
};

/** The fields of the sign-in panel, in its order (docs/sso.md). */
const FIELDS: readonly Field[] = [
  {
    id: "install",
    label: "Use the deployment tool to install the SSC",
    value: "true",
    otherwise:
      "unticked, the deployment still reports success, but every sso.tcSSO* property is written empty and nothing is installed",
    note: "the tick box decides everything else on this panel",
  },
  {
    id: "federationType",
    label: "Federation Type",
    value: "OIDC",
    otherwise: "with none, the fields Federation URL, Federation Reply URL and Federation Logout URL are not shown",
    note: "its default is none",
  },
  {
    id: "federationUrl",
    label: "Federation URL",
    value: (facts) => facts.federationUrl,
    otherwise: "with the realm's path in it, addresses are put together with the path twice",
    note: `${AFTER_OIDC}; the identity provider's address without the realm`,
    ...SHOWN_AFTER,
  },
  {
    id: "federationReplyUrl",
    label: "Federation Reply URL",
    value: (facts) => facts.replyUrl,
    otherwise:
      "left empty, the identity provider answers 'Invalid parameter: redirect_uri' with an empty redirect_uri in the query",
    note: `${AFTER_OIDC}; the tool does not derive it`,
    ...SHOWN_AFTER,
  },
  {
    id: "federationLogoutUrl",
    label: "Federation Logout URL",
    value: (facts) => facts.endpoints.endSession,
    otherwise: "signing out leaves the session at the identity provider",
    note: `${AFTER_OIDC}; the end_session_endpoint of the discovery document`,
    ...SHOWN_AFTER,
  },
  {
    id: "oidcAuthorizationEndpoint",
    label: "OIDC Authorization Endpoint",
    value: (facts) => facts.endpoints.authorization,
    ...ENDPOINT,
  },
  { id: "oidcTokenEndpoint", label: "OIDC Authorization token Endpoint", value: (facts) => facts.endpoints.token, ...ENDPOINT },
  { id: "oidcJwksEndpoint", label: "OIDC Authorization jwks Endpoint", value: (facts) => facts.endpoints.jwks, ...ENDPOINT },
  {
    id: "oidcClaimUserId",
    label: "OIDC Authorization Claim User ID",
    value: (facts) => facts.useridClaim,
    otherwise:
      "left empty, every request ends in 'No value found for required String property: tcsso.oidc.userid_claim', and the browser lands on weblogin/null?csrf_form=...",
    note: "required, although the panel does not mark it",
  },
  {
    id: "oidcUserId",
    label: "OIDC Authorization User ID",
    value: (facts) => facts.userIdField,
    otherwise:
      "relied on without mappers for uid and userId in the realm, it stays empty: the identity provider emits no such claim",
    note: "another field than the claim above",
  },
  {
    id: "ldapUsernameAttribute",
    label: "LDAP_USERNAME_ATTRIBUTE (registry table)",
    value: "uid",
    otherwise:
      "it is the attribute that a directory is asked for when ids are aliased, not the claim of OIDC: changed, it breaks aliasing and repairs nothing",
    note: "left at its default",
  },
];

/**
 * Returns the sign-in panel's fields with the values to type; null if one is unknown: people fill in the panel completely or not at all.
 */
export function panelFields(facts: SignInFacts): readonly PanelField[] | null {
  const fields: PanelField[] = [];
  for (const { value, ...field } of FIELDS) {
    const fact: Fact | null =
      typeof value === "string" ? { value, place: startOf(facts.signIn.path), pointer: null, stated: false } : value(facts);
    if (!fact) return null;
    fields.push({ ...field, fact });
  }
  return fields;
}

/** One value that people type into the vendor's deployment tool: a field of the sign-in panel, or a cell of the application registry. */
export interface TypedValue {
  readonly id: string;
  readonly label: string;
  readonly fact: Fact;
  /** The reason why the panel does not show the field at first, with the field to change before; null if it always shows it. */
  readonly shownAfter: string | null;
}

const cell = (row: number, column: string, fact: Fact): TypedValue => ({
  id: `registry.${row}.${column}`,
  label: `Application Registry row ${row}: ${column}`,
  fact,
  shownAfter: null,
});

/**
 * Returns every value to type, in the deployment tool's order: the sign-in panel's fields, then the rows of the application registry; null
 * if the value of a panel field is unknown.
 */
export function typedValues(facts: SignInFacts): readonly TypedValue[] | null {
  const fields = panelFields(facts);
  if (!fields) return null;
  return [
    ...fields.map(({ id, label, fact, shownAfter }) => ({ id, label, fact, shownAfter: shownAfter ? AFTER_OIDC : null })),
    ...facts.registry.flatMap(({ row, application, rootUrl, redirectUrl }) => [
      cell(row, "application", application),
      cell(row, "APPLICATIONROOTURL", rootUrl),
      cell(row, "REDIRECTURL", redirectUrl),
    ]),
  ];
}
