import { join } from "node:path";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exampleRepository, type Files, run } from "../../support/repository.ts";
import { discoveryOf, factsOf, filesOf, LIVE, REALM } from "./scene.ts";

interface Manifest {
  readonly files: readonly { readonly path: string; readonly purpose: string }[];
}

/** The purpose of each file below sso/ in the manifest. */
async function purposes(files: Files = {}): Promise<Readonly<Record<string, string>>> {
  const folder = exampleRepository({
    "environments/demo/sso.yaml": LIVE,
    "environments/demo/discovery.json": discoveryOf(REALM),
    ...files,
  });
  await run(folder, { out: join(folder, "dist") });
  const manifest = JSON.parse(readFileSync(join(folder, "dist/demo/manifest.json"), "utf8")) as Manifest;
  return Object.fromEntries(manifest.files.map(({ path, purpose }) => [path, purpose]));
}

const INSTALLED = `<?xml version="1.0"?>
<parameters>
${[
  "tcsso.login_service.appid",
  "tcsso.federation_reply_url",
  "tcsso.oidc.userid_claim",
  "tcsso.oidc.client_auth_method",
  "identityServicePassword",
  "propertiesPassword",
]
  .map((name) => `  <parameter name="${name}" value=""/>\n`)
  .join("")}</parameters>
`;

test("[A7] a server file whose shape is a guess is compared, and not installed", async () => {
  const found = await purposes();
  expect([found["sso/login.xml"], found["sso/identity.xml"]]).toEqual(["expect", "expect"]);
  expect([found["sso/federation.properties"], found["sso/realm.json"], found["sso/idp.env"]]).toEqual(Array(3).fill("install"));
});

test("[A7] the site's own file is edited and installed, and so is one from the site's own template", async () => {
  const own = await purposes({ "environments/demo/installed/login.xml": INSTALLED });
  expect([own["sso/login.xml"], own["sso/identity.xml"]]).toEqual(["install", "expect"]);
  const template = '<p>{{#each parameters}}\n  <parameter name="{{name}}" value="{{value}}"/>\n{{/each}}</p>\n';
  const made = await purposes({ "templates/identity.xml.hbs": template });
  expect([made["sso/login.xml"], made["sso/identity.xml"]]).toEqual(["expect", "install"]);
});

test("[E6] realm.json without secrets has no field for the client's secret, and no placeholder anywhere", () => {
  const text = filesOf(factsOf(LIVE))["realm.json"] ?? "";
  const [client] = (JSON.parse(text) as { clients: readonly Record<string, unknown>[] }).clients;
  expect(client).not.toHaveProperty("secret");
  expect(client).toMatchObject({ clientId: "plm", publicClient: false, clientAuthenticatorType: "client-secret" });
  expect(text).not.toContain("@secret(");
});
