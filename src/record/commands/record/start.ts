import { type Refusal, VERSION, must, systemCode, wrongUse } from "../../../kernel/index.ts";
import { type Endpoint, type RecordingWorld, type Upstream, describeError } from "../../../platform/index.ts";
import { listenOf, endpointText, upstreamText, upstreamOf } from "../../relay/address.ts";
import { MODES } from "../../relay/events.ts";
import type { RelayPlan } from "../../relay/relay.ts";
import { NotListening, type Recording as Running, startRelays } from "../../relay/start.ts";
import {
  type Command,
  type ExitCode,
  type Invocation,
  NL,
  caOf,
  columnsOf,
  printResult,
  visible,
} from "../../../report/index.ts";
import { addressSteps, goneText, recordingDocument, recordingText, stoppedText } from "../../views/recording.ts";
import { verbWords } from "../../views/recording-environment.ts";
import { storeWords } from "../capture/store.ts";
import { PLACE_OPTIONS, refuseWrongRoot } from "../../../deploy/index.ts";
import { startDetached } from "./detached.ts";
import { capturesOf } from "./known.ts";
import { addressesOf, refuseLoop } from "./reach.ts";
import { watchRecording } from "./running.ts";
import { startEnvironment } from "./start-environment.ts";
import { storeOf } from "./store.ts";

export const command: Command = {
  name: "record start",
  summary: "records every byte between a client and its servers with relays, for an environment or two addresses, until Ctrl-C",
  group: "Trouble",
  short: "records the traffic of a client",
  arguments: [
    {
      name: "ENV",
      summary: "the environment to record; without one, --listen and --to name two addresses",
      optional: true,
    },
  ],
  options: [
    {
      name: "listen",
      value: "HOST:PORT",
      summary: "where the client connects, for example 127.0.0.1:8080; port 0 is any free port",
    },
    {
      name: "to",
      value: "HOST:PORT|URL",
      summary: "the server; https://HOST:PORT uses TLS and checks its certificate",
    },
    {
      name: "store",
      value: "DIR",
      summary: "the folder of the captures (default: a folder of your account)",
    },
    { name: "ca", value: "FILE", summary: "certificates (PEM) to trust in addition to the built-in ones" },
    { name: "allow-remote", summary: "allow an address that other machines can reach" },
    {
      name: "mode",
      value: "NAME",
      summary:
        "plain (default): TCP with the client; tls: TLS with it, under the server's own name; patch: TCP, and headers that would bypass the relay are changed",
    },
    { name: "detach", summary: "run in the background once it is ready; `record stop` ends it" },
    ...PLACE_OPTIONS,
    { name: "client-file", value: "FILE", summary: "the client file, if it is not the one in the environment" },
    {
      name: "serial",
      value: "N",
      summary: "with ENV: the bundles' serial (default: SOURCE_DATE_EPOCH, else the commit's time, else the clock)",
    },
    { name: "sign", value: "KEY", summary: "with ENV: sign the bundles' manifests with this RSA key" },
    { name: "sign-command", value: "CMD", summary: "with ENV: sign with a program, as `bundle` does" },
    { name: "key", value: "PUB", summary: "the public key (PEM) that must verify the new signatures" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "record start production",
      does: "starts a relay for each server of production, and makes the environment 'production (recording)' and the bundles that switch this workstation to it and back",
    },
    {
      command: "record start --listen 127.0.0.1:8080 --to plm.example.com:7001",
      does: "records a client that uses 127.0.0.1:8080 instead of the server",
    },
    {
      command: "record start --listen 127.0.0.1:8080 --to https://plm.example.com --store captures",
      does: "the same with TLS to the server only",
    },
    {
      command: "record start --mode tls --listen 127.0.0.1:8443 --to https://plm.example.com:8443",
      does: "the same with TLS on both sides, for a client that reaches the relay by the server's name in its hosts file",
    },
  ],
  run: runRecordStart,
};

/**
 * Returns the plan of the relay from --listen to --to. In mode `tls` the plan has the server's IP addresses as resolved now, because later
 * the hosts file leads the server's name to this machine.
 */
