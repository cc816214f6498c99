/**
 * Stands for api.github.com: what `gh` asks for issues and releases, from the file of its state; a proxy leads a client to it. Words: the folder
 * that has `server.json`, `key.pem` and `cert.pem`. Prints the proxy's port.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";

const [folder = ""] = process.argv.slice(2);
const file = join(folder, "server.json");
const API = "https://api.github.com";

/** What GitHub answers for a release, whose draft has no address of its own by its tag. */
const shown = (release, i) => ({
  id: i + 1,
  tag_name: release.tag_name,
  name: release.name,
  draft: release.draft,
  url: `${API}/repos/org/site/releases/${i + 1}`,
  html_url: `https://github.com/org/site/releases/${i + 1}`,
  upload_url: `${API}/uploads/${i + 1}/assets{?name,label}`,
  assets: Object.keys(release.files).map((name) => ({ name, url: `${API}/assets/${i + 1}/${name}` })),
});

/** Each kind of call: its method and path, and what it does with the state. */
const CALLS = [
  [
    /^GET (\/repos\/org\/site\/issues)\?(.*)$/,
    ({ issues }, [path, query]) => {
      const given = new URLSearchParams(query);
      const asked = issues.filter(({ login }) => login === given.get("creator") && given.get("state") === "all");
      return page(
        path,
        query,
        asked.map(({ login, ...issue }) => ({ ...issue, user: { login } })),
      );
    },
  ],
  [/^GET (\/repos\/org\/site\/releases)\?(.*)$/, ({ releases }, [path, query]) => page(path, query, releases.map(shown))],
  [
    /^POST \/repos\/org\/site\/issues$/,
    (state, _, body) => {
      state.issues.push({ number: state.issues.length + 1, state: "open", login: "github-actions[bot]", comments: [], ...body });
      return [201, {}];
    },
  ],
  [
    /^POST \/repos\/org\/site\/issues\/(\d+)\/comments$/,
    (state, [number], body) => {
      state.issues[Number(number) - 1].comments.push(body.body);
      return [201, {}];
    },
  ],
  [
    /^PATCH \/repos\/org\/site\/issues\/(\d+)$/,
    (state, [number], body) => {
      Object.assign(state.issues[Number(number) - 1], body);
      return [200, {}];
    },
  ],
  [
    /^GET \/repos\/org\/site\/releases\/tags\/(.+)$/,
    (state, [tag]) => {
      const i = state.releases.findIndex((release) => release.tag_name === tag && !release.draft);
      return i < 0 ? [404, { message: "Not Found" }] : [200, shown(state.releases[i], i)];
    },
  ],
  [/^GET \/repos\/org\/site\/releases\/(\d+)$/, (state, [id]) => [200, shown(state.releases[id - 1], id - 1)]],
  [
    /^POST \/repos\/org\/site\/releases$/,
    (state, _, body) => {
      state.releases.push({ ...body, files: {} });
      return [201, shown(state.releases.at(-1), state.releases.length - 1)];
    },
  ],
  [
    /^PATCH \/repos\/org\/site\/releases\/(\d+)$/,
    (state, [id], body) => [200, shown(Object.assign(state.releases[id - 1], body), id - 1)],
  ],
  [
    /^POST \/uploads\/(\d+)\/assets\?.*\bname=([^&]+)/,
    (state, [id, name], bytes) => {
      const { files } = state.releases[id - 1];
      if (name in files) return [422, { message: "Validation Failed", errors: [{ code: "already_exists" }] }];
      files[name] = bytes.toString("latin1");
      return [201, { name, state: "uploaded" }];
    },
  ],
  [
    /^DELETE \/assets\/(\d+)\/(.+)$/,
    (state, [id, name]) => {
      delete state.releases[id - 1].files[name];
      return [204, null];
    },
  ],
  [
    /^POST \/graphql$/,
    (state, _, { query, variables }) => {
      if (query.includes("ref(qualifiedName")) {
        const known = state.tags.includes(variables.tagName.replace("refs/tags/", ""));
        return [200, { data: { repository: { ref: known ? { id: "R1" } : null } } }];
      }
      const i = state.releases.findIndex((release) => release.tag_name === variables.tagName);
      return [200, { data: { repository: { release: i < 0 ? null : { databaseId: i + 1, isDraft: state.releases[i].draft } } } }];
    },
  ],
];

/** Returns a page of a list, the newest first, and where the next one is. */
function page(path, query, list) {
  const given = new URLSearchParams(query);
  const [number, size] = [Number(given.get("page") ?? 1), Number(given.get("per_page"))];
  given.set("page", String(number + 1));
  const next = list.length > number * size ? { link: `<${API}${path}?${given}>; rel="next"` } : {};
  return [200, list.toReversed().slice((number - 1) * size, number * size), next];
}

function answered(request, bytes) {
  const state = JSON.parse(readFileSync(file, "utf8"));
  const asked = `${request.method} ${request.url}`;
  state.calls.push(asked);
  let answer = [404, { message: `the stand-in does not know ${asked}` }];
  if (request.headers.authorization !== "token t0ken") answer = [401, { message: "Bad credentials" }];
  else if (state.down) answer = [502, { message: "Bad gateway" }];
  else
    for (const [call, act] of CALLS) {
      const words = call.exec(decodeURI(asked))?.slice(1);
      if (!words) continue;
      answer = act(
        state,
        words,
        bytes.length > 0 && /json/.test(request.headers["content-type"]) ? JSON.parse(bytes.toString("utf8")) : bytes,
      );
      break;
    }
  writeFileSync(file, JSON.stringify(state));
  return answer;
}

const own = { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "cert.pem")) };
const api = createSecureServer(own, (request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const [status, body, headers = {}] = answered(request, Buffer.concat(chunks));
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body === null ? undefined : JSON.stringify(body));
  });
});
const proxy = createServer().on("connect", (_, client, head) => {
  const server = connect(api.address().port, "127.0.0.1", () => {
    client.write("HTTP/1.1 200 OK\r\n\r\n");
    server.write(head);
    server.pipe(client).pipe(server);
  });
  for (const end of [server, client]) end.on("error", () => server.destroy() && client.destroy());
});
api.listen(0, "127.0.0.1", () => proxy.listen(0, "127.0.0.1", () => console.log(proxy.address().port)));
