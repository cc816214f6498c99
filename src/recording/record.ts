import type { RecordingMode } from "./moved.ts";

/** One key of an installed file that a recording decides, decoded: where the workstation goes while it is recorded, and where it goes back to. */
export interface SwitchedKey {
  readonly file: "connector" | "client";
  readonly key: string;
  readonly there: string;
  readonly back: string;
}

/**
 * recording.json of a capture: what was made for it, so that everything can be taken back also by another process after a kill, and so that
 * installed files can be compared with it. It names addresses and never a secret.
 */
export interface RecordingRecord {
  readonly schema: typeof RECORD_SCHEMA;
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly pid: number;
  readonly mode: RecordingMode;
  readonly environment: string;
  /** Absolute path of the config repository. */
  readonly repository: string;
  /** Files of the derived environment, relative to the repository with '/'. */
  readonly derived: readonly { readonly path: string; readonly sha256: string }[];
  readonly relays: readonly {
    readonly role: string;
    readonly listen: string;
    readonly to: string;
    readonly mode: RecordingMode;
  }[];
  /** `there` and `back` are absolute paths; null: names lead to the relays, and no file of the workstation changes. */
  readonly bundle: { readonly there: string; readonly back: string } | null;
  /** Names that the workstation has to look up as the relays' addresses; only in mode `tls`. */
  readonly hosts: readonly { readonly name: string; readonly address: string }[];
  /** Absolute path of a certificate (PEM) that the workstation's Java has to trust; null: none. */
  readonly trust: string | null;
  /** Where this workstation's files lie. */
  readonly workstation: {
    readonly install: string;
    readonly connector: string;
    readonly client: string;
    /** Words that `deploy` needs to find the same place, such as `--root DIR`. */
    readonly words: readonly string[];
  };
  /** Words that the other verbs need to find the store; empty: it is the usual one. */
  readonly store: readonly string[];
  readonly keys: readonly SwitchedKey[];
}

export const RECORD_SCHEMA = "tierwright/recording-record/v1";
export const RECORD_FILE = "recording.json";

const isText = (value: unknown): value is string => typeof value === "string";
const isList = (value: unknown, of: Readonly<Record<string, "string" | "number">>): boolean =>
  Array.isArray(value) &&
  value.every((item: unknown) => {
    const fields = item as Readonly<Record<string, unknown>> | null;
    return Object.entries(of).every(([name, type]) => typeof fields?.[name] === type);
  });

/** The record of a file, or null: a kill leaves none in part, because it is renamed into its place, but anybody may have written another. */
export function recordIn(text: string): RecordingRecord | null {
  let value: Readonly<Record<string, unknown>> | null;
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  } catch {
    return null;
  }
  if (value?.schema !== RECORD_SCHEMA) return null;
  const { bundle, workstation } = value as unknown as RecordingRecord;
  const whole =
    [value.id, value.at, value.environment, value.repository].every(isText) &&
    typeof value.pid === "number" &&
    isList(value.derived, { path: "string", sha256: "string" }) &&
    isList(value.relays, { role: "string", listen: "string", to: "string", mode: "string" }) &&
    isList(value.hosts, { name: "string", address: "string" }) &&
    isList(value.keys, { file: "string", key: "string", there: "string", back: "string" }) &&
    [workstation?.install, workstation?.connector, workstation?.client].every(isText) &&
    Array.isArray(workstation.words) &&
    Array.isArray(value.store) &&
    (bundle === null || [bundle?.there, bundle?.back].every(isText));
  return whole ? (value as unknown as RecordingRecord) : null;
}
