import { expect, test } from "vitest";
import { applied, freshRealm, planOf, told, wantedOf } from "./scene.ts";

/* Addresses after sign-out: `-` forbids all, with others beside it, too; `+` stands for the redirect URIs, and goes with others. */

const FIELD = "attributes.post.logout.redirect.uris";
const OURS = "https://plm.example.com:3000/awc";

function serverWith(stored: string | null) {
  const server = freshRealm();
  const attributes = stored === null ? {} : { "post.logout.redirect.uris": stored };
  server.addClient(server.realms.get("engineering"), { clientId: "plm", attributes });
  return server;
}

const storedAt = (server: ReturnType<typeof serverWith>): string | undefined =>
  server.realms.get("engineering").clients.find(({ clientId }: { clientId: string }) => clientId === "plm").attributes[
    "post.logout.redirect.uris"
  ];

const changesOf = async (server: ReturnType<typeof serverWith>) =>
  (await planOf(server)).plan.changes
    .filter(({ field }) => field === FIELD)
    .map(({ kind, before, after }) => `${kind} ${before ?? ""} > ${after ?? ""}`);

test.each<[stored: string | null, planned: readonly string[], written: string, pruned: string]>([
  ["-", [`set - > ${OURS}`], OURS, OURS],
  [`-##${OURS}`, [`set - > ${OURS}`], OURS, OURS],
  ["-##https://a.example.com/", [`set - > ${OURS}`, "remove https://a.example.com/ > "], `https://a.example.com/##${OURS}`, OURS],
  [null, [`add  > ${OURS}`], OURS, OURS],
  ["+", [`add  > ${OURS}`, "remove + > "], `+##${OURS}`, OURS],
  ["https://a.example.com/", [`add  > ${OURS}`, "remove https://a.example.com/ > "], `https://a.example.com/##${OURS}`, OURS],
  [OURS, [], OURS, OURS],
])("[F13] %s at the server: planned, written and read back", async (stored, planned, written, pruned) => {
  const server = serverWith(stored);
  expect(await changesOf(server)).toEqual(planned);
  const { done, notDone } = await applied(server);
  expect(done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
  expect(storedAt(server)).toBe(written);
  expect(notDone.map(told)).toEqual(planned.filter((one) => one.startsWith("remove")).map(() => `client plm ${FIELD}`));
  const other = serverWith(stored);
  await applied(other, wantedOf(), true);
  expect(storedAt(other)).toBe(pruned);
  expect(await changesOf(other)).toEqual([]);
});

test("[F13] a server that keeps the - is found out", async () => {
  const server = serverWith("-");
  server.habits = {
    lies: (kind, stored) => kind === "client" && Object.assign(stored.attributes, { "post.logout.redirect.uris": `-##${OURS}` }),
  };
  const { done } = await applied(server);
  expect(done.filter(({ outcome }) => outcome === "differs").map(told)).toContain(`client plm ${FIELD}`);
});
