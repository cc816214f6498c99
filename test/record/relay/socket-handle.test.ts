import { once } from "node:events";
import net from "node:net";
import { afterEach, expect, test } from "vitest";
import { readingTo, sendAtOnce, sendsAtOnce } from "../../../src/platform/socket-handle.ts";
import { closeAll, closing, HERE, plain } from "./scene.ts";
import { quickSender, slowReceiver } from "./slow-receivers.ts";

/* What is taken from the handle of a socket; without-handle.test.ts is the same without it. */

afterEach(closeAll);

const place = { buffer: Buffer.alloc(16), callback: () => true };

async function connected(serve: (socket: net.Socket) => void = () => undefined): Promise<net.Socket> {
  const socket = net.connect({ host: HERE, port: await plain(serve), allowHalfOpen: true });
  closing.push(() => socket.destroy());
  await once(socket, "connect");
  return socket;
}

test("[G2] bytes waiting for a slow receiver are not overwritten by a later read", () => slowReceiver());
test("[G2] reads of the same turn are sent unchanged", () => quickSender());

test("a socket without a handle is read and written the ordinary way", () => {
  const socket = new net.Socket();
  expect(readingTo(place, socket)).toBeNull();
  expect(sendsAtOnce(socket)).toBe(false);
  expect(sendAtOnce(socket, Buffer.from("a"))).toBe(0);
});

test("a handle without a read buffer remains with its socket", () => {
  const handle = { fd: -1 };
  const socket = Object.assign(new net.Socket(), { _handle: handle });
  expect(readingTo(place, socket)).toBeNull();
  expect(sendsAtOnce(socket)).toBe(false);
  expect(socket._handle).toBe(handle);
});

test.skipIf(process.platform === "win32")("what waits already goes first (Windows has no descriptor)", async () => {
  const socket = await connected((other) => void other.pause());
  expect(sendAtOnce(socket, Buffer.from("a"))).toBe(1);
  while (socket.writableLength === 0) socket.write(Buffer.alloc(1024 * 1024));
  expect(sendAtOnce(socket, Buffer.from("a"))).toBe(0);
});

test.skipIf(process.platform === "win32")(
  "[G2] a full system takes nothing, and the connection stays (Windows has no descriptor)",
  async () => {
    const socket = await connected((other) => void other.pause());
    const block = Buffer.alloc(1024 * 1024);
    while (sendAtOnce(socket, block) > 0);
    expect(sendAtOnce(socket, block)).toBe(0);
    expect(socket.destroyed).toBe(false);
  },
);

test.skipIf(process.platform === "win32")("[G2] a connection that broke is told as one (Windows has no descriptor)", async () => {
  const socket = await connected((other) => void other.once("data", () => other.resetAndDestroy()));
  socket.pause();
  let code: unknown = null;
  socket.on("error", (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  while (code === null) {
    sendAtOnce(socket, Buffer.from("a"));
    await new Promise(setImmediate);
  }
  expect(code).toMatch(/^(?:ECONNRESET|EPIPE)$/);
  expect(socket.destroyed).toBe(true);
});
