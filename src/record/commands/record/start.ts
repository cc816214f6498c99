import { type Refusal, VERSION, systemCode, wrongUse } from "../../../kernel/index.ts";
import { type Endpoint, type RecordingWorld, type Upstream, describeError } from "../../../platform/index.ts";
import { listenOf, shown, shownUpstream, upstreamOf } from "../../relay/address.ts";
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
  jsonDocument,
  visible,
} from "../../../report/index.ts";
import { type Recording, recordingDocument, recordingText, goneText, stoppedText } from "../../views/recording.ts";
import { verbWords } from "../../views/recording-environment.ts";
import { storeWords } from "../captures/store.ts";
import { PLACE_OPTIONS } from "../../../deploy/index.ts";
import { startDetached } from "./detached.ts";
import { capturesOf } from "./known.ts";
import { addressesOf, refuseLoop } from "./reach.ts";
import { watching } from "./running.ts";
import { startEnvironment } from "./start-environment.ts";
import { storeOf } from "./store.ts";

export const command: Command = {
  name: "record start",
  summary:
    "relays that record every byte between a client and its servers: of an environment, or of two addresses; they run until Ctrl-C",
  arguments: [
    {
      name: "ENV",
      summary: "the environment that is recorded; without one --listen and --to name two addresses",
      optional: true,
    },
  ],
  options: [
    {
      name: "listen",
      value: "HOST:PORT",
      summary: "where the client connects, for example 127.0.0.1:8080; port 0 is any free one",
    },
    {
      name: "to",
      value: "HOST:PORT|URL",
      summary: "the server; https://HOST:PORT speaks TLS with it and checks its certificate",
    },
    {
      name: "store",
      value: "DIR",
      summary: "where captures lie, each in a folder of its own (default: a folder of your account)",
    },
    { name: "ca", value: "FILE", summary: "certificates (PEM) to trust beside the built-in ones" },
    { name: "allow-remote", summary: "listen on an address that other machines reach, too" },
    {
      name: "mode",
      value: "NAME",
      summary:
        "plain (default): TCP with the client; tls: TLS with it, under the server's own name; patch: TCP, and what leads past the relay is changed",
    },
    { name: "detach", summary: "give the shell back once it is ready; `record stop` ends it" },
    ...PLACE_OPTIONS,
    { name: "client-file", value: "FILE", summary: "the client file, where it is not the one that the environment names" },
    {
      name: "serial",
      value: "N",
      summary: "with ENV: the bundles' serial (default: SOURCE_DATE_EPOCH, else the commit's time, else the clock)",
    },
    { name: "sign", value: "KEY", summary: "with ENV: sign the bundles' manifests with this RSA key" },
    { name: "sign-command", value: "CMD", summary: "with ENV: sign with a program, as `bundle` does" },
    { name: "key", value: "PUB", summary: "the public key that the new signatures have to hold with (PEM)" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "record start production",
      does: "a relay for each server of production, the environment 'production (recording)', and the bundles that switch this workstation there and back",
    },
    {
      command: "record start --listen 127.0.0.1:8080 --to plm.example.com:7001",
      does: "records what a client says that uses 127.0.0.1:8080 in place of the server",
    },
    {
      command: "record start --listen 127.0.0.1:8080 --to https://plm.example.com --store captures",
      does: "the same for a server that speaks TLS: it is spoken with the server, and not with the client",
    },
    {
      command: "record start --mode tls --listen 127.0.0.1:8443 --to https://plm.example.com:8443",
      does: "the same with TLS on both sides, for a client that keeps the server's name and is led here by the hosts file",
    },
  ],
  run: runRecordStart,
};

/**
 * Returns the plan of the relay. In mode `tls` it keeps the server's addresses resolved now, because the hosts file leads the server's name to
 * this machine later.
 */
