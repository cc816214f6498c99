import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { LineTransport } from "../../../src/serve/mcp/stdio.ts";

/** A transport on streams of ours, with all that comes out of it. */
async function started() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport(input, output);
  const came: unknown[] = [];
  const events: string[] = [];
  const written: Buffer[] = [];
  output.on("data", (chunk: Buffer) => written.push(chunk));
  transport.onmessage = (message) => came.push(message);
  transport.onerror = ({ message }) => events.push(message);
  transport.onend = () => events.push("end");
  transport.onclose = () => events.push("close");
  await transport.start();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    transport,
    came,
    events,
    output,
    input,
    turn,
    send: async (text: string | Buffer) => {
      input.write(text);
      await turn();
    },
    lines: () =>
      Buffer.concat(written)
        .toString("utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  };
}

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
const line = (value: unknown) => `${JSON.stringify(value)}\n`;

test("messages are lines, however they are cut, with either line end", async () => {
  const { came, send } = await started();
  const bytes = Buffer.from(`${line({ ...ping(1), params: { text: "ü€" } })}\r\n\n${JSON.stringify(ping(2))}\r\n`);
  for (const byte of bytes) await send(Buffer.from([byte]));
  expect(came).toEqual([{ ...ping(1), params: { text: "ü€" } }, ping(2)]);
  await send(line(ping(3)) + line(ping(4)));
  expect(came).toHaveLength(4);
});

test("what is no message is answered as JSON-RPC asks, and the next one is read", async () => {
  const { came, send, lines } = await started();
  for (const bad of [
    "{",
    "null",
    "[]",
    "7",
    '"x"',
    "{}",
    '{"jsonrpc":"1.0","id":1,"method":"x"}',
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
  ])
    await send(`${bad}\n`);
  expect(lines().map(({ id, error }) => [id, error.code])).toEqual([[null, -32700], ...new Array(7).fill([null, -32600])]);
  await send(line(ping(1)));
  expect(came).toEqual([ping(1)]);
});

test("a message that is too long is not kept, is answered once, and the next one is read", async () => {
  const { came, send, lines } = await started();
  const piece = Buffer.alloc(1024 * 1024, "x");
  for (let i = 0; i < 12; i++) await send(piece);
  await send(`\n${line(ping(1))}`);
  expect(lines()).toMatchObject([
    { id: null, error: { code: -32600, message: expect.stringContaining("longer than 8388608 bytes") } },
  ]);
  expect(came).toEqual([ping(1)]);
});

test("the end of the input is told once, and what was asked may still be answered", async () => {
  const { transport, input, send, turn, events, lines } = await started();
  await send(line(ping(1)) + line(ping(2)) + line(ping(3)));
  input.end();
  await turn();
  expect(events).toContain("end");
  let done = false;
  const answered = transport.answered().then(() => {
    done = true;
  });
  await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  await transport.send({ jsonrpc: "2.0", id: 2, error: { code: 1, message: "x" } });
  expect(done).toBe(false);
  await transport.send({ jsonrpc: "2.0", id: 3, result: {} });
  await answered;
  expect(lines().map(({ id }) => id)).toEqual([1, 2, 3]);
  await transport.close();
  await transport.close();
  expect(events.filter((each) => each === "close")).toHaveLength(1);
  await transport.send({ jsonrpc: "2.0", id: 4, result: {} });
  expect(lines()).toHaveLength(3);
});

test("a request that was cancelled needs no answer", async () => {
  const { transport, send } = await started();
  await send(line(ping(1)));
  await send(line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }));
  await transport.answered();
  expect(await transport.answered()).toBeUndefined();
});

test("a client that does not listen any more has gone", async () => {
  const { output, events, turn } = await started();
  output.destroy(Object.assign(new Error("EPIPE"), { code: "EPIPE" }));
  await turn();
  expect(events).toEqual(["close"]);
});
