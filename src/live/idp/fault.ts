import { type Text, listed, name, plain, say, value, words } from "../../kernel/index.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "./json.ts";
import { type IdpAnswer, IdpFault } from "./transport.ts";

/** What the server calls by a key of its translations (docs/identity-provider.md, What the server says). */
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
  return say`${value(key)}${field === null ? [] : say` of ${name(field)}`}${params.length > 0 ? say` (${listed(params)})` : []}${description === null ? [] : say`, ${value(description)}`}${means === undefined ? [] : words(`: ${means}`)}`;
}

/** The server's own words in an error body, of all its shapes: one problem flat, several in `errors`, or an OAuth error; [] where it has none. */
export function errorWords(body: Json | undefined): Text {
  if (!isObject(body)) return [];
  const several = objectsOf(body.errors);
  const all = several.length > 0 ? several : [body];
  const said = all.filter(({ errorMessage, error }) => typeof errorMessage === "string" || typeof error === "string");
  return listed(said.map(problem));
}

/** The document of an answer; undefined: it is none. */
export function jsonOf({ body }: Pick<IdpAnswer, "body">): Json | undefined {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body)) as Json;
  } catch {
    return undefined;
  }
}

/**
 * Reports that something could not be seen or written although it may be there. `role` names the one that the administrator lacks; null where
 * no role would change anything: something else answers in the server's place, or hides its admin API.
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

/** What a server without an admin API answers to every path below /admin. */
const NO_ADMIN_API = "Unable to find matching target resource method";

/** Returns the words of a refusal that the server itself made; null if something before it answered, or it has no admin API at all. */
export function ownWord(answer: IdpAnswer): string | null {
  const document = jsonOf(answer);
  if (!isObject(document)) return null;
  const said = textOf(document.errorMessage) ?? textOf(document.error);
  return said === NO_ADMIN_API ? null : said;
}

/** What kind of answer it is, for one that is not what was asked for. */
export function answerWords(answer: IdpAnswer): string {
  const { status, type, body } = answer;
  const said = errorWords(jsonOf(answer));
  if (said.length > 0) return plain(say`answers ${status}: ${said}`);
  const page = type === "text/html" || body.subarray(0, 60).toString("latin1").trimStart().startsWith("<");
  if (page) return `answers ${status} with a page where data is expected`;
  return `answers ${status} with ${body.length === 0 ? "nothing" : `${body.length} bytes that say nothing of why`}`;
}

/** What to do about a status that the server gives without regard to what was asked. */
export function helpFor(status: number): string | null {
  if (status === 401)
    return "the token was not accepted: look at the server's clock and at the lifetime of access tokens of realm master";
  if (status === 403) return "something before the identity provider forbids it, or the administrator has no right to it";
  if (status === 429)
    return "the server has too much to do, or counts these requests against a limit: run it again later; what is stored is not done twice";
  if (status >= 500) return "look at the identity provider's log";
  return null;
}
