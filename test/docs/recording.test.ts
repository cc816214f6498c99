import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { PropertiesDocument } from "../../src/kernel/formats/properties/document.ts";
import { Git } from "../../src/platform/git.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import { endpointText } from "../../src/record/relay/address.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, temporaryFolder } from "../support/repository.ts";
import { blocksOf, readPage } from "./page.ts";
import { TODAY, wordsOf } from "./session.ts";

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/** The walk of the page: each command with the lines that it shows of its output. */
function stepsOf(page: string): readonly { readonly command: string; readonly shows: readonly string[] }[] {
  const [, walk = ""] = /<!-- followed from start to stop -->([\s\S]*?)<!-- \/followed -->/.exec(page) ?? [];
  const lines = blocksOf(walk).flatMap(({ body }) => body.split("\n").map((line) => line.trim()));
  const steps: { command: string; shows: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), shows: [] });
    else if (line !== "") steps.at(-1)?.shows.push(line);
  }
  return steps;
}

const ENVIRONMENT = "environments/production/environment.yaml";
const LIVE = "Program Files/2024x Refresh3/plugins/com.example.plm.connector";
const CLIENT = "ProgramData/Example/MBSE/bhm/CommonClient.properties";

/** The repository of a site, and a workstation that has its environment 'production'. */
async function site(): Promise<{ readonly cwd: string; readonly root: string }> {
  const cwd = exampleRepository();
  mkdirSync(dirname(join(cwd, ENVIRONMENT)));
  writeFileSync(join(cwd, ENVIRONMENT), readFileSync(join(cwd, "environments/demo/environment.yaml")));
  edit(cwd, ENVIRONMENT, "name: demo", "name: production");
  edit(cwd, ENVIRONMENT, "  transport: http", "  sharedWith: [demo]\n  transport: http");
  await cli(["compile", "production", "--out", "out"], { cwd });
  const root = join(cwd, "workstation");
  const put = (path: string, bytes: Uint8Array | string) => {
    mkdirSync(dirname(join(root, "C", path)), { recursive: true });
    writeFileSync(join(root, "C", path), bytes);
  };
  put(`${LIVE}/plugin.xml`, '<plugin id="com.example.plm.connector" version="1"/>');
  put(`${LIVE}/conf/connector.properties`, readFileSync(join(cwd, "out/production/connector/connector.properties")));
  put(CLIENT, readFileSync(join(cwd, "out/production/client/CommonClient.properties")));
  return { cwd, root };
}

/** This machine with the store of a home folder, a tier that answers on any port, and relays on ports that are free. */
async function machine(home: string, cwd: string) {
  const tier = http.createServer((_, response) => response.end("signed in")).listen(0, "127.0.0.1");
  await once(tier, "listening");
  closing.push(() => tier.close());
  const { port } = tier.address() as AddressInfo;
  const ports = new Map<string, number>();
  const real = recordingWorld({ env: () => undefined, openGit: (folder, use) => Git.open(folder, use) });
  const given = { cwd, dns: { "plm.example.com": ["127.0.0.1"] }, now: `${TODAY}T12:00:00Z` };
  const recording: RecordingWorld = {
    ...real,
    store: () => join(home, ".local/state/tierwright/captures"),
    connect: () => real.connect({ host: "127.0.0.1", port, tls: null }),
    stopped: () => new Promise(() => undefined),
    async listen(at, accept) {
      if (ports.has(endpointText(at))) throw Object.assign(new Error("taken"), { code: "EADDRINUSE" });
      const { at: taken, close } = await real.listen({ host: "127.0.0.1", port: 0 }, accept);
      ports.set(endpointText(at), taken.port);
      return {
        at,
        close() {
          ports.delete(endpointText(at));
          close();
        },
      };
    },
    detached: (_schema, words, variables) =>
      new Promise((resolve) => {
        const written = (out: string) => void (out.endsWith("}\n") && resolve({ code: null, out, err: "" }));
        const ended = cli(words, { ...given, env: variables, recording, written });
        void ended.then(({ code, out, err }) => resolve({ code, out, err }));
      }),
  };
  return { ports, given: { ...given, recording } };
}

/** The tool signs in where its files say. */
async function signIn(root: string, ports: ReadonlyMap<string, number>): Promise<void> {
  const { map } = PropertiesDocument.parse(readFileSync(join(root, "C", LIVE, "conf/connector.properties"))).load();
  const url = new URL(map.get("TC_SERVER_URL")?.value ?? "");
  const headers = { "user-agent": "Apache-HttpClient/4.5.13 (Java/17.0.9)" };
  const request = http.get({ host: "127.0.0.1", port: ports.get(url.host), path: url.pathname, headers, agent: false });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.resume();
  await once(response, "close");
}

const flat = (text: string): string => text.replace(/\s+/g, " ");
/** What of a machine differs is written XX on the page. */
const shownIn = (line: string): RegExp =>
  new RegExp(
    flat(line)
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("XX", "\\d+\\.\\d+\\.\\d+"),
  );

test("[B9] [G1] [G3] [G6] docs/recording.md is followed from start to stop as written, and every command shows what stands there", async () => {
  const [home, { cwd, root }] = [temporaryFolder(), await site()];
  const { ports, given } = await machine(home, cwd);
  const steps = stepsOf(readPage("docs/recording.md"));
  expect(steps.length).toBeGreaterThan(5);
  for (const { command, shows } of steps) {
    const [program, ...words] = wordsOf(command.replaceAll("~", home));
    expect(program).toBe("tierwright");
    const place = /^(?:deploy|record (?:start|status|stop))/.test(words.join(" ")) ? ["--root", root] : [];
    const serial = words[1] === "start" ? ["--serial", "5"] : [];
    const { out, err } = await cli([...words, ...place, ...serial], given);
    expect(shows.length).toBeGreaterThan(0);
    for (const line of shows) expect(flat(out + err), command).toMatch(shownIn(line));
    if (command.includes("production.recording-settings.zip")) await signIn(root, ports);
  }
});
