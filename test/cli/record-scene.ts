import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { PropertiesDocument } from "../../src/kernel/formats/properties/document.ts";
import { Git } from "../../src/platform/git.ts";
import { askToStop } from "../../src/platform/recording-files.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import { cli } from "../support/host.ts";
import { exampleRepository } from "../support/repository.ts";

/* A repository, its tier and the workstation that it is installed on, as the tests of recordings of environments have them. */

const closing: (() => unknown)[] = [];
/** Closes the tiers; for `afterEach` of each file: files share this module. */
export function closeTiers(): void {
  for (const close of closing.splice(0).reverse()) close();
}

/** A tier that answers everything. */
export async function tier(): Promise<number> {
  const server = http.createServer((request, response) => response.end(`you asked for ${request.url}`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

export const DNS = { "plm.example.com": ["127.0.0.1"], "files.example.com": ["127.0.0.1"] };

/** This machine's own world; names of the tier are the machine itself, and a signal comes when the test says so. */
export function world(given: Partial<RecordingWorld> = {}): RecordingWorld & { end(signal: string): void } {
  const real = recordingWorld({ env: () => undefined, openGit: (folder, use) => Git.open(folder, use) });
  let end: (signal: string) => void = () => undefined;
  return {
    ...real,
    stopped: () =>
      new Promise((resolve) => {
        end = resolve;
      }),
    end: (signal) => end(signal),
    ...given,
  };
}

export const CLIENT = "ProgramData/Example/MBSE/bhm/CommonClient.properties";
export const LIVE = "Program Files/Tool/plugins/com.example.plm.connector";

export interface Stage {
  readonly cwd: string;
  readonly root: string;
  readonly port: number;
  readonly files: number;
}

const environment = (port: number, files: readonly string[], further = "") => `apiVersion: tierwright/v1
kind: Environment
name: demo
connector: "2506"
tool: 2024x Refresh3
tier:
  release: "2506"
  signIn: http://plm.example.com:${port}/tc
  fileTransfer: [${files.map((one) => JSON.stringify(one)).join(", ")}]
  webClient: https://plm.example.com:3000/awc
  hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.12 }
  members: { plm.example.com: [files.example.com] }
workstation:
  install: 'C:\\Program Files\\Tool'
${further}`;

/** A repository, and a workstation that has its environment installed by hand. */
export async function stage(further = "", files: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const [port, transfer] = [await tier(), await tier()];
  const cwd = exampleRepository({
    ...files,
    "environments/demo/environment.yaml": environment(
      port,
      [`http://files.example.com:${transfer}`, `http://plm.example.com:${port}`],
      further,
    ),
  });
  const { code, out, err } = await cli(["compile", "demo", "--out", "out"], { cwd });
  if (code !== 0) throw new Error(err + out);
  const root = join(cwd, "workstation");
  const put = (path: string, bytes: string | Uint8Array) => {
    mkdirSync(dirname(join(root, "C", path)), { recursive: true });
    writeFileSync(join(root, "C", path), bytes);
  };
  put(`${LIVE}/plugin.xml`, '<plugin id="com.example.plm.connector" version="1"/>');
  put(`${LIVE}/conf/connector.properties`, readFileSync(join(cwd, "out/demo/connector/connector.properties")));
  put(CLIENT, readFileSync(join(cwd, "out/demo/client/CommonClient.properties")));
  return { cwd, root, port, files: transfer };
}

const decoded = (root: string, path: string) => {
  const { map } = PropertiesDocument.parse(readFileSync(join(root, "C", path))).load();
  return (key: string) => map.get(key)?.value ?? null;
};
/** Where the two installed files lead, as Java reads them. */
export function installedIn(root: string) {
  const connector = decoded(root, `${LIVE}/conf/connector.properties`);
  const client = decoded(root, CLIENT);
  return { TC_SERVER_URL: connector("TC_SERVER_URL"), URL: client("URL"), BOOTSTRAP_URLS: client("BOOTSTRAP_URLS") };
}

/** Everything that a file says, decoded. */
export const all = (root: string) =>
  [`${LIVE}/conf/connector.properties`, CLIENT].map((path) =>
    [...PropertiesDocument.parse(readFileSync(join(root, "C", path))).load().map].map(([key, { value }]) => [key, value]),
  );

/** A workstation with another environment, qa, than the recorded one. */
export async function onQa() {
  const at = await stage();
  const { cwd, root } = at;
  const yaml = readFileSync(join(cwd, "environments/demo/environment.yaml"), "utf8");
  mkdirSync(join(cwd, "environments/qa"));
  writeFileSync(
    join(cwd, "environments/qa/environment.yaml"),
    yaml.replace("name: demo", "name: qa").replaceAll("example.com", "example.org").replaceAll("10.20.0", "10.30.0"),
  );
  const run = async (words: readonly string[]) => {
    const { code, out, err } = await cli(words, { cwd, dns: DNS, env: { SOURCE_DATE_EPOCH: "6" } });
    if (code !== 0 || err !== "") throw new Error(`${words.join(" ")}: ${err}${out}`);
  };
  await run(["bundle", "qa", "--settings", "--serial", "4", "--out", "b"]);
  await run(["deploy", "b/qa-settings.zip", "--accept-drift", "--root", root]);
  return { at, run, qa: all(root) };
}

export interface Recorded {
  readonly document: ReturnType<typeof JSON.parse>;
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Records for as long as `work` takes. */
export async function recorded(
  { cwd, root }: Stage,
  work: (document: Recorded["document"], recording: RecordingWorld) => Promise<unknown>,
  more: readonly string[] = [],
  ending: "signal" | "file" = "signal",
  given: Partial<RecordingWorld> = {},
): Promise<Recorded> {
  const recording = world(given);
  const argv = ["record", "start", "demo", "--store", "captures", "--root", root, "--serial", "5", "--format", "json", ...more];
  let document: ReturnType<typeof JSON.parse> = {};
  let failure: unknown = null;
  const ran = cli(argv, {
    cwd,
    recording,
    dns: DNS,
    written: (out: string) => {
      if (!out.endsWith("}\n")) return;
      document = JSON.parse(out);
      void work(document, recording)
        .catch((error) => {
          failure = error;
        })
        .finally(() => (ending === "signal" ? recording.end("SIGINT") : askToStop(join(document.store, document.id))));
    },
  });
  const { code, out, err } = await ran;
  if (failure) throw failure;
  return { document, code, out, err };
}

export const get = (url: string, userAgent = "Apache-HttpClient/4.5.13 (Java/17.0.9)"): Promise<string> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent: false, headers: { "user-agent": userAgent } }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      })
      .on("error", reject);
  });
