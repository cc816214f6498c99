import { resolve } from "node:path";
import { wrongUse } from "../../../kernel/index.ts";
import type { Endpoint, RecordingWorld, Upstream } from "../../../platform/index.ts";
import {
  type RunRequest,
  compileOne,
  exitCodeOfRun,
  isRecordingName,
  openRepository,
  recordingName,
  render,
  plainRequest,
  selectEnvironments,
} from "../../../compiler/index.ts";
import {
  type MovedAddress,
  movedAddresses,
  type RecordingMode,
  relaysFor,
  type TierAddresses,
  type WantedRelay,
} from "../../recording/moved.ts";
import type { RelayPlan } from "../../relay/relay.ts";
import { type Invocation, NL, caOf, visible } from "../../../report/index.ts";
import { type BundleSource, type Signer, bundleSource, signerOf } from "../../../deploy/index.ts";
import { changesFiles, tierAddressesOf } from "./bundles.ts";
import { isDerived, removeDerived } from "./derived.ts";
import { capturesOf, type KnownCapture } from "./known.ts";
import { addressesOf, portAt, refuseLoop, refuseUnverified } from "./reach.ts";
import { storeOf } from "./store.ts";

const MODES: readonly RecordingMode[] = ["plain", "tls", "patch"];

export function modeOf({ options }: Invocation): RecordingMode {
  const given = options.get("mode") ?? "plain";
  const mode = MODES.find((one) => one === given);
  if (!mode) throw wrongUse(`--mode cannot be '${given}'`, `use one of ${MODES.join(", ")}`);
  return mode;
}

/** Returns the environment to record. Throws a Refusal for one that a recording made, and for --listen, --to or --allow-remote. */
export function environmentOf({ args, directory, options }: Invocation): string {
  const [word = ""] = args;
  for (const other of ["listen", "to", "allow-remote"])
    if (options.has(other))
      throw wrongUse(
        `${word} cannot be combined with --${other}`,
        "an environment has its own addresses; use --listen and --to without one",
      );
  if (isRecordingName(word)) throw wrongUse(`'${word}' is itself a recording`, "name the environment to record");
  const [name = ""] = selectEnvironments([word], openRepository(directory).names);
  return name;
}

/** Returns the request to check and compile the environment `name`, even if it is a recording's and so not listed in the repository. */
export function requestOf(invocation: Invocation, name: string): RunRequest {
  const { names } = openRepository(invocation.directory);
  return plainRequest(invocation, names.includes(name) ? names : [...names, name].sort(), [name]);
}

export type Ready = NonNullable<Awaited<ReturnType<typeof compileOne>>["ready"]>;

/** Checks and compiles an environment. Returns null if findings block it, after printing them. */
export async function compiledOf(invocation: Invocation, name: string): Promise<Ready | null> {
  const { outcome, ready } = await compileOne(requestOf(invocation, name), invocation.host);
  if (ready?.compiled.release && exitCodeOfRun(outcome, invocation) === 0) return ready;
  const { host, format } = invocation;
  (format === "json" ? host.stdout : host.stderr).write(render(outcome, invocation, null));
  return null;
}

/** Throws a Refusal if environment `name` is being recorded; otherwise deletes the environment that a killed recording of it left. */
function clearLeft(invocation: Invocation, store: string, name: string, captures: readonly KnownCapture[]): void {
  const { directory, host } = invocation;
  const own = captures.filter(({ record }) => record?.environment === name && resolve(record.repository) === directory);
  const running = own.find((one) => one.running);
  if (running)
    throw wrongUse(
      `${name} is already being recorded: ${running.id} (process ${running.life.started?.pid ?? 0})`,
      "`tierwright record status` counts its exchanges; `tierwright record stop` ends it",
    );
  const left = isDerived(directory, name) ? own[0] : undefined;
  if (left?.record) {
    const stay = removeDerived(directory, name, left.record.derived);
    if (stay.length === 0)
      host.stderr.write(`recording ${left.id} was killed; environments/${recordingName(name)}, which it left, was deleted\n`);
  }
  if (isDerived(directory, name))
    throw wrongUse(
      `environments/${recordingName(name)} already exists, and no recording in ${store} can delete it`,
      left
        ? "it was changed: look at it, then remove it"
        : `run \`tierwright record stop --store DIR\` with the store of its recording; otherwise remove it`,
    );
}

const tell = ({ host }: Invocation, words: string): void => host.stderr.write(`${visible(words)}${NL}`);

/** Returns the plan of each relay. Throws a Refusal if a server's name does not resolve, a relay would loop, or no port is free. */
async function plansOf(
  invocation: Invocation,
  world: RecordingWorld,
  relays: readonly WantedRelay[],
  mode: RecordingMode,
): Promise<readonly RelayPlan[]> {
  const ca = relays.some(({ secure }) => secure) ? caOf(invocation) : null;
  const plans: RelayPlan[] = [];
  for (const { role, host, port, secure, at, listens } of relays) {
    const to: Upstream = { host, port, tls: secure ? { ca } : null };
    const addresses = await addressesOf(invocation, to, "correct the environment's addresses, or the workstation's hosts file");
    const wanted: Endpoint = { host: at, port: listens };
    refuseLoop(wanted, to, addresses, world, "the environment's address is already a relay on this machine");
    const listen = changesFiles(mode) ? await portAt(world, wanted, (words) => tell(invocation, words)) : wanted;
    plans.push({ role, listen, to: { ...to, addresses }, mode: mode === "tls" && !secure ? "plain" : mode });
  }
  return plans;
}

/** The decisions for an environment's recording that `record start` makes before it writes a file. */
export interface PreparedRecording {
  readonly name: string;
  readonly mode: RecordingMode;
  readonly world: RecordingWorld;
  readonly store: string;
  readonly signer: Signer | null;
  readonly source: BundleSource;
  readonly back: Ready;
  readonly addresses: TierAddresses;
  readonly plans: readonly RelayPlan[];
  readonly relays: readonly WantedRelay[];
  readonly moved: readonly MovedAddress[];
}

/** Compiles the environment to record, and checks its servers and ports. Returns null if findings block it, after printing them. */
export async function prepareRecording(invocation: Invocation): Promise<PreparedRecording | null> {
  const { host } = invocation;
  const name = environmentOf(invocation);
  const mode = modeOf(invocation);
  const signer = signerOf(invocation);
  const world = await host.recording();
  const store = await storeOf(invocation, world);
  clearLeft(invocation, store, name, await capturesOf(world, store));
  const back = await compiledOf(invocation, name);
  if (!back) return null;
  // without a commit, the clock gives both bundles their serial: they need not be reproducible, because only this recording uses them
  const source = await bundleSource(invocation, Math.floor(host.now().getTime() / 1000));
  const addresses = tierAddressesOf(back.compiled);
  const wanted = relaysFor(addresses, mode);
  const plans = await plansOf(invocation, world, wanted, mode);
  const servers = plans.map(({ to }) => to);
  await refuseUnverified(world, servers, (words) => tell(invocation, words));
  const relays = wanted.map((relay, i) => {
    const { host: at, port: listens } = plans[i]?.listen ?? { host: relay.at, port: relay.listens };
    return { ...relay, at, listens };
  });
  return {
    name,
    mode,
    world,
    store,
    signer,
    source,
    back,
    addresses,
    plans,
    relays,
    moved: movedAddresses(addresses, relays, mode),
  };
}
