import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface LocalProxy {
  readonly port: string;
  /** The bytes that were meant for it: what it is asked, and nothing of what goes through it. */
  readonly heard: string[];
  close(): void;
}

/** A proxy that opens a tunnel to a port of this machine, whatever name is asked; null: it wants a password of its own. */
export async function localProxy(to: string | null): Promise<LocalProxy> {
  const heard: string[] = [];
  const open: Socket[] = [];
  const server = createServer((client) => {
    open.push(client);
    client.on("error", () => undefined);
    client.once("data", (head) => {
      heard.push(head.toString("latin1"));
      if (to === null)
        return void client.end(
          "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n",
        );
      const there = connect(Number(to), "127.0.0.1", () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        client.pipe(there).pipe(client);
      }).on("error", () => client.destroy());
      open.push(there);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: String((server.address() as AddressInfo).port),
    heard,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