function planOf({ options }: Invocation, listen: Endpoint, to: Upstream, addresses: readonly string[]): RelayPlan {
  const word = options.get("mode") ?? "plain";
  const mode = MODES.find((one) => one === word);
  if (!mode) throw wrongUse(`--mode cannot be '${word}'`, `one of ${MODES.join(", ")}`);
  if (mode === "tls" && to.tls === null)
    throw wrongUse(
      "--mode tls is for a server that speaks TLS, and --to names one that does not",
      `--to https://${shown(to)}, or leave --mode out: the client speaks with this one as it is`,
    );
  return { role: "one", listen, to: mode === "tls" ? { ...to, addresses } : to, mode };
}

function given({ options }: Invocation, name: string, help: string): string {
  const value = options.get(name);
  if (value === undefined) throw wrongUse(`--${name} is missing`, help);
  return value;
}

/** Returns the reason why an address cannot be listened on, with the recording that already listens there if there is one. */
async function cannotListen(error: unknown, at: Endpoint, store: string, world: RecordingWorld): Promise<Refusal> {
  const where = shown(at);
  if (systemCode(error) !== "EADDRINUSE") {
    const why = systemCode(error) === "EADDRNOTAVAIL" ? "this machine has no such address" : describeError(error);
    return wrongUse(`${where} cannot be listened on: ${why}`, "--listen names an address of this machine and a free port");
  }
  const running = (await capturesOf(world, store)).find(
    (one) => one.running && one.life.started?.relays.some(({ listen }) => listen === where),
  );
  return running
    ? wrongUse(
        `${where} is taken by the recording ${running.id}, which still runs`,
        "`tierwright record stop` ends it; or use another port",
      )
    : wrongUse(`${where} is taken: another program listens there`, "use another port, or end that program");
}

/**
 * Runs `record start`. Exit code 0: stopped; 2: something could not be recorded; 3: no connection reached the server, or every client refused the
 * relay's certificate.
 */
async function runRecordStart(invocation: Invocation): Promise<ExitCode> {
  const { host, format } = invocation;
  if (invocation.options.has("detach")) return startDetached(invocation);
  if (invocation.args.length > 0) return startEnvironment(invocation);
  if (!["listen", "to"].some((name) => invocation.options.has(name)))
    throw wrongUse(
      "nothing says what is to be recorded",
      "name an environment: `tierwright record start production`; or two addresses: --listen 127.0.0.1:8080 --to plm.example.com:7001",
    );
  const wanted = listenOf(
    given(invocation, "listen", "--listen 127.0.0.1:8080: where the client connects"),
    invocation.options.has("allow-remote"),
  );
  const to = upstreamOf(given(invocation, "to", "--to plm.example.com:7001: the server that it leads to"), caOf(invocation));
  const world = await host.recording();
  const addresses = await addressesOf(invocation, to, "correct --to, or give an address");
  const plan = planOf(invocation, wanted, to, addresses);
  refuseLoop(
    wanted,
    to,
    addresses,
    world,
    "give the server's own address to --to, or another port to --listen; a line of the hosts file that names it is for later, when the relay runs",
  );
  const store = await storeOf(invocation, world);
  const watch = watching(invocation, world, () => shownUpstream(to));
  let running: Running;
  try {
    running = await startRelays(world, [plan], { store, at: host.now(), version: VERSION, trouble: watch.trouble });
  } catch (error) {
    if (error instanceof NotListening) throw await cannotListen(error.cause, error.plan.listen, store, world);
    throw error;
  }
  const { id, folder, relays, totals, authority } = running;
  const listen = relays[0]?.listen ?? "";
  const stop = verbWords({ store: storeWords(invocation, store) }, "stop");
  const where = { id, store, folder, listen, to: shownUpstream(to) };
  const recording: Recording = { ...where, mode: plan.mode, server: to.host, authority, stop };
  const look = { color: host.stdout.color, width: columnsOf(host.stdout.width) };
  host.stdout.write(format === "json" ? jsonDocument(recordingDocument(recording)) : recordingText(recording, look));
  const { code, by } = await watch.ended(running);
  if (watch.silent) return code;
  if (by === "store gone") host.stderr.write(`${visible(goneText(store))}${NL}`);
  const output = format === "json" ? host.stderr : host.stdout;
  output.write(stoppedText(recording, totals, look));
  return code;
}
