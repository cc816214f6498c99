type Json = Readonly<Record<string, unknown>>;

export interface Realm extends Json {
  readonly clients: readonly Json[];
  readonly groups: readonly Json[];
  readonly components: Readonly<Record<string, readonly { readonly config: Readonly<Record<string, readonly string[]>> }[]>>;
}

/** Lists that are sets to the server: it gives them in an order of its own. */
const IDENTITY: Readonly<Record<string, string>> = {
  clients: "clientId",
  groups: "name",
  protocolMappers: "name",
  attributes: "name",
};

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** What of `ours` the server does not say again; what it adds is its own. */
function missing(ours: unknown, theirs: unknown, path: string): readonly string[] {
  if (Array.isArray(ours)) {
    if (!Array.isArray(theirs)) return [`${path} is no list`];
    const key = IDENTITY[path.slice(path.lastIndexOf(".") + 1)];
    return ours.flatMap((item: unknown, i) => {
      if (!isObject(item)) return theirs.includes(item) ? [] : [`${path} lacks ${JSON.stringify(item)}`];
      const name = key === undefined ? String(i) : String(item[key]);
      const there = key === undefined ? (theirs as unknown[])[i] : (theirs as Json[]).find((other) => other[key] === item[key]);
      return there === undefined ? [`${path} lacks ${name}`] : missing(item, there, `${path}[${name}]`);
    });
  }
  if (isObject(ours)) {
    if (!isObject(theirs)) return [`${path} is not there`];
    return Object.entries(ours).flatMap(([key, value]) => missing(value, theirs[key], `${path}.${key}`));
  }
  return ours === theirs ? [] : [`${path} is ${JSON.stringify(theirs)}, imported was ${JSON.stringify(ours)}`];
}

const PROFILE = "org.keycloak.userprofile.UserProfileProvider";

/** The user profile: a document as text in a component's setting. */
const profileOf = ({ components }: Realm): unknown =>
  JSON.parse(components[PROFILE]?.[0]?.config["kc.user.profile.config"]?.[0] ?? "null");

/** Where a realm that a server exported does not say what was imported into it. */
export function importDifferences(imported: Realm, exported: Realm): readonly string[] {
  const { components: _, ...realm } = imported;
  return [...missing(realm, exported, "realm"), ...missing(profileOf(imported), profileOf(exported), "profile")];
}
