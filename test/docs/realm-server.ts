import https from "node:https";
import type { AddressInfo } from "node:net";
import type { HttpGet } from "../../src/platform/http.ts";
import { httpGet } from "../../src/platform/http-get.ts";
import { selfSigned } from "../support/certificate.ts";

/** The address that the pages write, and that no machine of a test has. */
const WRITTEN = "10.20.0.1";

export interface RealmServer {
  /** Its certificate (PEM), which is its own authority. */
  readonly certificate: string;
  /** Asks as the tool does; what is meant for the written address goes to this server, and is said to come from there. */
  readonly get: HttpGet;
  readonly close: () => Promise<void>;
}

/** An https server of this machine with a certificate of its own for a name, which answers these paths. */
export async function realmServer(name: string, answers: Readonly<Record<string, string>>): Promise<RealmServer> {
  const { key, cert } = selfSigned(name);
  const server = https.createServer({ key, cert }, ({ url = "" }, response) => {
    const body = answers[url];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" }).end(body ?? "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const get: HttpGet = async (request) => {
    const via = request.via.map((one) =>
      one.address === WRITTEN ? { ...one, address: "127.0.0.1", toPort: String(port) } : one,
    );
    const answer = await httpGet({ ...request, via });
    const asked = new URL(request.url);
    return { ...answer, peer: answer.peer.replace(`127.0.0.1:${port}`, `${WRITTEN}:${asked.port || "443"}`) };
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { certificate: cert, get, close };
}
