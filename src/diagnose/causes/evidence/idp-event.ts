/** An event that the identity provider logged, such as a sign-in, a token or a logout, and its error. */
export interface IdpEvent {
  readonly type: string;
  readonly error: string | null;
  readonly reason: string;
  readonly details: ReadonlyMap<string, string>;
}

/** A condition on an event of the identity provider; every field that is set must match. */
export interface EventSign {
  readonly types?: readonly string[];
  /** Errors of which the event must have one; empty if the event may have any error or none. */
  readonly errors: readonly string[];
  readonly reason?: RegExp;
  /** Names of details: `has` must have a value, `lacks` must have none. The identity provider does not log details without a value. */
  readonly has?: string;
  readonly lacks?: string;
}

/** Pattern of the separator of an event's fields; a comma within a value is not followed by a name. */
const SEPARATOR = /, ?(?=[A-Za-z_]{2,40}=)/;
/** Pattern of the separator of an event's fields if a log collector removed the commas. */
const BLANK = / (?=[A-Za-z_]{2,40}=)/;
const EVENT = /\btype="?([A-Z][A-Z_]{2,60})"?(?:,| (?=[A-Za-z]{2,20}=))/;
/** Pattern of a line end between the fields of an event, as a mail wraps it. */
const WRAPPED = /, ?\n\s{0,8}(?=[A-Za-z_]{2,40}=")/g;
const MOST_EVENT = 16_000;

const valueOf = (written: string): string =>
  /^"(.{0,16000})"\s{0,8}$/s.exec(written)?.[1]?.replace(/\\(.)/g, "$1") ?? written.trim();
const isNone = (value: string): boolean => value === "" || value === "null";

function eventInText(text: string): IdpEvent | null {
  const start = EVENT.exec(text)?.index ?? -1;
  if (start < 0 || !/\b(?:realm(?:Id|Name)|clientId)=/.test(text)) return null;
  const [line = ""] = text
    .slice(start, start + MOST_EVENT)
    .replace(WRAPPED, ", ")
    .split("\n", 1);
  const pairs = line
    .split(/^type=[^ ]{1,64},/.test(line) ? SEPARATOR : BLANK)
    .map((pair) => [pair.slice(0, pair.indexOf("=")), valueOf(pair.slice(pair.indexOf("=") + 1))] as const);
  const details = new Map(pairs);
  return eventOf(details);
}

const eventOf = (details: ReadonlyMap<string, string>): IdpEvent => ({
  type: details.get("type") ?? "",
  error: details.get("error") ?? null,
  reason: details.get("reason") ?? "",
  details,
});

/** Returns an event of the identity provider in the JSON form of its admin console and listeners, with the details in an inner object. */
function eventInJson(text: string): IdpEvent | null {
  const start = text.indexOf("{");
  if (start < 0 || !/"type"\s?:\s?"[A-Z_]{3,60}"/.test(text) || !/"(?:realm(?:Id|Name)|clientId)"/.test(text)) return null;
  try {
    const { details = {}, ...fields } = JSON.parse(text.slice(start, text.lastIndexOf("}") + 1));
    const pairs = Object.entries({ ...fields, ...(details ?? {}) }).filter(([, value]) => value !== null && value !== undefined);
    return eventOf(new Map(pairs.map(([name, value]) => [name, String(value)])));
  } catch {
    return null;
  }
}

/** Pattern of a row of a table of events. Group 1: type, group 2: the other columns with the error. */
const ROW =
  /\b((?:CLIENT_)?LOGIN_ERROR|CODE_TO_TOKEN_ERROR|REFRESH_TOKEN_ERROR)(?:\s{2,40}|\s?[|;\t]\s?)([^\n]{0,300}\berror="[^\n]{1,300})/;
const FIELD = /\b([a-z_]{3,30})="([^"\n]{1,200})"/gi;

/** Returns an event in a row of a table, in which a person or the admin console put the type into a column of its own. */
function eventInRow(text: string): IdpEvent | null {
  const [, type, fields] = ROW.exec(text) ?? [];
  if (type === undefined || fields === undefined) return null;
  return eventOf(
    new Map([["type", type], ...[...fields.matchAll(FIELD)].map(([, name = "", value = ""]) => [name, value] as const)]),
  );
}

/** Returns the identity provider's event in a log record, or null if there is none. */
export const eventIn = (text: string): IdpEvent | null =>
  eventInText(text) ?? eventInJson(text.slice(0, MOST_EVENT)) ?? eventInRow(text.slice(0, MOST_EVENT));

export function eventMatches(sign: EventSign, event: IdpEvent | null): boolean {
  if (!event || (sign.errors.length > 0 && !sign.errors.includes(event.error ?? ""))) return false;
  if (sign.types && !sign.types.includes(event.type)) return false;
  if (sign.reason && !sign.reason.test(event.reason)) return false;
  const lacks = (name: string) => isNone(event.details.get(name) ?? "");
  return !(sign.has !== undefined && lacks(sign.has)) && !(sign.lacks !== undefined && !lacks(sign.lacks));
}

/** Returns the id and the name of the user of an event. Returns an empty list if a record reports no event. */
export const usersIn = (text: string): readonly string[] => {
  const details = eventIn(text)?.details;
  return ["userId", "username"].map((name) => details?.get(name) ?? "").filter((user) => !isNone(user));
};
