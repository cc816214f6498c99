import { answer, clone, type Json, type RealmAnswer, type RealmCall, refused, shown } from "./realm-call.ts";
import { defaultProfile } from "./realm-defaults.ts";

/* The user profile of a realm (realm.ts): one document, replaced as a whole, in the order that is sent. */

/** Returns null where the request is about something else. */
export function profileAnswer({ realm, method, path, body, stored }: RealmCall): RealmAnswer | null {
  if (path !== "users/profile") return null;
  if (method === "GET") return shown(realm.profile);
  if (method !== "PUT") return refused(405, "HTTP 405 Method Not Allowed");
  const problems = body === undefined ? [] : problemsOf(body);
  if (problems.length > 0) return answer(400, { errorMessage: `[${problems.join(", ")}]` });
  realm.profile = body === undefined ? defaultProfile() : { ...clone(body), groups: body.groups ?? [] };
  withoutNulls(realm.profile);
  stored("userProfile", realm.profile);
  return answer(200, realm.profile);
}

/** A bound that is null is dropped. */
function withoutNulls(profile: Json): void {
  for (const { validations = {} } of profile.attributes ?? [])
    for (const config of Object.values<Json>(validations))
      for (const key of Object.keys(config)) if (config[key] === null) delete config[key];
}

const VALIDATORS = new Set([
  "length",
  "email",
  "username-prohibited-characters",
  "up-username-not-idn-homograph",
  "person-name-prohibited-characters",
  "pattern",
  "options",
  "integer",
  "double",
  "uri",
  "local-date",
  "iso-date",
  "multivalued",
]);
const PLACES: readonly (readonly [key: string, of: string, unit: string, known: readonly string[]])[] = [
  ["required", "roles", "role", ["admin", "user"]],
  ["permissions", "view", "role", ["admin", "user"]],
  ["permissions", "edit", "role", ["admin", "user"]],
  ["selector", "scopes", "scope", []],
];

/** What the server says of a profile that it does not take. */
function problemsOf({ attributes, groups = [] }: Json): readonly string[] {
  if (!attributes) return [];
  const problems: string[] = [];
  const names = attributes.map((one: Json) => one.name);
  for (const [i, one] of attributes.entries()) {
    const { name, validations = {}, group } = one;
    for (const [validator, config] of Object.entries<Json>(validations)) {
      if (!VALIDATORS.has(validator)) problems.push(`Validator '${validator}' defined for attribute '${name}' doesn't exist`);
      const errors = validator === "length" ? lengthErrors(config) : "";
      if (errors) problems.push(`Validator 'length' defined for attribute '${name}' has incorrect configuration: ${errors}`);
    }
    if (name === undefined || name === "") problems.push("Attribute configuration without 'name' is not allowed");
    else if (names.indexOf(name) < i) problems.push(`Attribute configuration already exists with 'name':'${name}'`);
    else if (/[^\w.-]/.test(name))
      problems.push(`Invalid attribute name (only letters, numbers and '.' '_' '-' special characters allowed): ${name}'`);
    for (const [key, of, unit, known] of PLACES)
      for (const value of one[key]?.[of] ?? [])
        if (!known.includes(value))
          problems.push(`'${key}.${of}' configuration for attribute '${name}' contains unsupported ${unit} '${value}'`);
    if (group && !groups.some((known: Json) => known.name === group))
      problems.push(`Attribute '${name}' references unknown group '${group}'`);
  }
  for (const name of ["username", "email"])
    if (!names.includes(name)) problems.push(`The attribute '${name}' can not be removed`);
  return problems;
}

/** Validation errors of the bounds, one after the other; "" where there is none. */
function lengthErrors({ min = null, max = null }: Json): string {
  const error = (hint: string, message: string, params: readonly Json[] = []) =>
    `ValidationError{validatorId='length', inputHint='${hint}', message='error-validator-config-${message}', messageParameters=[${params}]}, `;
  const bounds = Object.entries({ min, max });
  const missing = min === null && max === null;
  const text = bounds.filter(([, value]) => value !== null && !/^-?\d+$/.test(String(value)));
  if (missing) return bounds.map(([hint]) => error(hint, "missing-value")).join("");
  if (text.length > 0) return text.map(([hint, value]) => error(hint, "invalid-number-value", [value])).join("");
  return min !== null && max !== null && Number(min) > Number(max) ? error("max", "invalid-value") : "";
}
