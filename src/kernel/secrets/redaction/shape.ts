import { isHarmless, nameKind } from "../names.ts";
import type { Range } from "./range.ts";

/** A secret and its range in a text, recognized by the name before it or by its own form. */
export interface Shape {
  readonly at: Range;
  /** The secret's text, which is then redacted wherever it occurs; "" to redact it only in this range. */
  readonly value: string;
}

/** A function that yields the secrets that a text has in one syntax, such as pairs of a form. */
export type Finder = (text: string) => Generator<Shape>;

/** Yields the range from `from` to `to` as a secret, unless it is empty. */
export function* part(text: string, from: number, to: number): Generator<Shape> {
  if (to > from) yield { at: [from, to], value: text.slice(from, to) };
}

export const endOfMatch = (match: RegExpMatchArray): number => (match.index ?? 0) + match[0].length;

/** The error that is thrown if a search for secrets takes too many steps; the text is then not shown. */
export class TooMuch extends Error {}

const STEPS_PER_UNIT = 8;
const LEAST_STEPS = 1_000_000;

/**
 * A limit for the steps of a search that can visit a range of the text repeatedly; throws TooMuch if the search takes too many steps for
 * the text's length.
 */
export class Work {
  #left: number;

  constructor(text: string) {
    this.#left = LEAST_STEPS + text.length * STEPS_PER_UNIT;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuch();
  }
}

const bare = (name: string): string =>
  name
    .slice(name.lastIndexOf(":") + 1)
    .replace(/[-_.]/g, "")
    .toLowerCase();

/**
 * The strength with which a name indicates a secret. session: the value is secret if it looks like an id; long: the value is secret if it
 * is long.
 */
export type Kind = "password" | "secret" | "session" | "long" | "none";

const OF_SESSION = /^x?session$|(?:sessionstate|sid|auth|sig)$/;

/**
 * Names of secrets that occur only in HTTP traffic: the session of the sign-on product SiteMinder, and the ID token of an OpenID sign-out.
 */
const OWN_NAMES = new Set(["smserversessionspec", "idtokenhint"]);

function ownKind(name: string): Kind {
  if (OWN_NAMES.has(bare(name))) return "secret";
  const kind = nameKind(name, "wire");
  if (kind === "placed") return "long";
  return kind === "long" && OF_SESSION.test(bare(name)) ? "session" : kind;
}

/** The most names whose kind is cached, because few names repeat in every message. */
const MOST_KINDS = 5_000;
const LONGEST_KEPT = 40;
const kinds = new Map<string, Kind>();

/** The length in characters from which V8 makes a substring that keeps its whole source text in memory instead of a copy. */
const SHORTEST_PIECE = 13;
/** Returns a copy of a name, because a substring would keep the whole message body in memory. */
const ownCopy = (name: string): string =>
  name.length < SHORTEST_PIECE ? name : Buffer.from(name, "utf16le").toString("utf16le");

/**
 * Returns how strongly a name in HTTP traffic indicates that its value is a secret: the whole name, or the part after its prefix ("user.").
 */
export function kindOfName(name: string): Kind {
  if (name.length > LONGEST_KEPT) return judgedKind(name);
  const known = kinds.get(name);
  if (known !== undefined) return known;
  const own = ownCopy(name);
  const kind = judgedKind(own);
  if (kinds.size >= MOST_KINDS) kinds.clear();
  kinds.set(own, kind);
  return kind;
}

function judgedKind(name: string): Kind {
  if (name === "" || name.startsWith("xmlns")) return "none";
  const kind = ownKind(name);
  if (kind !== "none") return kind;
  const tail = Math.max(name.lastIndexOf("["), name.lastIndexOf(":"), name.lastIndexOf("."));
  return tail < 0 ? kind : ownKind(name.slice(tail + 1));
}

export function isSecretName(name: string): boolean {
  const kind = kindOfName(name);
  return kind === "password" || kind === "secret";
}

/** Returns whether a name of this kind, such as `state` or `session`, can also be that of an ordinary value. */
export const isUnsure = (kind: Kind): boolean => kind === "long" || kind === "session";