function planOf({ options }: Invocation, listen: Endpoint, to: Upstream, addresses: readonly string[]): RelayPlan {
  const word = options.get("mode") ?? "plain";
  const mode = MODES.find((one) => one === word);
  if (!mode) throw wrongUse(`--mode cannot be '${word}'`, `use one of ${MODES.join(", ")}`);
  if (mode === "tls" && to.tls === null)
    throw wrongUse(
      "--mode tls needs a server with TLS, and --to has none",
      `use --to https://${endpointText(to)}, or leave --mode out`,
    );
  return { role: "one", listen, to: mode === "tls" ? { ...to, addresses } : to, mode };
}

function given({ options }: Invocation, name: string, help: string): string {
  const value = options.get(name);
  if (value === undefined) throw wrongUse(`--${name} is missing`, help);
  return value;
}

/** Returns the refusal for a --listen address that cannot be used. Names the running recording of the store that uses it, if any. */
async function cannotListen(error: unknown, at: Endpoint, store: string, world: RecordingWorld): Promise<Refusal> {
  const where = endpointText(at);
  if (systemCode(error) !== "EADDRINUSE") {
    const why = systemCode(error) === "EADDRNOTAVAIL" ? "this machine has no such address" : describeError(error);
    return wrongUse(`${where} cannot be listened on: ${why}`, "name an address of this machine and a free port with --listen");
  }
  const running = (await capturesOf(world, store)).find(
    (one) => one.running && one.life.started?.relays.some(({ listen }) => listen === where),
  );
  return running
    ? wrongUse(`${where} is in use by the recording ${running.id}`, "`tierwright record stop` ends it; or use another port")
    : wrongUse(`${where} is in use by another program`, "use another port, or end that program");
}

/**
 * Runs `record start`. Exit code 0: stopped; 1: findings block the environment; 2: wrong use, or bytes could not be recorded; 3: a server's
 * name or certificate is faulty, or every connection failed to reach its server or failed the TLS handshake with the client.
 */
async function runRecordStart(invocation: Invocation): Promise<ExitCode> {
  const { host, format } = invocation;
  await refuseWrongRoot(invocation);
  if (invocation.options.has("detach")) return startDetached(invocation);
  if (invocation.args.length > 0) return startEnvironment(invocation);
  if (!["listen", "to"].some((name) => invocation.options.has(name)))
    throw wrongUse(
      "the environment or addresses to record are missing",
      "name an environment: `tierwright record start production`; or two addresses: --listen 127.0.0.1:8080 --to plm.example.com:7001",
    );
  const wanted = listenOf(
    given(invocation, "listen", "add --listen 127.0.0.1:8080: where the client connects"),
    invocation.options.has("allow-remote"),
  );
  const to = upstreamOf(given(invocation, "to", "add --to plm.example.com:7001: the server to forward to"), caOf(invocation));
  const world = await host.recording();
  const addresses = await addressesOf(invocation, to, "correct --to, or give an address");
  const plan = planOf(invocation, wanted, to, addresses);
  refuseLoop(
    wanted,
    to,
    addresses,
    world,
    "give the server's own address to --to, or another port to --listen; add the server to the hosts file only once the relay runs",
  );
  const store = await storeOf(invocation, world);
  const watch = watchRecording(invocation, world, () => upstreamText(to));
  let running: Running;
  try {
    running = await startRelays(world, [plan], { store, at: host.now(), version: VERSION, trouble: watch.trouble });
  } catch (error) {
    if (error instanceof NotListening) throw await cannotListen(error.cause, error.plan.listen, store, world);
    throw error;
  }
  const { id, relays, totals, authority } = running;
  const [one] = relays.map((relay) => ({ ...relay, role: null }));
  const relay = must(one, "the relay of two addresses");
  const stop = verbWords({ store: storeWords(invocation, store) }, "stop");
  const ready = recordingDocument(
    { id, store, environment: null, title: null, relays: [relay], moved: [], authority, bundle: null },
    addressSteps(relay, to.host, authority, stop),
  );
  const look = { color: host.stdout.color, width: columnsOf(host.stdout.width) };
  printResult(invocation, ready, recordingText);
  const { code, by } = await watch.ended(running);
  if (watch.silent) return code;
  if (by === "store gone") host.stderr.write(`${visible(goneText(store))}${NL}`);
  const output = format === "json" ? host.stderr : host.stdout;
  output.write(stoppedText(id, relay.listen, totals, look));
  return code;
}
