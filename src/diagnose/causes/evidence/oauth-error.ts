/** An error that an identity provider sends to a client: in the address of the callback, in the answer of its token endpoint, or as a client prints it. */
export interface OauthError {
  readonly error: string;
  /** The explanation of the identity provider, which it does not translate; "" if there is none. */
  readonly description: string;
}

/** A condition on such an error; every field that is set must match. */
export interface OauthSign {
  readonly errors: readonly string[];
  readonly description?: RegExp;
}

const NAMES =
  "invalid_request|invalid_client|unauthorized_client|invalid_grant|invalid_scope|access_denied|invalid_redirect_uri|unsupported_response_type";
/** The name of an error in its field: in a query, in JSON, in an object that a program prints. */
const FIELD = new RegExp(`(?<![\\w-])error\\\\?["']?\\s?[=:]\\s?\\\\?["']?(${NAMES})\\b`);
/** The name of an error as clients print it: OPError: NAME (description), [NAME] description, (NAME) description, "NAME" "description". */
const PRINTED = new RegExp(
  `(?:\\b(?:OPError|ResponseBodyError|AuthorizationResponseError|[A-Z]\\w{1,20}ErrorResponse|OAuth2?\\w{0,40}(?:Error|Exception)|oauth2|Invalid\\w{1,20}Error)[^\\n]{0,20}[: ]\\s?["'(\\[]?|^\\s{0,4}[[(])(${NAMES})\\b["')\\]]{0,2}[:,]?\\s{0,2}([^\\n]{0,200})`,
  "m",
);
const DESCRIPTION = /\berror_description\\?["']?\s?([=:])\s?(\\?["'])?([^"'\n\\]{1,300})/;

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
  return sign === "=" && quote === undefined ? decoded(value.split(/[&\s]/, 1)[0] ?? "") : value;
}

/** An event of the identity provider, which has fields of its own. */
const EVENT = /\btype\\?["']?\s?[=:]\s?\\?["']?[A-Z][A-Z_]{2,40}_ERROR\b/;

/** Returns the error of an identity provider that a record names. Returns null if it names none. */
export function oauthErrorIn(text: string): OauthError | null {
  if (EVENT.test(text)) return null;
  const field = FIELD.exec(text)?.[1];
  if (field !== undefined) return { error: field, description: descriptionIn(text) };
  const [, error, rest = ""] = PRINTED.exec(text) ?? [];
  return error === undefined ? null : { error, description: descriptionIn(text) || rest };
}

export const oauthMatches = ({ errors, description }: OauthSign, found: OauthError | null): boolean =>
  found !== null && errors.includes(found.error) && (description === undefined || description.test(found.description));
