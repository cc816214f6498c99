import { expect, test } from "vitest";
import { SecretValue } from "../../../src/kernel/diagnostic/secret.ts";
import { importDifferences, type Realm } from "./realm-export.ts";
import { factsOf, filesOf, LIVE } from "./scene.ts";

const YAML = LIVE.replace("oidc: {", "oidc: { userIdField: userId,").replace(
  "application: PLM }]",
  "application: PLM }]\n  groups: [a, b]",
);
const secrets = new Map([["/oidc/clientSecret", new SecretValue("made-up-for-this-test")]]);
const text = filesOf(factsOf(YAML), { secrets })["realm.json"] ?? "";
const realm = (): Realm => JSON.parse(text) as Realm;
const exported = (from: string | RegExp, to: string): Realm => {
  expect(text).toMatch(from);
  return JSON.parse(text.replace(from, to)) as Realm;
};

test("[E6] an export with the same content in another order, and more, does not differ from the import", () => {
  const { clients, groups, ...rest } = realm();
  const more = {
    ...rest,
    id: "x",
    groups: [...groups].reverse(),
    clients: [{ clientId: "account" }, ...clients.map((client) => ({ ...client, id: "y" }))],
  };
  expect(importDifferences(realm(), more as Realm)).toEqual([]);
});

test.each([
  ["another secret", '"secret": "', '"secret": "**'],
  ["no client", '"clientId": "plm"', '"clientId": "other"'],
  ["another redirect", "weblogin/oidc_callback", "weblogin/other"],
  ["another minimum of a username", '"length\\":{\\"min\\":2', '"length\\":{\\"min\\":3'],
  ["a mapper without its claim", '"claim.name": "uid"', '"claim.name": "sub"'],
  ["no group", '"name": "a"', '"name": "a\\r"'],
  ["another rule of TLS", '"sslRequired": "external"', '"sslRequired": "none"'],
])("[E6] %s in the export is a difference", (_, from, to) => {
  expect(importDifferences(realm(), exported(from, to))).toHaveLength(1);
});
