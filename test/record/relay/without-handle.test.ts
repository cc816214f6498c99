import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { FakeFolder, RAW } from "./fake-wire.ts";
import { closeAll, plain, read, relayTo, to } from "./scene.ts";
import { quickSender, slowReceiver } from "./slow-receivers.ts";

/* A Node whose sockets have another handle than the relay knows: all of it is slower and the same. On Windows one half of it is always so. */

afterEach(closeAll);

const withoutHandle = (port: number) => relayTo(to(port), new FakeFolder(), "plain", [], "none");

test("[G2] bytes waiting for a slow receiver are not overwritten by a later read", () => slowReceiver("none"));
test("[G2] reads of the same turn are sent unchanged", () => quickSender("none"));

test("[G2] a reset by the server reaches the client as one, and what came before is recorded", async () => {
  const port = await plain((socket) => {
    socket.write("partial", () => socket.once("data", () => socket.resetAndDestroy()));
  });
  const scene = await withoutHandle(port);
  const client = scene.client();
  const codes: unknown[] = [];
  client.on("error", (error: NodeJS.ErrnoException) => codes.push(error.code));
  await once(client, "data");
  client.write("now");
  await scene.over();
  expect(scene.folder.text(RAW.s2c).toString()).toBe("partial");
  while (codes.length === 0) await new Promise(setImmediate);
  expect(codes).toEqual(["ECONNRESET"]);
});

test("[G2] one side can finish while the other continues", async () => {
  const port = await plain((socket) => void socket.on("end", () => socket.end("late")).resume());
  const scene = await withoutHandle(port);
  const client = scene.client();
  client.end("ask");
  expect((await read(client)).toString()).toBe("late");
  await scene.over();
  expect(scene.folder.text(RAW.c2s).toString()).toBe("ask");
});
