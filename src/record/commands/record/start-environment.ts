import { join, resolve } from "node:path";
import { type BundleManifest, targetsOf, whereOf } from "../../../deploy/index.ts";
import { VERSION, systemCode, wrongUse } from "../../../kernel/index.ts";
import { type RecordingWorld, describeError, placeIn } from "../../../platform/index.ts";
import { workstationPlaces } from "./meant.ts";
import { recordingName } from "../../../compiler/index.ts";
import { RECORD_FILE, RECORD_SCHEMA, type RecordingRecord } from "../../recording/record.ts";
import { endpointText, upstreamText } from "../../relay/address.ts";
import { NotListening, type Recording as Running, startRelays } from "../../relay/start.ts";
import { type ExitCode, type Invocation, NL, columnsOf, printResult, visible } from "../../../report/index.ts";
import { environmentDocument, type RecordingReady } from "../../views/recording-environment.ts";
import { goneText, recordingText } from "../../views/recording.ts";
import { statusDocument, statusText } from "../../views/recording-status.ts";
import { storeWords } from "../capture/store.ts";
import {
  changesFiles,
  refuseUnmoved,
  type SettingsBundle,
  settingsOf,
  switchedKeys,
  type tierAddressesOf,
  writeBundle,
} from "./bundles.ts";
import { derivedFiles, removeDerived, saveDerived } from "./derived.ts";
import { driftAt, formerEnvironment } from "./drift.ts";
import { chosenCapture } from "./choose.ts";
import { type Ended, watchRecording } from "./running.ts";
import { statusOf } from "./status-of.ts";
import { noSuchAddress } from "./reach.ts";
import { compiledOf, type PreparedRecording, prepareRecording, type Ready } from "./prepared.ts";

function cannotListen({ plan, cause }: NotListening): never {
  if (systemCode(cause) === "EADDRNOTAVAIL") {
    const { says, help } = noSuchAddress(plan.listen.host);
    throw wrongUse(`${endpointText(plan.listen)} cannot be listened on: ${says}`, `${help}; or record with --mode plain`);
  }
  throw wrongUse(
    `${endpointText(plan.listen)} cannot be listened on: ${describeError(cause)}`,
    plan.mode === "tls" && plan.listen.port < 1024
      ? "--mode tls needs the server's own port; allow this account to listen on it (Linux: sysctl net.ipv4.ip_unprivileged_port_start), or record with --mode plain"
      : "end the program that listens there, or record with --mode plain",
  );
}

/** Returns the options with which a printed `deploy` command finds the workstation of this recording: --root, --install, --client-file. */
const placeWords = ({ options, directory }: Invocation): readonly string[] =>
  ["root", "install", "client-file"].flatMap((name) => {
    const value = options.get(name);
    return value === undefined ? [] : [`--${name}`, name === "root" ? resolve(directory, value) : value];
  });

/** Writes the two bundles of a recording into the capture's folder; writes none and returns null in mode `tls`. */
async function bundlesIn(folder: string, { mode, signer }: PreparedRecording, there: SettingsBundle, back: SettingsBundle) {
  if (!changesFiles(mode)) return null;
  return { there: await writeBundle(there, folder, signer), back: await writeBundle(back, folder, signer) };
}

function recordOf(
  invocation: Invocation,
  { name, mode, world, relays, store }: PreparedRecording,
  running: Running,
  made: Pick<RecordingRecord, "derived" | "bundle" | "keys">,
  manifest: BundleManifest,
): RecordingRecord {
  const targets = targetsOf(manifest, whereOf(invocation));
  const hosts = new Map(relays.map(({ host, at }) => [host, { name: host, address: at }]));
  return {
    schema: RECORD_SCHEMA,
    id: running.id,
    at: invocation.host.now().toISOString(),
    pid: world.pid,
    mode,
    environment: name,
    repository: invocation.directory,
    relays: running.relays,
    hosts: changesFiles(mode) ? [] : [...hosts.values()],
    trust: running.authority,
    workstation: {
      install: targets.install,
      connector: join(targets.live, manifest.plugin.conf),
      client: targets.client,
      words: placeWords(invocation),
    },
    store: storeWords(invocation, store),
    ...made,
  };
}

