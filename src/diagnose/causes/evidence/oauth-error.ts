/**
 * An OAuth error that an identity provider sent to a client: in the redirect address, in the response of the token endpoint, or as the
 * client prints it.
 */
export interface OauthError {
  readonly error: string;
  /** The identity provider's explanation of the error, never translated; "" if there is none. */
  readonly description: string;
}

/** A condition on an OAuth error of the identity provider; every field that is set must match. */
export interface OauthSign {
  readonly errors: readonly string[];
  readonly description?: RegExp;
}

const NAMES =
  "invalid_request|invalid_client|unauthorized_client|invalid_grant|invalid_scope|access_denied|invalid_redirect_uri|unsupported_response_type";
/** Pattern of the name of an OAuth error in a query, in JSON or in a printed object. */
const FIELD = new RegExp(`(?<![\\w-])(?:error(?:_?code)?|code)\\\\?["']?\\s?[=:]\\s?\\\\?["']?(${NAMES})\\b`);
/**
 * Pattern of an OAuth error as clients print it: OPError: NAME (description), [NAME] description, (NAME) description, "NAME" "description".
 */
const PRINTED = new RegExp(
  `(?:\\b(?:OPError|ResponseBodyError|AuthorizationResponseError|[A-Z]\\w{1,20}ErrorResponse|OAuth2?\\w{0,40}(?:Error|Exception)|oauth2|Invalid\\w{1,20}Error)[^\\n]{0,20}[: ]\\s?["'(\\[]?|^\\s{0,4}[[(])(${NAMES})\\b["')\\]]{0,2}[:,]?\\s{0,2}([^\\n]{0,200})`,
  "m",
);
const DESCRIPTION = /\b(?:error_?)?description\\?["']?\s?([=:])\s?(\\?["'])?([^"'\n\\]{1,300})/;

/** Returns a part of a query as text. Returns it unchanged if it is not encoded correctly. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replace(/\+/g, " "));
  } catch {
    return part;
  }
}

function descriptionIn(text: string): string {
  const [, sign, quote, value = ""] = DESCRIPTION.exec(text) ?? [];
  return sign === "=" && quote === undefined && /[&%+]/.test(value) ? decoded(value.split(/[&\s]/, 1)[0] ?? "") : value;
}

/** Pattern of an event that the identity provider logged; such events are read by idp-event.ts. */
const EVENT = /\btype\\?["']?\s?[=:]\s?\\?["']?[A-Z][A-Z_]{2,40}_ERROR\b/;

/** Returns the identity provider's OAuth error in a text. Returns null if there is none. */
export function oauthErrorIn(text: string): OauthError | null {
  if (EVENT.test(text)) return null;
  const field = FIELD.exec(text)?.[1];
  if (field !== undefined) return { error: field, description: descriptionIn(text) };
  const [, error, rest = ""] = PRINTED.exec(text) ?? [];
  return error === undefined ? null : { error, description: descriptionIn(text) || rest };
}

export const oauthMatches = ({ errors, description }: OauthSign, found: OauthError | null): boolean =>
  found !== null && errors.includes(found.error) && (description === undefined || description.test(found.description));
