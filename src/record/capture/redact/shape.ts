import { isHarmless, nameKind } from "../../../kernel/index.ts";

/** Where something stands that is not shown: from, and up to. */
export type Range = readonly [from: number, to: number];

/** A secret where it stands in a text, by the name that stands before it or by its own shape. */
export interface Shape {
  readonly at: Range;
  /** What is to be found again elsewhere. */
  readonly value: string;
}

/** The part between `from` and `to`, where anything stands there. */
export function* part(text: string, from: number, to: number): Generator<Shape> {
  if (to > from) yield { at: [from, to], value: text.slice(from, to) };
}

export const ends = (match: RegExpMatchArray): number => (match.index ?? 0) + match[0].length;

/** More than this is not looked through: what it belongs to is withheld. */
export class TooMuch extends Error {}

const STEPS_PER_UNIT = 8;
const LEAST_STEPS = 1_000_000;

/** Counts steps of a search whose parts may be passed over more than once, and ends it where they are too many for the text. */
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

/** How much a name says of its value. session: a secret where the value looks like an id; long: where it is a long one. */
export type Kind = "password" | "secret" | "session" | "long" | "none";

const OF_SESSION = /^x?session$|(?:sessionstate|sid|auth|sig)$/;

/** Names of whole fields that only the wire has: SiteMinder's session, and the ID token with which somebody signs out. */
const OWN_NAMES = new Set(["smserversessionspec", "idtokenhint"]);

function ownKind(name: string): Kind {
  if (OWN_NAMES.has(bare(name))) return "secret";
  const kind = nameKind(name, "wire");
  if (kind === "placed") return "long";
  return kind === "long" && OF_SESSION.test(bare(name)) ? "session" : kind;
}

/** The same few names stand in every message, and are judged again and again. */
const MOST_KINDS = 5_000;
const LONGEST_KEPT = 40;
const kinds = new Map<string, Kind>();

/** A shorter piece of a text is a string of its own. */
const SHORTEST_PIECE = 13;
/** A piece of a body would keep the whole of it in memory. */
const ownCopy = (name: string): string =>
  name.length < SHORTEST_PIECE ? name : Buffer.from(name, "utf16le").toString("utf16le");

/** Returns how much a name of the wire says of its value: the whole of it, or what stands after a prefix. */
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

/** A name such as `state` or `session`, which is often that of an ordinary field. */
export const isUnsure = (kind: Kind): boolean => kind === "long" || kind === "session";

const LONG = 16;
const LONG_ID = 8;
const LONGEST_WORDS = 100;
const LONGEST_LOOK = 1000;
const WORD = /^(?:[a-z]*(?:[A-Z]{1,4}[a-z]{2,})*[A-Z]{0,4}\d{0,2}|\d{1,4})$/;
const CAPITALS = /^[A-Z]{2,}(?:[-_.][A-Z]{2,}){1,10}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Words, a date or a path: InternalServerException, tcsso.oidc.userid_claim, Core-2008-06-Session/login. */
function isWords(value: string): boolean {
  if (value.length > LONGEST_WORDS) return false;
  return (
    INSTANT.test(value) || CAPITALS.test(value) || (/[a-z]/.test(value) && value.split(/[-._/:]/).every((one) => WORD.test(one)))
  );
}

/** Returns whether one of the first words of a value looks as if it opened something. */
const opens = (kind: Kind, value: string): boolean =>
  value
    .slice(0, LONGEST_LOOK)
    .split(/[\s"'<>]/)
    .some((word) => (word.length >= LONG || (kind === "session" && word.length >= LONG_ID && /\d/.test(word))) && !isWords(word));

/** Yields a value that stands by a name. */
export function* valueOf(kind: Kind, text: string, from: number, to: number): Generator<Shape> {
  if (kind === "none" || to <= from) return;
  const value = text.slice(from, to);
  if (isUnsure(kind) ? !opens(kind, value) : isHarmless(kind === "password" ? kind : "secret", value)) return;
  yield* part(text, from, to);
}

const NAMES_ANOTHER =
  /^(?:name|key|id|property|itemprop|field|k|n|label|header|attribute|param|parameter|type|autocomplete|paramname|headername|fieldname|keyname|propertyname|attributename)$/;
const HOLDS_VALUE =
  /^(?:value|values|val|v|content|text|data|default|defaultvalue|datavalue|paramvalue|stringvalue|string|rows|current)$/;

/** A judgement of names that is made once for each: the same few stand in every message. */
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

/** The name of a field whose value is itself a name: <property name="password">. */
export const isNaming = judgedOnce(NAMES_ANOTHER);

/** The name of a field that holds the value of such a name. */
export const isValue = judgedOnce(HOLDS_VALUE);

/** Names of structures that hold a secret beside ordinary fields: <UsernameToken> has a user, a date and a password. */
const STRUCTURE = /(?:token|tokens|credential|credentials|creds|cred)$/;
const ORDINARY =
  /^(?:user|username|userid|usersid|userlabel|login|loginname|account|principal|name|firstname|lastname|displayname|email|group|groups|role|roles|locale|language|type|tokentype|requesttype|keytype|keysize|appliesto|address|audience|id|realm|domain|tenant|clientid|discriminator|sessiondiscriminator|temporary|created|createddate|createdat|expires|expiresin|expiresat|issuedat|lifetime|timestamp|device|version|status|state|enabled|description|scope|scopes|priority)$/;

export const isStructure = (name: string): boolean => STRUCTURE.test(bare(name));

/** A field of such a structure that stays: it holds no secret by its own name. */
export const isOrdinary = (name: string): boolean => ORDINARY.test(bare(name));
