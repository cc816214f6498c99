// A plain client: the requests of a file, one after another on one connection, and nothing else. Ids and tokens are those that its own answers give.
import { readFileSync } from "node:fs";
import https from "node:https";

const [file, port, authority] = process.argv.slice(2);
const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(authority) });
const ids = new Map();
let token = "";
let refresh = "";

const last = (location) => location.split("/").at(-1);
const own = (path) =>
  path
    .split("/")
    .map((part) => ids.get(part) ?? part)
    .join("/");

function send({ method, path, body }) {
  const form = path.endsWith("/token");
  const text = form && body.includes("refresh_token=") ? body.replace(/refresh_token=[^&]+/, `refresh_token=${refresh}`) : body;
  const headers = {
    host: "idp.example.com:8443",
    accept: "application/json",
    ...(form ? { "content-type": "application/x-www-form-urlencoded" } : { authorization: `Bearer ${token}` }),
    ...(!form && text !== "" ? { "content-type": "application/json" } : {}),
    "content-length": Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    https
      .request(
        { agent, host: "127.0.0.1", servername: "idp.example.com", port, method, path: own(path), headers },
        (response) => {
          const parts = [];
          response.on("data", (part) => parts.push(part)).on("error", reject);
          response.on("end", () => resolve({ response, text: Buffer.concat(parts).toString("utf8") }));
        },
      )
      .on("error", reject)
      .end(text);
  });
}

for (const request of JSON.parse(readFileSync(file, "utf8"))) {
  const { response, text } = await send(request);
  if (response.statusCode !== request.status)
    throw new Error(`${request.method} ${request.path} answers ${response.statusCode}, and ${request.status} is expected`);
  const document = text === "" ? null : JSON.parse(text);
  if (request.path.endsWith("/token")) ({ access_token: token, refresh_token: refresh } = document);
  if (request.location !== null) ids.set(last(request.location), last(response.headers.location));
}
agent.destroy();
