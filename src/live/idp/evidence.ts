import { createHash } from "node:crypto";
import { isHarmless, mayBeSecret, nameKind, namesSecret } from "../../kernel/index.ts";
import { canonical, isObject, type Json, type JsonObject } from "./json.ts";

/** The value of a field as a saved plan has it. */
export type SeenValue = string | number | boolean;

/** A resource that a plan was compared with: its fields by name, without secrets. */
export interface Evidence {
  /** The resource in words: `group Systems.Engineering`. */
  readonly thing: string;
  readonly fields: ReadonlyMap<string, Json>;
}

/** The evidence for a realm that does not exist. */
export const NO_REALM: Evidence = { thing: "no realm", fields: new Map() };

/** The form of a word in a list, such as `password` in requiredCredentials. */
const WORD = /^[A-Za-z-]{1,40}$/;

/** Returns whether a value under a field's name can be a secret. Switches, numbers and lists of words never are. */
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

/** Returns the values of a document with their dotted paths. An empty map counts as a value. */
const leaves = (document: JsonObject, prefix = ""): readonly [string, Json][] =>
  Object.entries(document).flatMap(([key, value]): readonly [string, Json][] =>
    isObject(value) && Object.keys(value).length > 0 ? leaves(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );

/** Returns a resource's name and the fields of its document without secrets; nested maps get dotted names. */
export const evidenceOf = (thing: string, document: JsonObject = {}): Evidence => ({
  thing,
  fields: new Map(leaves(withoutSecrets(document) as JsonObject)),
});

/** The evidence in a saved plan: the fields of each resource. A short value is stored as it is, any other as its digest. */
export type Seen = Readonly<Record<string, Readonly<Record<string, SeenValue>>>>;

/** The length in characters above which a value is replaced by its digest, because it would not be readable in a sentence. */
const LONGEST = 80;

function shownValue(field: string, value: Json): SeenValue {
  if (typeof value === "boolean" || typeof value === "number") return value;
  const text = typeof value === "string" ? value : canonical(value);
  const key = field.slice(field.lastIndexOf(".") + 1);
  if (text.length <= LONGEST && !mayBeSecret(key, text)) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

/**
 * Returns the evidence in the form that a saved plan has.
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

/** Returns one line for each resource of the evidence, sorted; equal realms give equal lines. */
export const evidenceLines = (evidence: readonly Evidence[]): readonly string[] =>
  evidence
    .map(({ thing, fields }) => `${thing} ${canonical(Object.fromEntries(fields))}`)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
