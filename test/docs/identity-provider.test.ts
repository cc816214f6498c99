import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProcess } from "../support/live/live.ts";
import { RealmServer } from "../support/live/realm.ts";
import { liveRealm } from "../support/live/realm-live.ts";
import { filesOf } from "./examples.ts";
import { type Block, blocksOf, readPage, rewrite, shows } from "./page.ts";
import { sceneOf, session } from "./session.ts";

const PATH = "docs/identity-provider.md";
const SECRETS = { IDP_PASSWORD: "canary-of-the-administrator", TCSSO_CLIENT_SECRET: "canary-of-the-client" };

test("[F6] docs/identity-provider.md can be followed as written, from a fresh realm to a plan that is empty (else: npm run update)", async () => {
  const page = readPage(PATH);
  const server = new RealmServer({ user: "realm-admin", password: SECRETS.IDP_PASSWORD });
  server.addRealm("engineering", { enabled: true });
  const scene = {
    ...sceneOf({ ...filesOf(readPage("README.md")), ...filesOf(page) }),
    world: { env: SECRETS, exchange: inProcess({ "https://idp.example.com:8443": liveRealm(server) }) },
  };
  chmodSync(join(scene.folder, "idp.yaml"), 0o600);
  const bodies = new Map<Block, string>();
  for (const block of blocksOf(page).filter(({ language }) => language === "console")) {
    const body = await session(block.body, scene);
    bodies.set(block, shows(block.body, body) ? block.body : body);
  }
  if (process.env.UPDATE) rewrite(PATH, page, bodies);
  else for (const [block, body] of bodies) expect(block.body).toBe(body);
  const shown = [...bodies.values()].join("");
  expect(shown).not.toContain("canary");
  expect(shown).toContain("production: nothing would change");
});
