import { type Evidence, evidenceOf } from "../evidence.ts";
import { canonical, isObject, type Json, type JsonObject, objectsOf, textOf } from "../json.ts";
import { type Held, type Item, isList, isSecretValue, isUnknown, type Wanted } from "../state.ts";
import { IdpFault } from "../transport.ts";
import type { Kind } from "./kind.ts";

const PATH = ["users", "profile"];
const USERNAME = "username";
const BOUNDS = ["min", "max"] as const;

const objectAt = (document: JsonObject | undefined, key: string): JsonObject => {
  const value = document?.[key];
  return isObject(value) ? value : {};
};

const attributesOf = (profile: JsonObject): readonly JsonObject[] => objectsOf(profile.attributes);
const namesOf = (profile: JsonObject): readonly string[] => attributesOf(profile).map(({ name }) => textOf(name) ?? "");

/**
 * Returns the length limits of an attribute as numbers: the identity provider has a text where somebody typed the limit in its console. A
 * missing limit is left out.
 */
function boundsOf(attribute: JsonObject | undefined): readonly [string, Held][] {
  const length = objectAt(objectAt(attribute, "validations"), "length");
  return BOUNDS.flatMap((bound): [string, Held][] => {
    const value = length[bound];
    const isNumber = typeof value === "number" || (typeof value === "string" && /^\d{1,9}$/.test(value));
    return isNumber ? [[`validations.length.${bound}`, Number(value)]] : [];
  });
}

/** Returns an attribute of the user profile as a resource. An attribute that the profile lacks counts as not required. */
function itemOf(profile: JsonObject | null, id: string): Item {
  const attribute = attributesOf(profile ?? {}).find(({ name }) => name === id);
  const fields = id === USERNAME ? boundsOf(attribute) : [["required", isObject(attribute?.required)] as const];
  return { resource: "userProfile", id, fields: new Map<string, Held>(fields) };
}

/** Returns an attribute of the user profile with both length limits, because the identity provider deletes a limit that is not sent. */
function withBounds(attribute: JsonObject, { fields }: Wanted): JsonObject {
  const bound = (name: string): Json => {
    const held = fields.get(`validations.length.${name}`);
    return held === undefined || isUnknown(held) || isList(held) || isSecretValue(held) ? null : held;
  };
  const validations = objectAt(attribute, "validations");
  const length = { ...objectAt(validations, "length"), min: bound("min"), max: bound("max") };
  return { ...attribute, validations: { ...validations, length } };
}

function changed(attribute: JsonObject, wanted: Wanted): JsonObject {
  if (wanted.id === USERNAME) return withBounds(attribute, wanted);
  const { required, ...rest } = attribute;
  return rest;
}

/**
 * Returns the whole user profile with one attribute changed and all attributes in their order, because the identity provider replaces the
 * profile, with its order of attributes, by the sent one.
 */
function profileWith(profile: JsonObject, wanted: Wanted): JsonObject {
  const attributes = attributesOf(profile);
  // the identity provider refuses a profile without its built-in attributes, so an emptied profile gets them back
  if (attributes.length === 0) return { ...profile, attributes: attributesOf(wanted.body) };
  return { ...profile, attributes: attributes.map((one) => (one.name === wanted.id ? changed(one, wanted) : one)) };
}

/** Returns the user profile without one attribute: the other attributes by name, and the profile's other fields. */
function restOf(profile: JsonObject, id: string): JsonObject {
  const { attributes, ...beside } = profile;
  const others = objectsOf(attributes).filter(({ name }) => name !== id);
  return { ...beside, ...Object.fromEntries(others.map((one) => [`attributes.${String(one.name)}`, one])) };
}

/** Returns whether the names that two lists have in common are in another order. */
function isReordered(before: readonly string[], now: readonly string[]): boolean {
  const [own, other] = [before.filter((name) => now.includes(name)), now.filter((name) => before.includes(name))];
  return own.some((name, i) => name !== other[i]);
}

/**
 * Returns evidence for each attribute and for the rest of the user profile, including the order of the attributes, in which the identity
 * provider's form shows them to people.
 */
function evidenceFor(profile: JsonObject): readonly Evidence[] {
  const { attributes, groups, ...beside } = profile;
  const order = (list: Json | undefined) =>
    objectsOf(list)
      .map(({ name }) => textOf(name) ?? "")
      .join(", ");
  const orders = { "the order of its attributes": order(attributes), "the order of its groups": order(groups) };
  return [
    ...objectsOf(attributes).map((one) => evidenceOf(`user profile, attribute ${textOf(one.name) ?? ""}`, one)),
    evidenceOf("user profile", { ...beside, groups: groups ?? [], ...orders }),
  ];
}

/**
 * The kind `userProfile`: the length limits of usernames, and which attributes are required. Everything else in the user profile stays
 * unchanged.
 */
export const userProfile: Kind = {
  async read(admin, wanted) {
    const profile = await admin.object(PATH);
    if (!profile) return { items: [], evidence: [] };
    const ids = new Set([USERNAME, ...wanted.map(({ id }) => id)]);
    return { items: [...ids].map((id) => itemOf(profile, id)), evidence: evidenceFor(profile) };
  },
  async write(admin, wanted) {
    const profile = await admin.object(PATH);
    if (!profile)
      throw new IdpFault(
        404,
        "the realm has no user profile that could be changed",
        "servers before version 24 have none: lower the bound there by hand",
      );
    const next = profileWith(profile, wanted);
    // a realm that the plan has just created has the wanted user profile already
    if (canonical(next) !== canonical(profile)) await admin.send("PUT", PATH, next);
    return { id: null, kept: profile };
  },
  async readBack(admin, { id }, { kept }) {
    const [before, now] = [kept ?? {}, (await admin.object(PATH)) ?? {}];
    const [stayed, rest] = [restOf(before, id), restOf(now, id)];
    const lost = Object.entries(stayed).filter(([key, value]) => canonical(rest[key]) !== canonical(value));
    const order = isReordered(namesOf(before), namesOf(now)) ? ["the order of its attributes"] : [];
    const added = Object.keys(rest).filter((key) => stayed[key] === undefined);
    return {
      item: itemOf(now, id),
      lost: [...lost.map(([key]) => key), ...order],
      added: added.map((field) => ({ field, value: null })),
    };
  },
};