const LONG = 16;
const LONG_ID = 8;
const LONGEST_WORDS = 100;
const LONGEST_LOOK = 1000;
const WORD = /^(?:[a-z]*(?:[A-Z]{1,4}[a-z]{2,})*[A-Z]{0,4}\d{0,2}|\d{1,4})$/;
const CAPITALS = /^[A-Z]{2,}(?:[-_.][A-Z]{2,}){1,10}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Returns whether a value consists of words, or is a date or a path: InternalServerException, tcsso.oidc.userid_claim, Core-2008-06-Session/login.
 */
function isWords(value: string): boolean {
  if (value.length > LONGEST_WORDS) return false;
  return (
    INSTANT.test(value) || CAPITALS.test(value) || (/[a-z]/.test(value) && value.split(/[-._/:]/).every((one) => WORD.test(one)))
  );
}

/**
 * Returns whether one of the words in the first 1000 characters of a value looks like a secret, if the value's name is of the given kind.
 */
const opens = (kind: Kind, value: string): boolean =>
  value
    .slice(0, LONGEST_LOOK)
    .split(/[\s"'<>]/)
    .some((word) => (word.length >= LONG || (kind === "session" && word.length >= LONG_ID && /\d/.test(word))) && !isWords(word));

/** Yields a range of a text as a secret if its text looks like one for a name of the given kind; yields nothing for the kind "none". */
export function* valueOf(kind: Kind, text: string, from: number, to: number): Generator<Shape> {
  if (kind === "none" || to <= from) return;
  const value = text.slice(from, to);
  if (isUnsure(kind) ? !opens(kind, value) : isHarmless(kind === "password" ? kind : "secret", value)) return;
  yield* part(text, from, to);
}

/** Returns whether a value is a secret, given how strongly its name indicates one (`kindOfName`): for a password nearly any text is. */
export const isSecretOfKind = (kind: Kind, value: string): boolean => !valueOf(kind, value, 0, value.length).next().done;

const NAMES_ANOTHER =
  /^(?:name|key|id|property|itemprop|field|k|n|label|header|attribute|param|parameter|type|autocomplete|paramname|headername|fieldname|keyname|propertyname|attributename)$/;
const HOLDS_VALUE =
  /^(?:value|values|val|v|content|text|data|default|defaultvalue|datavalue|paramvalue|stringvalue|string|rows|current)$/;

/** Returns a function that tests names against a pattern and caches its results, because few names repeat in every message. */
function judgedOnce(pattern: RegExp): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    if (name.length > LONGEST_KEPT) return pattern.test(bare(name));
    const is = known.get(name);
    if (is !== undefined) return is;
    const judged = pattern.test(bare(name));
    if (known.size >= MOST_KINDS) known.clear();
    known.set(ownCopy(name), judged);
    return judged;
  };
}

/** Returns whether the value of a field with this name is the name of another field, as that of `name` is in <property name="password">. */
export const isNaming = judgedOnce(NAMES_ANOTHER);

/** Returns whether a field with this name holds the value for a name beside it, as `value` does in name="password" value="...". */
export const isValue = judgedOnce(HOLDS_VALUE);

/** Names of structures with secrets beside ordinary fields: <UsernameToken> has a user, a date and a password. */
const STRUCTURE = /(?:token|tokens|credential|credentials|creds|cred)$/;
const ORDINARY =
  /^(?:user|username|userid|usersid|userlabel|login|loginname|account|principal|name|firstname|lastname|displayname|email|group|groups|role|roles|locale|language|type|tokentype|requesttype|keytype|keysize|appliesto|address|audience|id|realm|domain|tenant|clientid|discriminator|sessiondiscriminator|temporary|created|createddate|createdat|expires|expiresin|expiresat|issuedat|lifetime|timestamp|device|version|status|state|enabled|description|scope|scopes|priority)$/;

export const isStructure = (name: string): boolean => STRUCTURE.test(bare(name));

/** Returns whether a field of a structure with secrets is not redacted, such as the date of a <UsernameToken>. */
export const isOrdinary = (name: string): boolean => ORDINARY.test(bare(name));
