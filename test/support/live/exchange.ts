import type { Exchange } from "../../../src/io/exchange.ts";
import { HttpFault } from "../../../src/io/http.ts";
import type { RealmServer } from "./realm.ts";

/** The server as the network of a command, without one between. */
export const exchangeOf =
  (server: RealmServer): Exchange =>
  async ({ method, url, headers, body }) => {
    const made = server.handle({ method, url, headers, body });
    if (made === "hang-up") throw new HttpFault("no-answer", url, "it did not answer fully within 30 s");
    const all = Object.entries(made.headers).map(([name, value]) => [name.toLowerCase(), [value]] as const);
    const type = (made.headers["content-type"] ?? "").split(";")[0] ?? "";
    return {
      url,
      status: made.status,
      headers: new Map(all),
      type,
      charset: null,
      body: Buffer.from(made.body),
      peer: "10.0.0.1:8443",
    };
  };
