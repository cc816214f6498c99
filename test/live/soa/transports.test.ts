import { afterEach, expect, test } from "vitest";
import { exchange } from "../../../src/platform/exchange-send.ts";
import { readAnswer } from "../../../src/live/soa/answer.ts";
import { signedInBy } from "../../../src/live/soa/session.ts";
import { loginRequest } from "../../../src/live/soa/sign-in.ts";
import nock, { intercept } from "../../support/intercepted.ts";
import { serveByNock, serveLocally } from "../../support/live/live.ts";
import { tierOf } from "../../support/live/tier.ts";
import { CREDENTIALS } from "./scene.ts";

intercept();
afterEach(() => nock.cleanAll());

const signIn = async (address: string) => {
  const request = { ...loginRequest(`${address}/tc`, CREDENTIALS), via: [], ca: null, patience: 20_000, largest: 100_000 };
  return signedInBy(readAnswer(await exchange(request, () => undefined)));
};

test("[F11] one tier answers alike behind nock and as a server, and is asked once", async () => {
  const made = tierOf({ compressed: "gzip", prefix: "ns7" });
  serveByNock("https://plm.example.com:8443", made.live);
  const first = await signIn("https://plm.example.com:8443");
  nock.restore();
  const server = await serveLocally(made.live);
  try {
    expect(await signIn(`http://127.0.0.1:${server.port}`)).toEqual(first);
  } finally {
    await server.close();
    nock.activate();
  }
  expect(first).toMatchObject({ userId: "jdoe", release: { release: "2506" } });
  expect(made.asked).toEqual(Array(2).fill("POST /tc/RestServices/Core-2008-06-Session/login"));
  expect(made.requests.map(({ headers }) => [headers["content-type"], headers["user-agent"]?.split("/")[0]])).toEqual(
    Array(2).fill(["application/xml", "tierwright"]),
  );
});
