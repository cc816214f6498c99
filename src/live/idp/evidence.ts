import { createHash } from "node:crypto";
import { isHarmless, mayBeSecret, nameKind, namesSecret } from "../../kernel/index.ts";
import { canonical, isObject, type Json, type JsonObject } from "./json.ts";

/** The value of a field of a live resource, as a saved plan stores it. */
export type SeenValue = string | number | boolean;

/** A resource of the live realm that a plan was made from: its fields by name, without secrets. */
export interface Evidence {
  /** The resource in words: `group Systems.Engineering`. */
  readonly thing: string;
  readonly fields: ReadonlyMap<string, Json>;
}

/** The state that a plan records for a realm that does not exist. */
export const NO_REALM: Evidence = { thing: "no realm", fields: new Map() };

/** The form of a word, such as `password` in requiredCredentials: a list of such words is no secret. */
const WORD = /^[A-Za-z-]{1,40}$/;

/**
 * Returns whether the value of a field can be a secret, judged by the field's name. True and false, numbers and lists of words never are.
 */
function hides(key: string, value: Json): boolean {
  if (!namesSecret(key)) return false;
  if (Array.isArray(value)) return !(value as readonly Json[]).every((one) => typeof one !== "string" || WORD.test(one));
  return typeof value === "string" && !isHarmless(nameKind(key), value);
}

/** Returns a JSON value without the secrets in it. */
export function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutSecrets);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key, one]) => !hides(key, one));
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutSecrets(one)]));
}

/** Returns the values in a JSON document with their dotted paths. An empty map counts as a value. */
const leaves = (document: JsonObject, prefix = ""): readonly [string, Json][] =>
  Object.entries(document).flatMap(([key, value]): readonly [string, Json][] =>
    isObject(value) && Object.keys(value).length > 0 ? leaves(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );

/** Returns a resource's name and the fields of its document without secrets; nested maps get dotted names. */
export const evidenceOf = (thing: string, document: JsonObject = {}): Evidence => ({
  thing,
  fields: new Map(leaves(withoutSecrets(document) as JsonObject)),
});

/**
 * The state of the live realm in a saved plan: the fields of each resource. A short value is stored as it is, a long or possibly secret one
 * as its digest.
 */
export type Seen = Readonly<Record<string, Readonly<Record<string, SeenValue>>>>;

/** The length in characters above which a saved plan has the digest of a value, because messages could not show it in a sentence. */
const LONGEST = 80;

function shownValue(field: string, value: Json): SeenValue {
  if (typeof value === "boolean" || typeof value === "number") return value;
  const text = typeof value === "string" ? value : canonical(value);
  const key = field.slice(field.lastIndexOf(".") + 1);
  if (text.length <= LONGEST && !mayBeSecret(key, text)) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

/**
 * Returns the state of the live realm in the form in which a plan is saved.
 * @param hide redacts the secrets that this command has read from a text.
 */
export function seenOf(evidence: readonly Evidence[], hide: (text: string) => string): Seen {
  const told = (field: string, value: Json): SeenValue => {
    const shown = shownValue(field, value);
    return typeof shown === "string" ? hide(shown) : shown;
  };
  return Object.fromEntries(
    evidence.map(({ thing, fields }) => [
      hide(thing),
      Object.fromEntries([...fields].map(([field, value]) => [field, told(field, value)])),
    ]),
  );
}

/** Returns one line for each resource of a live realm with its fields, sorted, so that equal realms give equal lines. */
export const evidenceLines = (evidence: readonly Evidence[]): readonly string[] =>
  evidence
    .map(({ thing, fields }) => `${thing} ${canonical(Object.fromEntries(fields))}`)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
