import { createHash } from "node:crypto";
import { isHarmless, mayBeSecret, nameKind, namesSecret } from "../../kernel/index.ts";
import { canonical, isObject, type Json, type JsonObject } from "./json.ts";

/** A value as a saved plan holds it. */
export type SeenValue = string | number | boolean;

/** A thing that a plan was judged against, with its fields by name and without secrets. */
export interface Evidence {
  /** As people call it: `group Systems.Engineering`. */
  readonly thing: string;
  readonly fields: ReadonlyMap<string, Json>;
}

/** There is no realm. */
export const NO_REALM: Evidence = { thing: "no realm", fields: new Map() };

/** A word of a list: `password` in requiredCredentials. */
const WORD = /^[A-Za-z-]{1,40}$/;

/** Whether a value under this name may be a secret: a switch, a number or a list of words under any name is none. */
function hides(key: string, value: Json): boolean {
  if (!namesSecret(key)) return false;
  if (Array.isArray(value)) return !(value as readonly Json[]).every((one) => typeof one !== "string" || WORD.test(one));
  return typeof value === "string" && !isHarmless(nameKind(key), value);
}

/** Returns a value of a document without the secrets in it. */
export function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutSecrets);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key, one]) => !hides(key, one));
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutSecrets(one)]));
}

/** The values of a document by their paths; an empty map is a value. */
const leaves = (document: JsonObject, prefix = ""): readonly [string, Json][] =>
  Object.entries(document).flatMap(([key, value]): readonly [string, Json][] =>
    isObject(value) && Object.keys(value).length > 0 ? leaves(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );

/** Returns a thing with the fields of its document; maps are looked into by name. */
export const evidenceOf = (thing: string, document: JsonObject = {}): Evidence => ({
  thing,
  fields: new Map(leaves(withoutSecrets(document) as JsonObject)),
});

/** What a saved plan holds of its evidence: of each thing the fields, a short value as it is, any other by its digest. */
export type Seen = Readonly<Record<string, Readonly<Record<string, SeenValue>>>>;

/** A longer value is nothing that anybody reads in a sentence. */
const LONGEST = 80;

function shownValue(field: string, value: Json): SeenValue {
  if (typeof value === "boolean" || typeof value === "number") return value;
  const text = typeof value === "string" ? value : canonical(value);
  const key = field.slice(field.lastIndexOf(".") + 1);
  if (text.length <= LONGEST && !mayBeSecret(key, text)) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

/** Returns the evidence as a saved plan holds it; `hide`: what of a text the run knows to be a secret. */
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

/** One line for each thing that says the same of two realms that are the same. */
export const evidenceLines = (evidence: readonly Evidence[]): readonly string[] =>
  evidence
    .map(({ thing, fields }) => `${thing} ${canonical(Object.fromEntries(fields))}`)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
