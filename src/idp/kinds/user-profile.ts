import { canonical, isObject, type JsonObject, objectsOf, type Json } from "../json.ts";
import { type Held, type Item, isList, isSecretValue, isUnknown, type Wanted } from "../state.ts";
import { IdpFault } from "../transport.ts";
import type { Kind } from "./kind.ts";

const PATH = ["users", "profile"];
const BOUNDS = ["min", "max"] as const;

const objectAt = (document: JsonObject | undefined, key: string): JsonObject => {
  const value = document?.[key];
  return isObject(value) ? value : {};
};

const named = (profile: JsonObject | null, name: string): JsonObject | undefined =>
  objectsOf(profile?.attributes).find((one) => one.name === name);

/** The bounds as numbers: the server keeps a text, too, where somebody typed one in its console. */
function itemOf(profile: JsonObject | null): Item {
  const length = objectAt(objectAt(named(profile, "username"), "validations"), "length");
  const fields = BOUNDS.flatMap((bound): [string, Held][] => {
    const value = length[bound];
    const isNumber = typeof value === "number" || (typeof value === "string" && /^\d{1,9}$/.test(value));
    return isNumber ? [[`validations.length.${bound}`, Number(value)]] : [];
  });
  return { resource: "userProfile", id: "username", fields: new Map(fields) };
}

/** The whole profile with both bounds in it: it is replaced as a whole, and a bound that is left out is gone. */
function profileWith(profile: JsonObject, wanted: Wanted): JsonObject {
  const bound = (name: string): Json => {
    const held = wanted.fields.get(`validations.length.${name}`);
    return held === undefined || isUnknown(held) || isList(held) || isSecretValue(held) ? null : held;
  };
  const bounds = { min: bound("min"), max: bound("max") };
  const standing = named(profile, "username");
  const validations = objectAt(standing, "validations");
  const username: JsonObject = {
    ...(standing ?? wanted.body),
    validations: {
      ...(standing ? validations : objectAt(wanted.body, "validations")),
      length: { ...objectAt(validations, "length"), ...bounds },
    },
  };
  const others = objectsOf(profile.attributes).filter((one) => one !== standing);
  return { ...profile, attributes: [username, ...others] };
}

/** Every other attribute by its name, and what stands beside the attributes. */
function restOf(profile: JsonObject): JsonObject {
  const { attributes, ...beside } = profile;
  const others = objectsOf(attributes).filter(({ name }) => name !== "username");
  return { ...beside, ...Object.fromEntries(others.map((one) => [`attributes.${String(one.name)}`, one])) };
}

/** The realm's user profile: the length of user names in it; everything else stays as it is. */
export const userProfile: Kind = {
  async read(admin) {
    const profile = await admin.object(PATH);
    return profile ? { items: [itemOf(profile)], evidence: [`profile ${canonical(profile)}`] } : { items: [], evidence: [] };
  },
  async write(admin, wanted) {
    const profile = await admin.object(PATH);
    if (!profile)
      throw new IdpFault(
        404,
        "the realm has no user profile that could be changed",
        "servers before version 24 have none: lower the bound there by hand",
      );
    await admin.send("PUT", PATH, profileWith(profile, wanted));
    return { id: null, kept: restOf(profile) };
  },
  async readBack(admin, _wanted, { kept }) {
    const profile = await admin.object(PATH);
    const rest = profile ? restOf(profile) : {};
    const lost = Object.entries(kept ?? {}).filter(([key, value]) => canonical(rest[key]) !== canonical(value));
    return { item: itemOf(profile), lost: lost.map(([key]) => key) };
  },
};
