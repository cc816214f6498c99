import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { notRun } from "../not-run.ts";

/* Recordings of a real identity provider, which lie beside the repository (../shared/corpus/keycloak-wire); replay.ts answers from them. */

/** Name and value, in the order of the wire. */
type Headers = readonly (readonly [name: string, value: string])[];

export interface Recorded {
  /** Says what is special about this exchange. */
  readonly note?: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: Headers;
    readonly body: string | null;
  };
  /** Null where the client went away before it had read the answer. */
  readonly response: { readonly status: number; readonly headers: Headers; readonly body: string | null } | null;
}

export interface Tape {
  readonly scenario: string;
  /** Version and settings of the server. */
  readonly server: string;
  readonly exchanges: readonly Recorded[];
}

/** The address that every recorded server was told to have. */
export const RECORDED_ORIGIN = "https://idp.example.com:8443";

/** The folder of the recordings, with a slash at its end. */
export const RECORDINGS = fileURLToPath(new URL("../../../../shared/corpus/keycloak-wire/", import.meta.url));

export const VERSIONS = ["26.7.3", "26.0.7"] as const;
export type Version = (typeof VERSIONS)[number];

/** Skips the running test where the recordings are absent; `what` names what is not proven then. */
export function needRecordings(what: string): void {
  if (!existsSync(RECORDINGS))
    notRun(`The recordings of a real identity provider (../shared/corpus/keycloak-wire) are absent: ${what}`);
}

/** Reads a tape by the name of its file, as `26.7.3/realm-put`; skips the running test where the recordings are absent. */
export function readTape(name: `${Version}/${string}`): Tape {
  needRecordings(`${name} is not played.`);
  return JSON.parse(readFileSync(`${RECORDINGS}${name}.json`, "utf8")) as Tape;
}

/** Names every tape of a version; [] where the recordings are absent. */
export function tapeNames(version: Version): readonly `${Version}/${string}`[] {
  if (!existsSync(RECORDINGS)) return [];
  return readdirSync(`${RECORDINGS}${version}`)
    .sort()
    .map((file) => `${version}/${file.replace(/\.json$/, "")}` as const);
}

/** Returns the first value of a header, whatever the case of its name; null where there is none. */
export const recordedHeader = (headers: Headers, name: string): string | null =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? null;
