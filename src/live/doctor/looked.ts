import { type CompiledEnvironment, FILE_ROLES, type FileRole, type SharedModel } from "../../compiler/index.ts";
import { type Judged, LARGEST_TEXT, PropertiesDocument } from "../../kernel/index.ts";
import type { Stat } from "../../platform/index.ts";
import type { KnownRecording } from "../../record/index.ts";
import type { Receipt } from "../../deploy/index.ts";
import type { Places } from "./places.ts";
import type { Station } from "./station.ts";

/** A capture in the folder that --store names, otherwise in this account's folder for captures. */
export interface SeenCapture {
  readonly id: string;
  readonly folder: string;
  /** True if the process of the recording is alive and its relays listen. */
  readonly running: boolean;
  /** The start of the recording that wrote the capture; null if it is unknown. */
  readonly at: Date | null;
  /**
   * The environment, addresses and relays that the recording noted at its start; null if the relays were started for two addresses, without
   * an environment.
   */
  readonly record: KnownRecording["record"] | null;
}

/** The inputs of a check of `doctor`, which can read nothing else. */
export interface Looked {
  readonly station: Station;
  readonly places: Places;
  /**
   * The environment that the workstation is compared with, as a deploy would install it; null if none was named and no receipt names one.
   */
  readonly wanted: CompiledEnvironment | null;
  /** The reason why there is no environment to compare with, for the answer of a skipped check. */
  readonly noEnvironment: string;
  /** The contents of site.yaml, compatibility matrix and connector releases; null outside a config repository. */
  readonly shared: SharedModel | null;
  /** Returns the newest receipt of the workstation. Returns null if no deploy has succeeded; throws if the receipt cannot be read. */
  receipt(): Judged<Receipt> | null;
  /**
   * Returns the captures in the folder of --store, otherwise in that of this account; null if a `-Collect` archive is checked, which has
   * none.
   */
  readonly captures: (() => Promise<readonly SeenCapture[]>) | null;
  /**
   * Returns whether a program listens at an address of this machine (HOST:PORT); null if a `-Collect` archive is checked, because this
   * machine is then not the workstation.
   */
  readonly listening: ((server: string) => Promise<boolean>) | null;
  readonly now: Date;
}

/** One of the properties files of connector or client library on the workstation, as read. */
export interface LiveFile {
  readonly role: FileRole;
  readonly path: string;
  readonly bytes: Buffer;
  readonly document: PropertiesDocument;
  /** The decoded values by key, as Java reads them; empty if Java cannot load the file. */
  readonly values: ReadonlyMap<string, string>;
}

export const pathOf = ({ conf, client, logger }: Places, role: FileRole): string | null =>
  role === "connector" ? conf : role === "client" ? client : logger;

/**
 * Reads the workstation's properties file for a role (connector, client, logger). Returns null if it is missing or not a file, which the
 * check `files/present` reports.
 */
export function liveFile({ station: { files }, places }: Looked, role: FileRole): LiveFile | null {
  const path = pathOf(places, role);
  if (path === null || files.stat(path)?.kind !== "file") return null;
  const bytes = files.read(path, LARGEST_TEXT);
  const document = PropertiesDocument.parse(bytes);
  const values = new Map([...document.load().map].map(([key, { value }]) => [key, value]));
  return { role, path, bytes, document, values };
}

export const liveFiles = (looked: Looked): readonly LiveFile[] => FILE_ROLES.flatMap((role) => liveFile(looked, role) ?? []);

/** The words for each kind of path, for messages. */
export const kindWords: Readonly<Record<Stat["kind"], string>> = {
  file: "a file",
  folder: "a folder",
  link: "a link",
  other: "neither a file nor a folder",
};