/** Starts the relays, writes bundles and recording.json, prints the next steps, and waits until the recording ends. */
async function recordUntilEnded(
  invocation: Invocation,
  given: PreparedRecording,
  there: Ready,
  derived: RecordingRecord["derived"],
): Promise<ExitCode> {
  const { host, directory } = invocation;
  const { world, store, plans, back, source, addresses, moved, name } = given;
  const [thereBundle, backBundle] = [settingsOf(there, source), settingsOf(back, source)];
  const servers = new Map(plans.map(({ role, to }) => [role, upstreamText(to)]));
  const watch = watchRecording(invocation, world, (role) => servers.get(role ?? "") ?? "");
  const running = await startRelays(world, plans, { store, at: host.now(), version: VERSION, trouble: watch.trouble });
  try {
    const bundle = await bundlesIn(running.folder, given, thereBundle, backBundle);
    const keys = switchedKeys(thereBundle, backBundle);
    const record = recordOf(invocation, given, running, { derived, bundle, keys }, backBundle.composed.manifest);
    placeIn(running.folder, RECORD_FILE, Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
    const [going, coming] = [thereBundle.composed.manifest, backBundle.composed.manifest];
    const machine = bundle && (await host.machine(() => undefined));
    const places = machine && workstationPlaces(invocation, coming, machine);
    const drift = places && driftAt(machine, places, going, coming);
    const former = places && formerEnvironment(machine, places, name);
    const ready = environmentDocument({ record, store, moved, stays: staying(back, addresses), drift, former });
    printResult(invocation, ready, recordingText);
  } catch (error) {
    await running.stop("failed");
    throw error;
  }
  const ended = await watch.ended(running);
  const stay = removeDerived(directory, name, derived);
  if (!watch.silent) await told(invocation, world, store, running.id, ended, stay);
  return ended.code;
}

/** Runs `record start ENV`: makes the recording's environment, a relay for each server, and the bundles to the relays and back. */
export async function startEnvironment(invocation: Invocation): Promise<ExitCode> {
  const { directory } = invocation;
  const given = await prepareRecording(invocation);
  if (!given) return 1;
  const { name, mode, back, moved, relays, plans } = given;
  const derived = saveDerived(directory, derivedFiles(directory, back.compiled, moved, relays, mode));
  try {
    const there = await compiledOf(invocation, recordingName(name));
    if (!there) return 1;
    if (changesFiles(mode)) refuseUnmoved(there.compiled, new Set(plans.map(({ listen }) => endpointText(listen))));
    return await recordUntilEnded(invocation, given, there, derived);
  } catch (error) {
    if (error instanceof NotListening) cannotListen(error);
    throw error;
  } finally {
    // deletes nothing if `recordUntilEnded` has already deleted the recording's environment
    removeDerived(directory, name, derived);
  }
}

/**
 * Prints the result of an ended recording and the steps back to the tier; with --format json on stderr, because stdout has the document.
 */
async function told(
  invocation: Invocation,
  world: RecordingWorld,
  store: string,
  id: string,
  ended: Ended,
  stay: readonly string[],
): Promise<void> {
  const { host, format } = invocation;
  const { stdout, stderr } = host;
  for (const path of stay) stderr.write(`${visible(`${path} is kept: it was changed after it was made`)}${NL}`);
  if (ended.by === "store gone") stderr.write(`${visible(goneText(store))}${NL}`);
  const { chosen, captures } = await chosenCapture({ ...invocation, args: [] }, world, store);
  const own = captures.find((one) => one.id === id) ?? null;
  if (!own || !chosen) return;
  const output = format === "json" ? stderr : stdout;
  const status = statusDocument(await statusOf(invocation, store, own, captures));
  output.write(statusText(status, { color: output.color, width: columnsOf(output.width) }));
}

/** Returns the addresses of web client and login service that lead through no relay, because a browser opens them directly. */
function staying({ compiled }: Ready, { signIn, fileTransfer }: ReturnType<typeof tierAddressesOf>): RecordingReady["stays"] {
  const of = (file: "connector" | "client", key: string) => compiled.files[file]?.keys.get(key)?.decision.value.trim() ?? "";
  const moved = new Set([signIn, ...fileTransfer]);
  const web = of("connector", "AWC_WEBLOGIC_HOST_URL");
  const login = compiled.environment.sso ? of("connector", "TC_SSO_LOGIN_URL") : "";
  return [
    ...(web !== "" && !moved.has(web) ? [{ what: "the web client", address: web }] : []),
    ...(login !== "" ? [{ what: "the login service", address: login }] : []),
  ];
}
