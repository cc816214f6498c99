// The tests' re-made identity provider as a process of its own, over TLS, so that its memory is nobody else's. Bundled by realms.mjs.
import https from "node:https";
import { selfSigned } from "../../src/platform/own-certificate.ts";
import { RealmServer } from "../../test/support/live/realm.ts";

const HOST = "idp.example.com";
const ORIGIN = `https://${HOST}:8443`;
const administrator = { user: "root", password: process.env.IDP_PASSWORD ?? "" };

const server = new RealmServer(administrator, { hostname: ORIGIN, now: Date.now });
server.addRealm("engineering", { enabled: true });
const made = structuredClone(server.realms.get("engineering"));

let connections = 0;
let answers = [];

/** The realm as it was made, and nothing asked of it. */
function reset() {
  server.realms.set("engineering", structuredClone(made));
  server.requests.length = 0;
  connections = 0;
  answers = [];
}

async function answer(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { method, url, headers } = request;
  const { status, headers: told, body } = server.handle({ method, url: `${ORIGIN}${url}`, headers, body: Buffer.concat(parts) });
  answers.push({ location: told.location ?? null });
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...told, "content-length": bytes.length }).end(bytes);
}

function told() {
  const { users, groups } = server.realms.get("engineering");
  const requests = server.requests.map(({ method, path, body, status }, i) => ({ method, path, body, status, ...answers[i] }));
  return { users: users.map(({ username }) => username), groups: groups.map(({ name }) => name), requests, connections };
}

const tls = selfSigned(HOST);
const listener = https.createServer(tls, answer).on("secureConnection", () => connections++);
listener.listen(0, "127.0.0.1", () => process.send({ port: listener.address().port, cert: tls.cert }));
process.on("message", (message) => {
  if (message === "reset") reset();
  process.send(told());
});
process.on("disconnect", () => process.exit());
