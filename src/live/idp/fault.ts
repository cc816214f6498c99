import { type Text, listTexts, name, plain, say, value, words } from "../../kernel/index.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "./json.ts";
import { type IdpAnswer, IdpFault } from "./transport.ts";

/** Explanations of the identity provider's message keys (docs/identity-provider.md, What the server says). */
const MEANS: Readonly<Record<string, string>> = {
  "error-invalid-length": "the length is out of the bounds of the realm's user profile",
  "error-invalid-length-too-short": "it is shorter than the realm's user profile allows",
  "error-invalid-length-too-long": "it is longer than the realm's user profile allows",
  "error-username-invalid-character": "it holds a character that no username may have",
  "error-user-attribute-required": "the realm's user profile asks for a further attribute",
  invalid_grant: "the server does not accept the user or the password",
  unauthorized_client: "the client may not sign in this way",
};

function problem(one: JsonObject): Text {
  const key = textOf(one.errorMessage) ?? textOf(one.error) ?? "";
  const field = textOf(one.field);
  const params = Array.isArray(one.params) ? (one.params as readonly Json[]).map((param) => name(String(param))) : [];
  const description = textOf(one.error_description);
  const means = MEANS[key];
  return say`${value(key)}${field === null ? [] : say` of ${name(field)}`}${params.length > 0 ? say` (${listTexts(params)})` : []}${description === null ? [] : say`, ${value(description)}`}${means === undefined ? [] : words(`: ${means}`)}`;
}

/**
 * Returns the identity provider's own words from the body of an error answer: one problem, several in `errors`, or an OAuth error. Returns
 * an empty text if the body has none of these.
 */
export function errorWords(body: Json | undefined): Text {
  if (!isObject(body)) return [];
  const several = objectsOf(body.errors);
  const all = several.length > 0 ? several : [body];
  const said = all.filter(({ errorMessage, error }) => typeof errorMessage === "string" || typeof error === "string");
  return listTexts(said.map(problem));
}

/** Parses the body of an answer of the identity provider as JSON. Returns undefined if it is not JSON in UTF-8. */
export function jsonOf({ body }: Pick<IdpAnswer, "body">): Json | undefined {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body)) as Json;
  } catch {
    return undefined;
  }
}

/**
 * Thrown if a resource of the realm could not be read or changed, although it can exist. `role` is the role that the administrator lacks;
 * null if no role would help, because another server answers or a proxy hides the admin API.
 */
export class NoAccess extends IdpFault {
  constructor(
    status: number,
    says: string,
    help: string | null,
    readonly role: string | null = null,
  ) {
    super(status, says, help);
  }
}

/** The error text with which an identity provider without an admin API answers for every path below /admin. */
const NO_ADMIN_API = "Unable to find matching target resource method";

/**
 * Returns the identity provider's own words for an error; null if a program in front of it, such as a proxy, answered, or if it has no
 * admin API.
 */
export function ownWord(answer: IdpAnswer): string | null {
  const document = jsonOf(answer);
  if (!isObject(document)) return null;
  const said = textOf(document.errorMessage) ?? textOf(document.error);
  return said === NO_ADMIN_API ? null : said;
}

/** Describes an unexpected answer: by the identity provider's own words, or by the HTTP status with the kind or size of the body. */
export function answerWords(answer: IdpAnswer): string {
  const { status, type, body } = answer;
  const said = errorWords(jsonOf(answer));
  if (said.length > 0) return plain(say`answers ${status}: ${said}`);
  const page = type === "text/html" || body.subarray(0, 60).toString("latin1").trimStart().startsWith("<");
  if (page) return `answers ${status} with a page where data is expected`;
  return `answers ${status} with ${body.length === 0 ? "nothing" : `${body.length} bytes that say nothing of why`}`;
}

/** Returns the help line for an HTTP status of the identity provider, whatever the request was; null for a status that needs none. */
export function helpFor(status: number): string | null {
  if (status === 401)
    return "the token was not accepted: look at the server's clock and at the lifetime of access tokens of realm master";
  if (status === 403) return "something before the identity provider forbids it, or the administrator has no right to it";
  if (status === 429)
    return "the server has too much to do, or counts these requests against a limit: run it again later; what is stored is not done twice";
  if (status >= 500) return "look at the identity provider's log";
  return null;
}
