import { effectivePort, isLoopback, parseAddress, splitAddresses } from "../../compiler/index.ts";
import type { Judged } from "../../kernel/index.ts";
import type { RecordingRecord } from "./record.ts";

/** An installed file as Java reads it. */
export interface InstalledValues {
  readonly file: "connector" | "client";
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
}

/** A recording that a store knows of. */
export interface KnownRecording {
  readonly record: Pick<Judged<RecordingRecord>, "id" | "environment" | "relays" | "bundle">;
  /** Its process is alive, and nothing says that it stopped. */
  readonly running: boolean;
}

/** An installed address that leads to this machine in place of a tier. */
export interface Pointing {
  readonly file: "connector" | "client";
  readonly key: string;
  readonly path: string;
  /** One address; a key with several gives one for each. */
  readonly address: string;
  /** Whose relay listens there, or did; null: no recording of the store knows it. */
  readonly recording: {
    readonly id: string;
    readonly environment: string;
    readonly running: boolean;
    readonly back: string | null;
  } | null;
}

/** The keys that say where a workstation signs in and where model files go. */
export const MOVED_KEYS = [
  { file: "connector", key: "TC_SERVER_URL" },
  { file: "client", key: "URL" },
  { file: "client", key: "BOOTSTRAP_URLS" },
] as const;

/** HOST:PORT that an address leads to; null: it is none. */
export function serverIn(text: string): string | null {
  const address = parseAddress(text);
  return address && `${address.host}:${effectivePort(address)}`;
}

/**
 * Which addresses of an installed connector lead to a relay: one that a recording of the store had, or any address of the machine itself. Pure:
 * on decoded files and the records of a store. Empty: the workstation goes to its tier.
 */
export function pointsAtRelay(installed: readonly InstalledValues[], recordings: readonly KnownRecording[]): readonly Pointing[] {
  return MOVED_KEYS.flatMap(({ file, key }) =>
    installed
      .filter((one) => one.file === file)
      .flatMap(({ path, values }) =>
        splitAddresses(values.get(key) ?? "").flatMap((text): Pointing[] => {
          const server = serverIn(text);
          const known = recordings
            .filter(({ record }) => record.relays.some(({ listen }) => listen === server))
            .sort((a, b) => Number(b.running) - Number(a.running) || (a.record.id < b.record.id ? 1 : -1))[0];
          if (server === null || !(known || isLoopback(parseAddress(text)?.host ?? ""))) return [];
          const recording = known
            ? {
                id: known.record.id,
                environment: known.record.environment,
                running: known.running,
                back: known.record.bundle?.back ?? null,
              }
            : null;
          return [{ file, key, path, address: text, recording }];
        }),
      ),
  );
}

/** Where the workstation goes, as far as its installed files say it. */
export type SwitchState =
  /** Every address leads to the relays. */
  | "there"
  /** Every address leads to the tier. */
  | "back"
  /** Some of them do: a recording would be partial. */
  | "partial"
  /** To neither: another environment is installed, or somebody changed it. */
  | "elsewhere"
  /** The files are not there, or cannot be read. */
  | "unknown";

/** A key of MOVED_KEYS with the addresses that the environment decides, decoded. */
export interface MovedKey {
  readonly file: InstalledValues["file"];
  readonly key: string;
  readonly back: string;
}

/**
 * What is installed against what the environment decides: every key leads to this machine, or has the environment's own value again. No value of
 * a record is compared.
 */
export function switchState(keys: readonly MovedKey[], installed: readonly InstalledValues[]): SwitchState {
  const files = new Map(installed.map((one) => [one.file, one.values]));
  if (keys.length === 0 || keys.some(({ file }) => !files.has(file))) return "unknown";
  const value = ({ file, key }: MovedKey) => files.get(file)?.get(key);
  const led = (text: string | undefined): boolean => {
    const addresses = splitAddresses(text ?? "");
    return addresses.length > 0 && addresses.every((one) => isLoopback(parseAddress(one)?.host ?? ""));
  };
  const back = keys.filter((one) => value(one) === one.back).length;
  const there = keys.filter((one) => value(one) !== one.back && led(value(one))).length;
  if (there === keys.length) return "there";
  if (back === keys.length) return "back";
  return there > 0 ? "partial" : "elsewhere";
}
