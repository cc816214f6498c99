// Traffic through a relay: many small requests (wrk), large downloads (curl), and what a witness at both ends says was sent.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import net from "node:net";

const HERE = "127.0.0.1";

const output = (program, args) =>
  new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${program} ${args.join(" ")}: ${stderr || error.message}`)) : resolve(stdout),
    );
  });

const UNITS = { us: 1e-3, ms: 1, s: 1e3, m: 6e4 };
const time = (text) => Number.parseFloat(text) * UNITS[text.replace(/[\d.]/g, "")];

/** wrk for some seconds: requests a second, milliseconds at the median and the 99th percentile, errors. */
export async function smallRequests(url, { seconds, connections = 32 }) {
  const text = await output("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "--timeout", "60s", url]);
  const field = (pattern) => pattern.exec(text)?.[1];
  const errors = field(/Socket errors: (.*)/);
  const wrong = field(/Non-2xx or 3xx responses: (\d+)/);
  if (errors || wrong) throw new Error(`wrk ${url}: ${errors ?? ""} ${wrong ? `${wrong} wrong answers` : ""}`);
  return {
    rate: Number(field(/Requests\/sec:\s+([\d.]+)/)),
    requests: Number(field(/(\d+) requests in/)),
    p50: time(field(/^\s+50%\s+(\S+) *$/m)),
    p99: time(field(/^\s+99%\s+(\S+) *$/m)),
  };
}

/** One connection, so many times the same file: bytes a second. */
export async function bulk(url, { times, bytes }) {
  const begin = performance.now();
  const words = new Array(times).fill(["-o", "/dev/null", url]).flat();
  const sizes = await output("curl", ["-sS", "--fail", "-w", "%{size_download}\n", ...words]);
  const ms = performance.now() - begin;
  const got = sizes.trim().split("\n").map(Number);
  if (got.length !== times || got.some((size) => size !== bytes))
    throw new Error(`${url}: ${got.join(", ")} bytes came, not ${bytes}`);
  return { rate: (bytes * times) / (ms / 1000), bytes: bytes * times };
}

/** Clients that ask for something large and read none of it; what `look` sees after so many milliseconds. */
export async function stalled(port, count, ms, look) {
  const sockets = [];
  for (let i = 0; i < count; i++) {
    const socket = net.connect({ host: HERE, port });
    socket.pause().on("error", () => undefined);
    await once(socket, "connect");
    socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    sockets.push(socket);
  }
  await new Promise((resolve) => setTimeout(resolve, ms));
  const seen = await look();
  for (const socket of sockets) socket.destroy();
  return seen;
}

/** All bytes of one direction, as they came. */
class Tally {
  #hash = createHash("sha256");
  length = 0;
  add(bytes) {
    this.#hash.update(bytes);
    this.length += bytes.length;
  }
  get words() {
    return `${this.length} ${this.#hash.copy().digest("hex")}`;
  }
}

/**
 * A server that answers each LENGTH with so many bytes, and clients that ask it through a relay: what each side of each connection sent and
 * received. `seed` makes the bytes.
 */
export async function witnessed(connect, { connections, exchanges, largest }) {
  const [served, asked] = [[], []];
  const block = Buffer.from(Array.from({ length: 65_521 }, (_, i) => (i * 2_654_435_761) >>> 24));
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const one = { received: new Tally(), sent: new Tally() };
    served.push(one);
    let rest = "";
    socket.on("data", (chunk) => {
      one.received.add(chunk);
      const lines = (rest + chunk.toString("latin1")).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        for (let left = Number(/^\d+/.exec(line)?.[0] ?? 0); left > 0; left -= block.length) {
          const piece = block.subarray(0, Math.min(left, block.length));
          one.sent.add(piece);
          socket.write(piece);
        }
      }
    });
    socket.on("end", () => socket.end());
    socket.on("error", () => undefined);
  });
  server.listen(0, HERE);
  await once(server, "listening");
  const relay = await connect(server.address().port);
  await Promise.all(
    Array.from({ length: connections }, async (_, c) => {
      const one = { received: new Tally(), sent: new Tally() };
      asked.push(one);
      const socket = net.connect({ host: HERE, port: relay.port, noDelay: true });
      const over = once(socket, "close");
      let wake = () => undefined;
      socket.on("data", (chunk) => {
        one.received.add(chunk);
        wake();
      });
      let wanted = 0;
      for (let i = 0; i < exchanges; i++) {
        const length = i % 50 === 49 ? largest : ((c * 7919 + i * 104_729) % 3000) + 1;
        const request = Buffer.from(`${length} ${"x".repeat((i * 31) % 400)}${i % 97 === 96 ? "y".repeat(200_000) : ""}\n`);
        one.sent.add(request);
        socket.write(request);
        wanted += length;
        while (one.received.length < wanted) await new Promise((resolve) => (wake = resolve));
      }
      socket.end();
      await over;
    }),
  );
  await relay.stop();
  server.close();
  // whoever looked whether the relay listens said nothing
  const pairs = (list, a, b) =>
    list
      .filter(({ sent, received }) => sent.length + received.length > 0)
      .map((one) => `${one[a].words} ${one[b].words}`)
      .sort();
  return {
    relay,
    clients: pairs(asked, "sent", "received"),
    servers: pairs(served, "received", "sent"),
    bytes: asked.reduce((sum, { sent, received }) => sum + sent.length + received.length, 0),
  };
}
