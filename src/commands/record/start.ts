import { systemCode } from "../../diagnostic/errno-words.ts";
import { Refusal, wrongUse } from "../../diagnostic/refusal.ts";
import { describeError } from "../../io/repository-files.ts";
import type { Endpoint, Listening, RecordingWorld, Upstream } from "../../io/wire.ts";
import { isAddress, listenOf, loops, shown, shownUpstream, upstreamOf } from "../../relay/address.ts";
import { captureIn } from "../../relay/read.ts";
import { Relay, type RelayTrouble } from "../../relay/relay.ts";
import { jsonDocument } from "../../report/json-document.ts";
import { type Recording, recordingDocument, recordingText, stoppedText, troubleText } from "../../report/recording.ts";
import { NL, visible } from "../../report/style.ts";
import { columnsOf } from "../../report/wrap.ts";
import { VERSION } from "../../version.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";
import { caOf } from "../connect-options.ts";
import { storeOf } from "./store.ts";

export const command: Command = {
  name: "record start",
  summary: "a relay that records every byte between a client and a server, and changes none; it runs until Ctrl-C",
  arguments: [],
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
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "record start --listen 127.0.0.1:8080 --to plm.example.com:7001",
      does: "records what a client says that uses 127.0.0.1:8080 in place of the server",
    },
    {
      command: "record start --listen 127.0.0.1:8080 --to https://plm.example.com --store captures",
      does: "the same for a server that speaks TLS: it is spoken with the server, and not with the client",
    },
  ],
  run: runRecordStart,
};

function given({ options }: Invocation, name: string, help: string): string {
  const value = options.get(name);
  if (value === undefined) throw wrongUse(`--${name} is missing`, help);
  return value;
}

/** What the server's name stands for, before anything is made. */
async function addressesOf(invocation: Invocation, { host }: Upstream): Promise<readonly string[]> {
  if (isAddress(host)) return [host];
  try {
    return await invocation.host.resolve(host);
  } catch {
    throw new Refusal(
      3,
      `${host} does not resolve, so nothing could be sent there; nothing is recorded`,
      "correct --to, or give an address",
    );
  }
}

function refuseLoop(listen: Endpoint, to: Upstream, addresses: readonly string[], world: RecordingWorld): void {
  if (loops(listen, addresses, to.port, world.own()))
    throw wrongUse(
      `${shown(to)} is where the relay itself would listen: every connection would make the next`,
      "give the server's own address to --to, or another port to --listen",
    );
}

/** Why it cannot listen, with the recording that does already where there is one. */
function cannotListen(error: unknown, at: Endpoint, store: string, world: RecordingWorld): Refusal {
  const where = shown(at);
  if (systemCode(error) !== "EADDRINUSE") {
    const why = systemCode(error) === "EADDRNOTAVAIL" ? "this machine has no such address" : describeError(error);
    return wrongUse(`${where} cannot be listened on: ${why}`, "--listen names an address of this machine and a free port");
  }
  const running = world.captures(store).find(({ events }) => {
    const { started, stopped } = captureIn(events);
    return started?.listen === where && stopped === null && world.alive(started.pid);
  });
  return running
    ? wrongUse(
        `${where} is taken by the recording ${running.id}, which still runs`,
        "stop it with Ctrl-C where it was started, or use another port",
      )
    : wrongUse(`${where} is taken: another program listens there`, "use another port, or end that program");
}

/** `record start --listen --to`: 0 stopped; 2 something could not be recorded; 3 no connection reached the server. */
async function runRecordStart(invocation: Invocation): Promise<ExitCode> {
  const { host, format } = invocation;
  const wanted = listenOf(
    given(invocation, "listen", "--listen 127.0.0.1:8080: where the client connects"),
    invocation.options.has("allow-remote"),
  );
  const to = upstreamOf(given(invocation, "to", "--to plm.example.com:7001: the server that it leads to"), caOf(invocation));
  const world = await host.recording();
  refuseLoop(wanted, to, await addressesOf(invocation, to), world);
  const store = await storeOf(invocation, world);
  const stopped = world.stopped();
  const told = new Set<string>();
  const trouble = (one: RelayTrouble) => {
    const words = troubleText(one, shownUpstream(to), describeError({ code: one.code }));
    // the same again and again would push everything else off the screen
    if (told.has(`${one.what} ${one.code}`)) return;
    told.add(`${one.what} ${one.code}`);
    host.stderr.write(`${visible(words)}${NL}`);
  };
  const folder = world.capture(store, host.now(), (error) => relay.unrecorded(error));
  const relay: Relay = new Relay(world, folder, to, trouble);
  let listening: Listening;
  try {
    listening = await world.listen(wanted, (client, from) => relay.accept(client, from));
  } catch (error) {
    folder.abandon();
    throw cannotListen(error, wanted, store, world);
  }
  relay.started(listening.at, host.now(), VERSION);
  const recording: Recording = { id: folder.id, store, folder: folder.path, listen: shown(listening.at), to: shownUpstream(to) };
  const look = { color: host.stdout.color, width: columnsOf(host.stdout.width) };
  host.stdout.write(format === "json" ? jsonDocument(recordingDocument(recording)) : recordingText(recording, look));
  const signal = await stopped;
  listening.close();
  await relay.stop(signal);
  folder.close();
  const { totals } = relay;
  const output = format === "json" ? host.stderr : host.stdout;
  output.write(stoppedText(recording, totals, look));
  if (totals.unwritten > 0) return 2;
  return totals.notReached > 0 && totals.notReached === totals.connections ? 3 : 0;
}
