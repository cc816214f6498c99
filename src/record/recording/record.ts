import { isLoopback, isPort, recordingName } from "../../compiler/index.ts";
import { CONTROL, type Judged, type Kind, belowFault, cut, environmentNameFault, withOwn } from "../../kernel/index.ts";
import type { RecordingMode } from "./moved.ts";

/** A settings key, with its value in the bundle that leads to the relays (`there`) and in the one that leads back to the tier (`back`). */
export interface SwitchedKey {
  readonly file: "connector" | "client";
  readonly key: string;
  readonly there: string;
  readonly back: string;
}

/**
 * The recording.json of a capture: everything that `record start` made, so that another process can delete it if the recording was killed,
 * and can compare the workstation's installed files with it. It contains addresses and never a secret.
 */
export interface RecordingRecord {
  readonly schema: typeof RECORD_SCHEMA;
  readonly id: string;
  /** The start time of the recording in ISO 8601, UTC. */
  readonly at: string;
  readonly pid: number;
  readonly mode: RecordingMode;
  readonly environment: string;
  /** The absolute path of the repository with the recorded environment. */
  readonly repository: string;
  /** The files of the recording's own environment, by their paths in the repository with '/'. */
  readonly derived: readonly { readonly path: string; readonly sha256: string }[];
  readonly relays: readonly {
    readonly role: string;
    readonly listen: string;
    readonly to: string;
    readonly mode: RecordingMode;
  }[];
  /** The absolute paths of both bundles; null in mode `tls`, in which the hosts file leads to the relays and no settings file changes. */
  readonly bundle: { readonly there: string; readonly back: string } | null;
  /** The names of the tier's servers that the workstation must resolve to the relays' addresses; empty unless the mode is `tls`. */
  readonly hosts: readonly { readonly name: string; readonly address: string }[];
  /** The absolute path of the CA certificate (PEM) that the workstation's Java must trust; null if no relay speaks TLS with clients. */
  readonly trust: string | null;
  /** The paths of the workstation's tool and settings files. */
  readonly workstation: {
    readonly install: string;
    readonly connector: string;
    readonly client: string;
    /** The options with which `deploy` finds this workstation, such as `--root DIR`. */
    readonly words: readonly string[];
  };
  /** The option --store with which other `record` commands find the capture; empty for the default store of captures. */
  readonly store: readonly string[];
  readonly keys: readonly SwitchedKey[];
}

export const RECORD_SCHEMA = "tierwright/recording-record/v1";
export const RECORD_FILE = "recording.json";

/** Returns the last name of a path whose separators are slashes or backslashes. */
const lastOf = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

/** Returns the repository folder of the environment that a recording makes from the recorded one; git ignores it. */
export const derivedFolder = (environment: string): string => `environments/${recordingName(environment)}`;

/** Returns the file names of a recording's two bundles in the capture's folder. */
const bundleNamesOf = (environment: string) => ({
  there: `${recordingName(environment)}-settings.zip`,
  back: `${environment}-settings.zip`,
});
const AUTHORITY = "authority.pem";

const PORT = /^(.+):(\d{1,5})$/;
/** Returns whether a text can be the HOST:PORT of an environment's relay: a loopback address with a valid port. */
function isRelayAddress(text: string): boolean {
  const [, host = "", port = ""] = PORT.exec(text) ?? [];
  return isLoopback(host) && isPort(port);
}

const TO = /^(?:https?:\/\/)?(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253}):\d{1,5}$/i;
const HOST = /^[a-z0-9._:-]{1,253}$/i;
const DIGEST = /^[0-9a-f]{64}$/;
const MOST_PROCESS = 2 ** 31;

/** The facts about a capture against which its recording.json is checked. */
export interface RecordingContext {
  /** The name of the capture's folder. */
  readonly id: string;
}

