import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { builtCli } from "../cli/built.ts";
import { sceneOf } from "../docs/session.ts";
import { selfSigned } from "../support/certificate.ts";
import { answer, type Live, type LocalServer, serveLocally } from "../support/live/live.ts";
import { JANE, tierOf } from "../support/live/tier.ts";
import { notRun } from "../support/not-run.ts";
import { edit, temporaryFolder } from "../support/repository.ts";
import { compiled } from "./jvm.ts";
import { run } from "./trust.ts";

/*
 * A recording as its user plays it: the sample's environment 'production', whose names lead to a tier on this machine, the built command, and
 * Apache HttpClient in place of the connector, which reads its addresses from the two installed files.
 */

const JARS = ["httpclient", "httpcore", "commons-logging", "commons-codec"].map((name) => `/usr/share/java/${name}.jar`);
const HOSTS = join(import.meta.dirname, "story-hosts.cjs");
const YAML = "environments/production/environment.yaml";
const LIVE = "C/Program Files/Cameo Systems Modeler 2024x Refresh3";
const CONNECTOR = `${LIVE}/plugins/com.example.plm.connector/conf/connector.properties`;
const CLIENT = "C/ProgramData/Example/MBSE/bhm/CommonClient.properties";

let command = "";
beforeAll(async () => {
  command = await builtCli();
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Mode = "plain" | "tls" | "patch";

/** A cookie that is meant for TLS alone is none that a tier without it would set. */
const withoutSecure =
  (live: Live): Live =>
  async (request) => {
    const { headers, ...given } = await live(request);
    const cookies = [headers["set-cookie"] ?? []].flat().map((cookie) => cookie.replace("; Secure", ""));
    return { ...given, headers: { ...headers, ...(cookies.length > 0 ? { "set-cookie": cookies } : {}) } };
  };

async function scene(mode: Mode) {
  const [cwd, root] = [sceneOf("sample").folder, join(temporaryFolder(), "workstation")];
  const names = { "plm.example.com": selfSigned("plm.example.com"), "files.example.com": selfSigned("files.example.com") };
  const tier = tierOf({ compressed: "gzip" });
  const serve = async (live: Live, name: keyof typeof names): Promise<LocalServer> => {
    const server = await serveLocally(
      mode === "plain" ? withoutSecure(live) : live,
      mode === "plain" ? {} : { tls: names[name] },
    );
    closing.push(() => server.close());
    return server;
  };
  const signIn = await serve(tier.live, "plm.example.com");
  const files = await serve(() => answer(200, "text/plain", "a model file"), "files.example.com");
  const scheme = mode === "plain" ? "http" : "https";
  edit(cwd, YAML, "https://plm.example.com:8443/tc", `${scheme}://plm.example.com:${signIn.port}/tc`);
  edit(cwd, YAML, "https://files.example.com:4544", `${scheme}://files.example.com:${files.port}`);
  const ca = join(root, "ca.pem");
  const hosts = join(root, "hosts.json");
  const put = (path: string, bytes: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  };
  put(
    "ca.pem",
    Object.values(names)
      .map(({ cert }) => cert)
      .join("\n"),
  );
  const leads = (to: Readonly<Record<string, string>>) => put("hosts.json", JSON.stringify(to));
  leads({ "plm.example.com": "127.0.0.1", "files.example.com": "127.0.0.1" });
  const env = { ...process.env, STORY_HOSTS: hosts, NODE_OPTIONS: `--require ${HOSTS}`, XDG_STATE_HOME: join(root, "state") };
  /** The built command, with what it printed. */
  const tierwright = async (...words: string[]) => {
    const { code, text } = await run(process.execPath, [command, ...words], { cwd, env });
    return { code, text, flat: text.replace(/\s+/g, " ") };
  };
  const document = async (...words: string[]) => {
    const { code, text } = await tierwright(...words, "--format", "json");
    return { code, ...JSON.parse(text) };
  };
  const { code, text } = await tierwright("compile", "production", "--out", "out");
  if (code !== 0) throw new Error(text);
  put(`${LIVE}/plugins/com.example.plm.connector/plugin.xml`, '<plugin id="com.example.plm.connector" version="1"/>');
  put(`${LIVE}/bin/tool.properties`, "version=2024x Refresh3\n");
  put(CONNECTOR, readFileSync(join(cwd, "out/production/connector/connector.properties")));
  put(CLIENT, readFileSync(join(cwd, "out/production/client/CommonClient.properties")));
  return { cwd, root, ca, tier, leads, put, tierwright, document };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const installed = ({ root }: Scene): readonly Buffer[] => [CONNECTOR, CLIENT].map((path) => readFileSync(join(root, path)));

/** What the client prints; `leads`: how the names of the servers are looked up by it. */
async function work({ root }: Scene, leads: Readonly<Record<string, string>> = {}, trust: string | null = null) {
  const hosts = join(root, "java-hosts");
  writeFileSync(
    hosts,
    Object.entries(leads)
      .map(([name, address]) => `${address} ${name}\n`)
      .join(""),
  );
  const words = [
    ...["-XX:TieredStopAtLevel=1", `-Djdk.net.hosts.file=${hosts}`],
    ...(trust === null ? [] : [`-Djavax.net.ssl.trustStore=${trust}`, "-Djavax.net.ssl.trustStorePassword=changeit"]),
    ...["-cp", [...JARS, compiled("StoryClient", JARS)].join(":"), "StoryClient"],
  ];
  const { text } = await run("java", [...words, join(root, CONNECTOR), join(root, CLIENT), JANE.password]);
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" ").slice(0, 2).join(" "));
}

const DID = ["wrong 500", "login 200", "types 200", "session 200", "files 200"];

async function played(mode: Mode): Promise<void> {
  if (!JARS.every((jar) => existsSync(jar)))
    notRun("Apache HttpClient: it is not in /usr/share/java (Debian: libhttpclient-java)");
  const at = await scene(mode);
  const { root, ca, document, tierwright } = at;
  const before = installed(at);
  const place = ["--root", root];
  const started = await document(
    ...["record", "start", "production", "--mode", mode, "--detach", "--serial", "5", ...place],
    ...(mode === "plain" ? [] : ["--ca", ca]),
  );
  expect(started).toMatchObject({ code: 0, title: "production (recording)" });
  closing.push(() => tierwright("record", "stop"));
  const silent = await document("record", "status", ...place);
  expect(silent).toMatchObject({ state: "running", exchanges: 0, workstation: { state: "back" } });
  expect(silent.says).toContain("the tool was not switched");

  const deploy = async (bundle: string, ...more: string[]) => {
    const { code, text } = await tierwright("deploy", bundle, "--switch-environment", ...place, ...more);
    expect([code, code === 0 ? "" : text]).toEqual([0, ""]);
  };
  let did: readonly string[];
  if (mode === "tls") {
    const [signIn, files] = started.relays.map(({ listen }: { listen: string }) => listen.split(":")[0] ?? "");
    at.leads({ "plm.example.com": signIn, "files.example.com": files });
    const store = join(root, "trust");
    execFileSync("keytool", [
      ...["-importcert", "-noprompt", "-alias", "recording", "-file", started.authority, "-keystore", store],
      ...["-storepass", "changeit"],
    ]);
    did = await work(at, { "plm.example.com": signIn, "files.example.com": files }, store);
    expect(installed(at)).toEqual(before);
  } else {
    // the workstation was installed by hand: no receipt tells what belongs there
    await deploy(started.bundle.there, "--accept-drift");
    expect(installed(at)).not.toEqual(before);
    did = await work(at);
  }
  expect(did).toEqual(DID);

  const status = await document("record", "status", ...place);
  expect(status).toMatchObject({
    state: "running",
    exchanges: 5,
    broken: { total: 0, reasons: {} },
    agents: [{ agent: expect.stringMatching(/^Apache-HttpClient\/4\.5\.\d+ \(Java\/\d/), exchanges: 5 }],
    signIns: { xml: 2, json: 0 },
    workstation: { state: "there" },
  });
  expect((await tierwright("record", "status", ...place)).flat).toContain("5 exchanges, none of them broken");

  const id = started.id;
  expect((await document("capture", "list")).captures).toMatchObject([{ id }]);
  const list = await document("capture", "read", "last");
  expect(list.exchanges.map(({ n }: { n: number }) => n)).toEqual([1, 2, 3, 4, 5]);
  const read = await tierwright("capture", "read", "last", "2");
  expect(read.text).toContain("LoginInput");
  expect(read.text).not.toContain(JANE.password);
  const folder = join(started.store, id);
  const bytes = (way: string) =>
    Buffer.concat(
      readdirSync(folder)
        .filter((name) => name.endsWith(`.${way}.raw`))
        .sort()
        .map((name) => readFileSync(join(folder, name))),
    );
  expect(bytes("c2s").toString("latin1")).toContain(JANE.password);

  const [har, pcapng] = [join(root, "x.har"), join(root, "x.pcapng")];
  expect((await tierwright("capture", "export", "last", "--har", har, "--disclose")).code).toBe(0);
  expect((await tierwright("capture", "export", "last", "--pcapng", pcapng, "--disclose")).code).toBe(0);
  expect(JSON.parse(readFileSync(har, "utf8")).log.entries).toHaveLength(5);
  const asked = execFileSync("tshark", ["-r", pcapng, "-Y", "http.request", "-T", "fields", "-e", "http.request.uri"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(asked.toString("utf8").trim().split("\n")).toHaveLength(5);
  expect(statSync(har).mode & 0o077).toBe(0);

  const [first] = list.exchanges;
  const log = join(root, "connectorLogs.log");
  const when = new Date(first.at).toISOString();
  writeFileSync(
    log,
    `${when} [main] ERROR com.example - The login attempt failed: either the user ID or the password is invalid.\n`,
  );
  const diagnosed = await tierwright("diagnose", log, "--capture", id, "--format", "json");
  const wire = JSON.parse(diagnosed.text);
  expect(JSON.stringify(wire)).toContain("515143");
  expect(JSON.stringify(wire)).not.toContain(JANE.password);

  const stopped = await document("record", "stop");
  expect(stopped).toMatchObject({ code: 0, state: "stopped", exchanges: 5 });
  if (mode === "tls") at.leads({ "plm.example.com": "127.0.0.1", "files.example.com": "127.0.0.1" });
  else await deploy(started.bundle.back);
  expect(installed(at).map((one, i) => one.equals(before[i] ?? Buffer.alloc(0)))).toEqual([true, true]);
  expect(await document("record", "status", ...place)).toMatchObject({ code: 0, workstation: { state: "back" }, next: [] });
  expect(existsSync(join(at.cwd, "environments/production.recording"))).toBe(false);
}

test.each(["plain", "patch", "tls"] as const)(
  "[B9] [G1] [G2] [G3] [G4] [G6] a recording from start to stop with the sample, a tier and Apache HttpClient, in mode %s",
  played,
);
