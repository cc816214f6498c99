import { type CompiledEnvironment, FILE_ROLES, type FileRole, type SharedModel } from "../../compiler/index.ts";
import { type Judged, LARGEST_TEXT, PropertiesDocument } from "../../kernel/index.ts";
import type { Stat } from "../../platform/index.ts";
import type { KnownRecording } from "../../record/index.ts";
import type { Receipt } from "../../deploy/index.ts";
import type { Places } from "./places.ts";
import type { Station } from "./station.ts";

/** A capture in this account's store. */
export interface SeenCapture {
  readonly id: string;
  readonly folder: string;
  /** True if the recording process is alive and its addresses are in use. */
  readonly running: boolean;
  /** The start of the recording; null if it is unknown. */
  readonly at: Date | null;
  /** The record of a recording made for an environment; null if two addresses were recorded directly. */
  readonly record: KnownRecording["record"] | null;
}

/** The inputs of a check, which has access to nothing else. */
export interface Looked {
  readonly station: Station;
  readonly places: Places;
  /** The environment as it would be installed; null if none was named and no receipt names one. */
  readonly wanted: CompiledEnvironment | null;
  /** The reason why `wanted` is null. */
  readonly noEnvironment: string;
  /** Site, matrix and releases; null without a config repository. */
  readonly shared: SharedModel | null;
  /** Returns the newest receipt. Returns null if no deploy has succeeded; throws if the receipt cannot be read. */
  receipt(): Judged<Receipt> | null;
  /** Returns the captures of this account; null for a copy or an archive, whose captures are unknown. */
  readonly captures: (() => Promise<readonly SeenCapture[]>) | null;
  /** Returns whether a program listens at an address of this machine (HOST:PORT); null for an archive, which can be read on any machine. */
  readonly listening: ((server: string) => Promise<boolean>) | null;
  readonly now: Date;
}

/** One of the three settings files on the workstation. */
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

/** Reads a settings file. Returns null if it is missing or not a file, which `files/present` reports. */
export function liveFile({ station: { files }, places }: Looked, role: FileRole): LiveFile | null {
  const path = pathOf(places, role);
  if (path === null || files.stat(path)?.kind !== "file") return null;
  const bytes = files.read(path, LARGEST_TEXT);
  const document = PropertiesDocument.parse(bytes);
  const values = new Map([...document.load().map].map(([key, { value }]) => [key, value]));
  return { role, path, bytes, document, values };
}

export const liveFiles = (looked: Looked): readonly LiveFile[] => FILE_ROLES.flatMap((role) => liveFile(looked, role) ?? []);

/** The words for each kind of path. */
export const kindWords: Readonly<Record<Stat["kind"], string>> = {
  file: "a file",
  folder: "a folder",
  link: "a link",
  other: "neither a file nor a folder",
};
