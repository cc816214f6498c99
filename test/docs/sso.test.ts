import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discoveryOf, REALM } from "../compiler/sso/scene.ts";
import { expectFollowed } from "./followed.ts";
import { type RealmServer, realmServer } from "./realm-server.ts";

let server: RealmServer | null = null;
beforeAll(async () => {
  server = await realmServer("idp.example.com", { "/realms/engineering/.well-known/openid-configuration": discoveryOf(REALM) });
});
afterAll(async () => {
  await server?.close();
});

const ENCODER = String.raw`D:\SecurityServices\password-encoder.exe`;
/** A stand-in of the site's password utility: it turns a password round, and back. */
const turn = (input: Buffer) => `${[...input.toString("utf8").trim()].reverse().join("")}\n`;
const SECRETS = { PLM_CLIENT_SECRET: "geheim-c", PLM_IDENTITY_PASSWORD: "geheim-i", PLM_PROPERTIES_PASSWORD: "geheim-p" };

test("[E1] [E4] [E6] [E14] docs/sso.md leads from an empty file to a sign-in, followed as written (else: npm run update)", async () => {
  if (!server) throw new Error("no server");
  const world = {
    env: SECRETS,
    get: server.get,
    programs: { [`${ENCODER} -encode`]: turn, [`${ENCODER} -decode`]: turn },
  };
  const { folder, commands } = await expectFollowed("docs/sso.md", { "idp-ca.pem": server.certificate }, world);
  expect(commands).toBe(14);
  const deployed = (name: string) => readFileSync(join(folder, "dist/production/sso", name), "utf8");
  expect(deployed("federation.properties")).toContain("tcsso.oidc.client_secret=c-mieheg");
  expect(deployed("login.xml")).toContain('name="session_timeout" value="480"/> <!-- the site\'s own -->');
  expect(JSON.parse(deployed("realm.json")).clients[0]).toMatchObject({
    secret: "geheim-c",
    redirectUris: ["https://plm.example.com:7001/tcsso/weblogin/oidc_callback"],
  });
});
