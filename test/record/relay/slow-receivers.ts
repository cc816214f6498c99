import type net from "node:net";
import { expect } from "vitest";
import { type ByHandle, connectTo } from "../../../src/platform/sockets.ts";
import type { WireEnd } from "../../../src/platform/wire.ts";
import { FakeFolder } from "./fake-wire.ts";
import { closing, plain, relayTo, to } from "./scene.ts";

const WHOLE = 16 * 1024 * 1024;
/** Nowhere the same for long: bytes of another read would be seen. */
const PATTERN = ((): Buffer => {
  const words = new Uint32Array(WHOLE / 4);
  for (let i = 0; i < words.length; i++) words[i] = Math.imul(i, 2_654_435_761);
  return Buffer.from(words.buffer);
})();

function all(socket: net.Socket): Promise<boolean> {
  const got: Buffer[] = [];
  socket.on("data", (chunk) => got.push(chunk));
  return new Promise((resolve) => {
    socket.resume().on("end", () => resolve(Buffer.concat(got).equals(PATTERN)));
  });
}

/** Reads of many sizes, each to the place of the one before, sent to somebody who takes none of it at first: more than the system holds. */
export async function slowReceiver(byHandle?: ByHandle): Promise<void> {
  let accepted: (socket: net.Socket) => void = () => undefined;
  const receiver = new Promise<net.Socket>((resolve) => {
    accepted = resolve;
  });
  const port = await plain((socket) => accepted(socket.pause()));
  const end: WireEnd = connectTo(to(port), byHandle);
  const nothing = () => undefined;
  await new Promise<void>((connected) => {
    end.begin({
      connected: () => connected(),
      bytes: nothing,
      drained: nothing,
      finished: nothing,
      lost: nothing,
      closed: nothing,
    });
  });
  closing.push(() => end.reset());
  const place = Buffer.alloc(65_536);
  for (let at = 0, i = 0; at < WHOLE; i++) {
    const size = [7, 750, 20_000, 65_536][i % 4] ?? 1;
    const length = PATTERN.copy(place, 0, at, at + size);
    end.send(place.subarray(0, length));
    await new Promise(setImmediate);
    place.fill("#");
    at += length;
  }
  end.finish();
  expect(await all(await receiver)).toBe(true);
}

/** A sender that is quicker than the relay: it reads as often as it may in one turn, and each read is sent as it was. */
export async function quickSender(byHandle?: ByHandle): Promise<void> {
  let lengths = 0;
  const folder = new FakeFolder();
  folder.open = () => ({
    append: (bytes) => {
      lengths += bytes.length;
    },
    close: () => undefined,
  });
  const port = await plain((socket) => {
    socket.once("data", () => socket.end(PATTERN));
  });
  const scene = await relayTo(to(port), folder, "plain", [], byHandle);
  const client = scene.client();
  client.write("ask");
  expect(await all(client)).toBe(true);
  expect(lengths).toBe(WHOLE + 3);
}
