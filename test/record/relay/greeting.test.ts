import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { localAuthority } from "../../../src/platform/local-authority.ts";
import type { Upstream } from "../../../src/platform/wire.ts";
import { troubleText } from "../../../src/record/views/recording.ts";
import { FakeFolder, RAW } from "./fake-wire.ts";
import { closeAll, closing, HERE, plain, read, relayTo, type Scene, serving } from "./scene.ts";
import { eachNth } from "../../support/runs.ts";

/* TLS' greeting: how long the server may take for it, what its certificate has to be, and clients that never come to it. */

afterEach(closeAll);

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const authority = localAuthority(["localhost"], new Date());
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate);
};
const kinds = ({ folder }: Scene) => folder.events.map(({ event }) => event);
const said = ({ troubles }: Scene, to = "plm.example.com:443") => troubles.map((one) => troubleText(one, to, "-"));
const upstream = (port: number, ca = authority.certificate): Upstream => ({ host: "localhost", port, tls: { ca } });

/** A server of TLS; `heard`: what came to it inside of TLS. */
async function secure(identity = authority.identity("localhost")): Promise<{ readonly port: number; readonly heard: string[] }> {
  const heard: string[] = [];
  const server = tls.createServer({ ...identity, allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined).on("data", (chunk) => heard.push(String(chunk)));
  });
  return { port: await serving(server.on("tlsClientError", () => undefined)), heard };
}

describe("a clock moved by the test", () => {
  // what a clock of the network's own does is not moved by it
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test.each(eachNth(3, ["plain", "tls"] as const))(
    "[G2] mode %s: a server that never greets has 30 seconds, and not one byte",
    async (mode) => {
      let heard = "";
      const port = await plain((socket) => void socket.on("data", (chunk) => (heard += chunk.toString("latin1"))));
      const scene = await relayTo(upstream(port), new FakeFolder(), mode);
      const client = scene.client();
      client.write("password");
      // TLS' own greeting came, and stays without an answer
      await until(() => heard !== "" && (scene.folder.text(RAW.c2s).length > 0 || client.destroyed));
      vi.advanceTimersByTime(29_000);
      await new Promise(setImmediate);
      expect([scene.troubles, kinds(scene).includes("closed")]).toEqual([[], false]);
      vi.advanceTimersByTime(1000);
      await scene.over();
      expect(heard).not.toContain("password");
      expect(scene.folder.events.at(-2)).toMatchObject({ event: "not-reached", code: "ETIMEDOUT" });
      expect(said(scene)).toEqual(["connection 1: plm.example.com:443 does not answer; nothing was forwarded"]);
      expect(scene.folder.text(RAW.c2s).toString()).toBe("password");
    },
  );

  test.each(eachNth(3, ["plain", "tls"] as const))(
    "[G2] mode %s: once a server has greeted, it may take as long as it likes",
    async (mode) => {
      const { port, heard } = await secure();
      const scene = await relayTo(upstream(port), new FakeFolder(), mode);
      scene.client().write("ask");
      await until(() => heard.join("") === "ask");
      vi.advanceTimersByTime(600 * MINUTE);
      await new Promise(setImmediate);
      expect(scene.troubles).toEqual([]);
      expect(kinds(scene)).not.toContain("closed");
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test("[G2] a client that leaves first leaves no timer", async () => {
    const scene = await relayTo(upstream(await plain((socket) => void socket.resume())));
    const client = scene.client();
    await until(() => kinds(scene).includes("accepted"));
    client.resetAndDestroy();
    await scene.over();
    expect(vi.getTimerCount()).toBe(0);
    expect(scene.troubles).toEqual([]);
  });
});

describe.each(["plain", "tls", "patch"] as const)("mode %s to https", (mode) => {
  test.each(
    eachNth(3, [
      ["has expired", new Date(Date.now() - 2 * YEAR), "CERT_HAS_EXPIRED", "presents a certificate that has expired"],
      ["is not valid yet", new Date(Date.now() + YEAR), "CERT_NOT_YET_VALID", "presents a certificate that is not valid yet"],
    ]),
  )("[G2] a server whose certificate %s is not reached, gets no byte, and it is said why", async (_, at, code, words) => {
    const old = localAuthority(["localhost"], at);
    const { port, heard } = await secure(old.identity("localhost"));
    const scene = await relayTo(upstream(port, old.certificate), new FakeFolder(), mode);
    const client = scene.client();
    client.write("GET / HTTP/1.1\r\nAuthorization: Bearer password\r\n\r\n");
    await scene.over();
    await until(() => client.destroyed);
    expect(heard).toEqual([]);
    expect(scene.troubles).toEqual([{ relay: "one", connection: 1, what: "not-reached", code }]);
    expect(said(scene)).toEqual([`connection 1: plm.example.com:443 ${words}; nothing was forwarded`]);
    expect(kinds(scene)).not.toContain("connected");
    expect(scene.recorder.totals).toMatchObject({ notReached: 1, bytes: { fromServer: 0 } });
  });
});

describe("a client in mode tls that closes during the TLS handshake", () => {
  const closed = expect.stringContaining("the client closed the connection during the TLS handshake");

  test("[G1] a client that does not trust the authority is reported, never as an orderly end", async () => {
    const scene = await relayTo(upstream((await secure()).port), new FakeFolder(), "tls");
    // this one looks at the certificate before it says that its greeting is done, and closes without a word of TLS
    await once(scene.client(localAuthority(["localhost"], new Date()).certificate), "error");
    await scene.over();
    expect(scene.troubles).toMatchObject([{ what: "not-greeted" }]);
    expect(kinds(scene)).toContain("not-greeted");
    expect(kinds(scene)).not.toContain("fin");
  });

  test.each(
    eachNth(3, [
      ["at once", ""],
      ["in the middle of its greeting", "\u0016\u0003\u0001\u0001\u0000\u0001"],
    ]),
  )("[G1] %s: it is said, and the server hears nothing of it", async (_, bytes) => {
    const { port, heard } = await secure();
    const scene = await relayTo(upstream(port), new FakeFolder(), "tls");
    const client = net.connect(scene.listening.at.port, HERE).on("error", () => undefined);
    closing.push(() => client.destroy());
    client.end(Buffer.from(bytes, "latin1"));
    await scene.over();
    expect([said(scene), heard]).toEqual([[closed], []]);
    expect(scene.folder.events).toContainEqual(expect.objectContaining({ event: "not-greeted", code: "CLOSED" }));
  });

  test("[G2] a client that completes TLS and sends nothing ended in order", async () => {
    const { port } = await secure();
    const scene = await relayTo(upstream(port), new FakeFolder(), "tls");
    const client = scene.client() as tls.TLSSocket;
    await once(client, "secureConnect");
    client.end();
    await until(() => scene.folder.lines.some((line) => line.includes('"fin"')));
    expect(scene.troubles).toEqual([]);
    expect(kinds(scene)).not.toContain("not-greeted");
  });
});

test("[G2] bytes sent together with the TLS handshake and the end are recorded and sent", async () => {
  const { port, heard } = await secure();
  const scene = await relayTo(upstream(port), new FakeFolder(), "tls");
  const client = scene.client();
  client.end("all of it");
  void read(client).catch(() => undefined);
  await until(() => heard.join("") === "all of it");
  expect(scene.troubles).toEqual([]);
});
