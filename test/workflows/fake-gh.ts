import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "./play.ts";

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly state: "open" | "closed";
  readonly login: string;
  readonly pull_request?: object;
  readonly comments: readonly string[];
}

/** What stands for GitHub: the issues, and every call. */
export interface Server {
  readonly issues: readonly Issue[];
  readonly calls: readonly string[];
  readonly releases: readonly { readonly words: readonly string[] }[];
  /** True once a person has published the draft. */
  readonly published?: boolean;
  /** Answers every call with a failure. */
  readonly down?: boolean;
}

const GH = `
import { readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
const file = process.env.GH_SERVER;
const server = JSON.parse(readFileSync(file, "utf8"));
const [verb, ...words] = process.argv.slice(2);
const fail = (text, code = 1) => { console.error("gh: " + text); process.exit(code); };
// a server of one's own is spoken to with another variable than GitHub's
const variable = /^(github[.]com)?$/.test(process.env.GH_HOST ?? "") ? "GH_TOKEN" : "GH_ENTERPRISE_TOKEN";
if (!process.env[variable]) fail("set the " + variable + " environment variable", 4);
server.calls.push([verb, ...words].join(" "));
if (verb === "release") {
  server.releases.push({ words });
  for (const word of words.slice(2)) if (/^release\\/files\\/|^out\\//.test(word)) readFileSync(word);
} else if (verb === "api") {
  const given = { method: "GET", paginate: false, silent: false, jq: null, path: null, fields: {} };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === "--paginate" || word === "--silent") given[word.slice(2)] = true;
    else if (word === "--method" || word === "--jq") given[word.slice(2)] = words[++i];
    else if (word === "-f" || word === "-F") {
      const [, name, value] = /^([a-z_]+)=([\\s\\S]*)$/.exec(words[++i]);
      given.fields[name] = word === "-F" && value.startsWith("@") ? readFileSync(value.slice(1), "utf8") : value;
    } else if (given.path === null && !word.startsWith("-")) given.path = word;
    else fail("unknown word " + word);
  }
  if (server.down) fail("HTTP 502");
  const url = new URL(given.path, "https://api.example.com/");
  if (url.pathname === "/repos/org/site/releases") {
    if (!given.paginate) fail("the list has pages");
    const made = server.releases.filter(({ words: [what] }) => what === "create").map(({ words: [, tag_name] }) => ({ tag_name, draft: !server.published }));
    process.stdout.write(execFileSync("jq", ["-r", given.jq], { input: JSON.stringify(made) }));
    writeFileSync(file, JSON.stringify(server));
    process.exit();
  }
  const [, number, part] = /^\\/repos\\/org\\/site\\/issues(?:\\/(\\d+))?(?:\\/(comments))?$/.exec(url.pathname) ?? fail("HTTP 404 " + given.path);
  const issue = server.issues.find((item) => item.number === Number(number));
  if (number && !issue) fail("HTTP 404");
  if (given.fields.body?.length > 65536) fail("HTTP 422: body is too long (maximum is 65536 characters)");
  if (given.method === "GET") {
    if (!given.paginate) fail("the list has pages");
    const state = url.searchParams.get("state"), creator = url.searchParams.get("creator"), size = Number(url.searchParams.get("per_page"));
    const all = server.issues.filter((item) => (state === "all" || item.state === state) && (creator === null || item.login === creator)).reverse();
    for (let at = 0; at < Math.max(all.length, 1); at += size) {
      const page = all.slice(at, at + size).map(({ login, ...item }) => ({ ...item, user: { login } }));
      process.stdout.write(execFileSync("jq", ["-r", given.jq], { input: JSON.stringify(page) }));
    }
  } else if (part) issue.comments.push(given.fields.body);
  else if (given.method === "POST") server.issues.push({ number: server.issues.length + 1, state: "open", login: "github-actions[bot]", comments: [], ...given.fields });
  else if (given.method === "PATCH") Object.assign(issue, given.fields);
  else fail("HTTP 405");
} else fail("unknown command " + verb);
writeFileSync(file, JSON.stringify(server));
`;

/** A `gh` in a folder that knows the calls of the workflows, and the server that it speaks to. */
export function fakeGh(folder: string) {
  const file = join(folder, "server.json");
  const save = (server: Server) => writeFileSync(file, JSON.stringify(server));
  const read = () => JSON.parse(readFileSync(file, "utf8")) as Server;
  program(join(folder, "bin"), "gh", GH);
  save({ issues: [], calls: [], releases: [] });
  return { bin: join(folder, "bin"), env: { GH_SERVER: file }, save, read };
}