function placesFault({ environment, derived, bundle, trust }: RecordingRecord): string | null {
  const outside = derived.flatMap(({ path }) => belowFault(path, derivedFolder(environment)) ?? [])[0];
  if (outside !== undefined) return outside;
  if (derived.some(({ sha256 }) => !DIGEST.test(sha256))) return "a digest in 'derived' is not 64 hex digits";
  const names = bundleNamesOf(environment);
  if (bundle && (lastOf(bundle.there) !== names.there || lastOf(bundle.back) !== names.back))
    return `its bundles are not ${names.there} and ${names.back} of the capture's folder`;
  return trust === null || lastOf(trust) === AUTHORITY ? null : `'${cut(trust)}' is not the ${AUTHORITY} of the capture's folder`;
}

function addressesFault({ relays, hosts }: RecordingRecord): string | null {
  const relay = relays.find(({ listen, to }) => !isRelayAddress(listen) || !TO.test(to));
  if (relay)
    return `a relay of an environment listens on this machine only and forwards to HOST:PORT, but this one forwards '${cut(relay.listen)}' to '${cut(relay.to)}'`;
  const host = hosts.find(({ name, address }) => !HOST.test(name) || !isLoopback(address));
  return host ? `'${cut(host.name)}' cannot resolve to '${cut(host.address)}'` : null;
}

/** Returns the options in a list of command-line words by name: from `--root`, `DIR`, ... a map of `--root` to `DIR`. */
export const optionsIn = (words: readonly string[]): ReadonlyMap<string, string> =>
  new Map(words.flatMap((name, i) => (i % 2 === 0 ? [[name, words[i + 1] ?? ""] as const] : [])));

const PLACES = ["--root", "--install", "--client-file"];
const MOST_WORDS = 6;

/**
 * Returns the fault of the command-line options in recording.json; null if there is none. Only options that `record start` writes are
 * allowed, each once and with a value, because Tierwright prints them in commands for the user to run.
 */
function wordsFault({ workstation, store }: RecordingRecord): string | null {
  const each: readonly (readonly [readonly string[], readonly string[]])[] = [
    [workstation.words, PLACES],
    [store, ["--store"]],
  ];
  for (const [words, options] of each) {
    const names = words.filter((_, i) => i % 2 === 0);
    const values = words.filter((_, i) => i % 2 === 1);
    const pairs = names.length === values.length && new Set(names).size === names.length && words.length <= MOST_WORDS;
    const odd = names.find((name) => !options.includes(name)) ?? values.find((value) => value === "" || value.startsWith("-"));
    if (!pairs || odd !== undefined)
      return `its options are not ${options.join(", ")}: '${cut(odd ?? words.slice(0, MOST_WORDS).join(" "))}'`;
  }
  return null;
}

/**
 * The rules for reading recording.json (src/kernel/records/read.ts). Its paths and names must be those that `record start` would write for
 * this capture, because somebody could have changed the file.
 */
export const RECORDING: Kind<RecordingRecord, RecordingContext> = {
  schema: "recordingRecord",
  largest: 1 << 24,
  free: new Set(["keys"]),
  refused: CONTROL,
  fault(record, { id }) {
    const { environment, pid } = record;
    if (record.id !== id) return `it is the record of capture '${cut(record.id)}'`;
    const name = environmentNameFault(environment);
    if (name !== null) return `'${cut(environment)}' cannot be an environment: ${name}`;
    if (pid < 1 || pid >= MOST_PROCESS) return `${pid} is not a process id`;
    return placesFault(record) ?? addressesFault(record) ?? wordsFault(record);
  },
};

/** Returns a recording.json whose paths of bundles and certificate lead to the capture's current folder, whatever folder it names. */
export function relocateRecord(record: Judged<RecordingRecord>, at: (name: string) => string): Judged<RecordingRecord> {
  const { there, back } = bundleNamesOf(record.environment);
  return withOwn(record, {
    bundle: record.bundle && { there: at(there), back: at(back) },
    trust: record.trust === null ? null : at(AUTHORITY),
  });
}
