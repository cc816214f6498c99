import { afterEach, expect, test } from "vitest";
import { exchange as send } from "../../../src/platform/exchange-send.ts";
import type { Exchange } from "../../../src/platform/exchange.ts";
import nock, { intercept } from "../../support/intercepted.ts";
import { serveByNock, serveLocally } from "../../support/live/live.ts";
import { liveRealm } from "../../support/live/realm-live.ts";
import { idp, REALM_SSO, repository, SSO_FILE } from "./repository.ts";
import { freshRealm } from "./scene.ts";

const exchange: Exchange = (request) => send(request, () => undefined);

intercept();
afterEach(() => nock.cleanAll());

/** Leaves the session out: what nock puts in a connection's place cannot be kept open. */
const alone: Exchange = ({ session, ...request }) => exchange(request);

async function walk(folder: string, ask: Exchange): Promise<readonly number[]> {
  const codes: number[] = [];
  for (const words of [
    ["plan", "demo", "--out", "p.json"],
    ["apply", "p.json"],
    ["plan", "demo", "--detailed-exitcode"],
  ])
    codes.push((await idp(folder, ask, words)).code);
  return codes;
}

test("[F6] the same walk over the network's own code, behind nock", async () => {
  serveByNock("https://idp.example.com:8443", liveRealm(freshRealm()));
  expect(await walk(repository(), alone)).toEqual([0, 0, 0]);
});

test("[F6] and to a server on this machine", async () => {
  const server = await serveLocally(liveRealm(freshRealm()));
  try {
    const base = `http://127.0.0.1:${server.port}`;
    expect(await walk(repository({ [SSO_FILE]: REALM_SSO.replace("https://idp.example.com:8443", base) }), exchange)).toEqual([
      0, 0, 0,
    ]);
  } finally {
    await server.close();
  }
});
