import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differences, documents } from "../compiler/sso/readers.ts";
import { factsOf, filesOf, LIVE } from "../compiler/sso/scene.ts";
import { notRun } from "../support/not-run.ts";
import { javaLoad, javaXmlParameters } from "./java.ts";

const RUNS = 2_000;

test(`[E1] [E2] [E4] [E5] [E6] five readers, one source: ${RUNS} generated sso.yaml, read by java.util.Properties, Java's XML reader and JSON`, () => {
  const scenes = fc.sample(documents, { numRuns: RUNS, seed: 1 }).map(({ yaml, discovery }) => {
    const facts = factsOf(yaml, discovery);
    return { facts, files: filesOf(facts) };
  });
  const all = (name: string) => scenes.map(({ files }) => files[name] ?? "");
  const [properties, login, identity] = [
    javaLoad(all("federation.properties")),
    javaXmlParameters(all("login.xml")),
    javaXmlParameters(all("identity.xml")),
  ];
  const found = scenes.flatMap(({ facts, files }, i) => {
    const readings = {
      properties: new Map(properties[i]?.latin1.puts ?? []),
      login: login[i] ?? new Map(),
      identity: identity[i] ?? new Map(),
    };
    return differences(files, readings, facts);
  });
  expect(found).toEqual([]);
});

const EXPORTS = fileURLToPath(new URL("../../../shared/corpus/keycloak/kcc/", import.meta.url));
type Json = Readonly<Record<string, unknown>>;

/** What of `ours` is not in `theirs`, or is of another type there, by path. */
function shapeDifference(ours: unknown, theirs: unknown, path: string): readonly string[] {
  if (Array.isArray(ours) !== Array.isArray(theirs) || typeof ours !== typeof theirs) return [`${path} is of another type`];
  if (Array.isArray(ours)) return ours.flatMap((item) => shapeDifference(item, (theirs as unknown[])[0] ?? item, `${path}[]`));
  if (typeof ours !== "object" || ours === null) return [];
  return Object.entries(ours).flatMap(([key, value]) => {
    const there = (theirs as Json)[key];
    return there === undefined ? [`${path}.${key} is not there`] : shapeDifference(value, there, `${path}.${key}`);
  });
}

describe("[E6] realm.json has the shape of a real export; it was not imported into a server by this test", () => {
  test.each(["24.0.5", "25.0.5", "26.0.5", "26.5.5"])("of version %s", (version) => {
    const file = `${EXPORTS}export_${version}_master-realm.redacted.json`;
    if (!existsSync(file)) notRun(`the export of version ${version} is not there`);
    const facts = factsOf(
      LIVE.replace("oidc: {", "oidc: { userIdField: userId,").replace(
        "application: PLM }]",
        "application: PLM }]\n  groups: [a]",
      ),
    );
    const ours = JSON.parse(filesOf(facts)["realm.json"] ?? "") as { clients: Json[]; groups: Json[]; components: Json };
    const read = JSON.parse(readFileSync(file, "utf8")) as {
      clients: Json[];
      components: Json;
      clientScopes: { protocolMappers?: Json[] }[];
    };
    const theirs = (Array.isArray(read) ? read[0] : read) as typeof read;
    const { clients, groups: _, components, ...realm } = ours;
    expect(shapeDifference(realm, theirs, "realm")).toEqual([]);
    // of one client alone not every field is exported: a public one has no secret
    const anyClient = Object.assign({}, ...theirs.clients) as Json;
    const mappers = theirs.clientScopes.flatMap(({ protocolMappers = [] }) => protocolMappers);
    const mapper = mappers.find((item) => (item.config as Json)["claim.name"] === "preferred_username");
    const { attributes, protocolMappers, secret, ...client } = clients[0] as Json;
    expect([typeof secret, typeof attributes]).toEqual(["undefined", "object"]);
    expect(shapeDifference(client, anyClient, "client")).toEqual([]);
    expect(shapeDifference(protocolMappers, [mapper], "mappers")).toEqual([]);
    expect(shapeDifference(components, theirs.components, "components")).toEqual([]);
    const profile = (all: Json) => {
      const [component] = all["org.keycloak.userprofile.UserProfileProvider"] as { config: Record<string, [string]> }[];
      return JSON.parse(component?.config["kc.user.profile.config"]?.[0] ?? "") as { attributes: Json[]; groups: Json[] };
    };
    const [mine, real] = [profile(components), profile(theirs.components)];
    for (const attribute of mine.attributes) {
      const same = real.attributes.find(({ name }) => name === attribute.name);
      expect(shapeDifference(attribute, same, String(attribute.name))).toEqual([]);
    }
    expect(mine.groups).toEqual(real.groups);
  });
});
