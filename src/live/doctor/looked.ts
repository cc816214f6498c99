import { type CompiledEnvironment, FILE_ROLES, type FileRole, type SharedModel } from "../../compiler/index.ts";
import { type Judged, LARGEST_TEXT, PropertiesDocument } from "../../kernel/index.ts";
import type { Stat } from "../../platform/index.ts";
import type { KnownRecording } from "../../record/index.ts";
import type { Receipt } from "../../deploy/index.ts";
import type { Places } from "./places.ts";
import type { Station } from "./station.ts";

/** A recording of this account's store. */
export interface SeenCapture {
  readonly id: string;
  readonly folder: string;
  /** Its process lives and has its addresses. */
  readonly running: boolean;
  /** When it began; null: nothing says it. */
  readonly at: Date | null;
  /** What was made for an environment; null: two addresses were recorded. */
  readonly record: KnownRecording["record"] | null;
}

/** What a check is given. It reaches nothing else. */
export interface Looked {
  readonly station: Station;
  readonly places: Places;
  /** What would be installed of the environment; null: none was named, and no receipt names one. */
  readonly wanted: CompiledEnvironment | null;
  /** Why there is none. */
  readonly noEnvironment: string;
  /** Site, matrix and releases; null: no repository was given. */
  readonly shared: SharedModel | null;
  /** The newest receipt; null: no deploy has worked there. Throws where it cannot be read. */
  receipt(): Judged<Receipt> | null;
  /** Recordings that this account made; null: of a copy or an archive nobody knows them. */
  readonly captures: (() => Promise<readonly SeenCapture[]>) | null;
  /** Whether a program of this machine listens at an address of its own (HOST:PORT); null: an archive is looked at anywhere. */
  readonly listening: ((server: string) => Promise<boolean>) | null;
  readonly now: Date;
}

/** One of the three settings files as it lies. */
export interface LiveFile {
  readonly role: FileRole;
  readonly path: string;
  readonly bytes: Buffer;
  readonly document: PropertiesDocument;
  /** As Java reads it: key to decoded value; of a file that Java cannot load nothing. */
  readonly values: ReadonlyMap<string, string>;
}

export const pathOf = ({ conf, client, logger }: Places, role: FileRole): string | null =>
  role === "connector" ? conf : role === "client" ? client : logger;

/** The file where it can be read as one; what cannot be is told by `files/present`. */
export function liveFile({ station: { files }, places }: Looked, role: FileRole): LiveFile | null {
  const path = pathOf(places, role);
  if (path === null || files.stat(path)?.kind !== "file") return null;
  const bytes = files.read(path, LARGEST_TEXT);
  const document = PropertiesDocument.parse(bytes);
  const values = new Map([...document.load().map].map(([key, { value }]) => [key, value]));
  return { role, path, bytes, document, values };
}

export const liveFiles = (looked: Looked): readonly LiveFile[] => FILE_ROLES.flatMap((role) => liveFile(looked, role) ?? []);

/** What lies at a path, in a word. */
export const kindWords: Readonly<Record<Stat["kind"], string>> = {
  file: "a file",
  folder: "a folder",
  link: "a link",
  other: "neither a file nor a folder",
};
