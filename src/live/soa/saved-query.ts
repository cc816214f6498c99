import type { SoaAnswer } from "./answer.ts";
import { isJson, type Json, listOf, textOf } from "./fault.ts";
import { jsonObjects, type ModelObject } from "./objects.ts";
import type { ObjectReference } from "./operations.ts";

const referenceOf = (value: unknown): ObjectReference | null => {
  if (!isJson(value)) return null;
  const uid = textOf(value.uid);
  const type = textOf(value.type) ?? textOf(value.className) ?? "";
  return uid === null ? null : { uid, type, className: textOf(value.className) ?? type };
};

const valueOf = (answer: SoaAnswer): Json | null => (answer.kind === "json" ? answer.value : null);

export interface SavedQuery {
  readonly name: string;
  readonly query: ObjectReference;
}

/** Returns the saved queries from the tier's answer of getSavedQueries; null if the answer has another form. */
export function savedQueriesOf(answer: SoaAnswer): readonly SavedQuery[] | null {
  const value = valueOf(answer);
  if (!value || !Array.isArray(value.queries)) return null;
  return value.queries.filter(isJson).flatMap((one) => {
    const query = referenceOf(one.query) ?? referenceOf(one);
    const name = textOf(one.name);
    return query && name !== null ? [{ name, query }] : [];
  });
}

export interface QueryField {
  readonly attribute: string;
  /** The name of a search field of the saved query, as executeSavedQuery expects it: the site's own word, in its language. */
  readonly entry: string;
}

/**
 * Returns the search fields of each saved query from the answer of describeSavedQueries, in the order of the request; null if the answer
 * has another form.
 */
export function queryFieldsOf(answer: SoaAnswer): readonly (readonly QueryField[])[] | null {
  const value = valueOf(answer);
  if (!value || !Array.isArray(value.fieldLists)) return null;
  return value.fieldLists.map((list) =>
    listOf(isJson(list) ? list.fields : list)
      .filter(isJson)
      .flatMap((field) => {
        const entry = textOf(field.entryName);
        return entry === null ? [] : [{ attribute: textOf(field.attributeName) ?? "", entry }];
      }),
  );
}

export interface QueryResult {
  readonly found: number;
  readonly objects: readonly ObjectReference[];
  /** The objects in the answer with the properties that the tier sent along. */
  readonly shown: readonly ModelObject[];
}

/** Returns the result of executeSavedQuery; null if the answer has another form. */
export function queryResultOf(answer: SoaAnswer): QueryResult | null {
  const value = valueOf(answer);
  if (!value) return null;
  const objects = listOf(value.objects)
    .map(referenceOf)
    .filter((one) => one !== null);
  const said = textOf(value.nFound);
  if (said === null && value.objects === undefined) return null;
  return { found: said !== null && /^\d{1,9}$/.test(said) ? Number(said) : objects.length, objects, shown: jsonObjects(value) };
}

/** The membership of a user in a group with a role, read from '<Group>/<Role>/<Display Name> (<user_id>)'. */
export interface Membership {
  readonly group: string;
  readonly role: string;
  readonly displayName: string;
  readonly userId: string;
  /** True if the text has more than two slashes and no known role shows where the group ends, so that another reading is possible. */
  readonly ambiguous: boolean;
}

/**
 * Parses a text as a membership (`Membership`); null if the text has another form. Names can contain spaces, dots, slashes and parentheses;
 * the user id is in the last pair of parentheses.
 */
export function membershipOf(text: string, roles: ReadonlySet<string> = new Set()): Membership | null {
  const whole = text.trim();
  const open = whole.lastIndexOf(" (", whole.length - 4);
  const parts = whole.slice(0, Math.max(0, open)).split("/");
  if (open < 1 || !whole.endsWith(")") || parts.length < 3) return null;
  const readings: Membership[] = [];
  for (let role = 1; role < parts.length - 1; role++)
    for (let name = role + 1; name < parts.length; name++)
      readings.push({
        group: parts.slice(0, role).join("/"),
        role: parts.slice(role, name).join("/"),
        displayName: parts.slice(name).join("/"),
        userId: whole.slice(open + 2, -1),
        ambiguous: parts.length > 3,
      });
  const complete = readings.filter(({ group, role, displayName }) =>
    [group, role, displayName].every((one) => one.trim() !== ""),
  );
  const known = complete.filter(({ role }) => roles.has(role));
  // without a known role, additional slashes count as part of the group's name, because only groups have paths
  const [reading] = known.length === 1 ? known : complete.slice(-1);
  return reading ? { ...reading, ambiguous: reading.ambiguous && known.length !== 1 } : null;
}

/**
 * Parses several texts as memberships; null for a text of another form. The roles in unambiguous texts decide how ambiguous ones are read.
 */
export function membershipsOf(names: readonly string[]): readonly (Membership | null)[] {
  const sure = names.map((name) => membershipOf(name)).filter((one) => one !== null && !one.ambiguous);
  const roles = new Set(sure.map((one) => (one as Membership).role));
  return names.map((name) => membershipOf(name, roles));
}

/** Returns the values of a site preference from the tier's answer of getPreferences2; null if the answer does not have the preference. */
export function preferenceOf(answer: SoaAnswer, name: string): readonly string[] | null {
  const value = valueOf(answer);
  for (const list of value ? [value.preferences, value.response] : [])
    for (const one of listOf(list).filter(isJson)) {
      const inner = isJson(one.preference) ? one.preference : one;
      if ((textOf(inner.name) ?? textOf(inner.preferenceName)) !== name) continue;
      const values = [one.values, inner.values].map(listOf).find((given) => given.length > 0) ?? [];
      return values.map((given) => (isJson(given) ? textOf(given.value) : textOf(given))).filter((given) => given !== null);
    }
  return null;
}
