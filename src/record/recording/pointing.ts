import { type FileRole, effectivePort, isLoopback, parseAddress, splitAddresses } from "../../compiler/index.ts";
import type { Judged } from "../../kernel/index.ts";
import type { RecordingRecord } from "./record.ts";

/** An installed settings file with its values as Java reads them. */
export interface InstalledValues {
  readonly file: FileRole;
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
}

/** A recording of an environment whose capture is in the store of captures. */
export interface KnownRecording {
  readonly record: Pick<Judged<RecordingRecord>, "id" | "environment" | "relays" | "bundle" | "workstation" | "store">;
  /** True if the recording's process is alive, its relay's address is in use, and no event reports its end. */
  readonly running: boolean;
}

/** An address in an installed settings file that leads to a relay or to this machine instead of a tier. */
export interface Pointing {
  readonly file: "connector" | "client";
  readonly key: string;
  readonly path: string;
  /** One installed address; a key with several addresses gives one entry for each. */
  readonly address: string;
  /** The recording whose relay listens or listened at the address; null if the store of captures has no such recording. */
  readonly recording: KnownRecording | null;
}

/** The keys whose values are sign-in and file-transfer addresses: during a recording they hold the relays' addresses. */
export const MOVED_KEYS = [
  { file: "connector", key: "TC_SERVER_URL" },
  { file: "client", key: "URL" },
  { file: "client", key: "BOOTSTRAP_URLS" },
] as const;

/** Returns HOST:PORT of an address, with the scheme's default port; null if the text is no address. */
export function serverIn(text: string): string | null {
  const address = parseAddress(text);
  return address && `${address.host}:${effectivePort(address)}`;
}

/**
 * Returns the installed sign-in and file-transfer addresses that lead to a relay: those of a relay of one of the given recordings, and all
 * loopback addresses. Returns an empty list if all of them lead to a tier.
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
          return [{ file, key, path, address: text, recording: known ?? null }];
        }),
      ),
  );
}

/** The destination of the addresses in a workstation's installed settings files: the relays, the tier, or neither. */
export type SwitchState =
  /** Every address in the installed files leads to the relays. */
  | "there"
  /** Every address in the installed files leads to the tier. */
  | "back"
  /** Only some installed addresses lead to the relays, so the capture is incomplete. */
  | "partial"
  /** The installed addresses lead neither to the relays nor to the tier: another environment is installed, or the files were changed. */
  | "elsewhere"
  /** A settings file is missing or unreadable. */
  | "unknown";

/** A key that a recording leads to its relay, with the value (`back`) that the recorded environment decides, as Java reads it. */
export interface MovedKey {
  readonly file: Pointing["file"];
  readonly key: string;
  readonly back: string;
}

/**
 * Returns where the installed addresses lead: to the relays if they are loopback addresses, to the tier if they are the values that the
 * environment decides. Uses no value of recording.json, because somebody could have changed that file.
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

/**
 * Returns whether all relay addresses in the installed files ("there"), some ("partial") or none ("elsewhere") are those of the running
 * recording with the id `running`. They can be those of an earlier recording, because its relays can have had other ports.
 */
export function relaySide(keys: readonly MovedKey[], leads: readonly Pointing[], running: string): SwitchState {
  const isMoved = ({ file, key, address }: Pointing) =>
    keys.some((one) => one.file === file && one.key === key && !splitAddresses(one.back).includes(address));
  const moved = leads.filter(isMoved);
  const own = moved.filter(({ recording }) => recording?.record.id === running);
  if (own.length === moved.length) return "there";
  return own.length > 0 ? "partial" : "elsewhere";
}
