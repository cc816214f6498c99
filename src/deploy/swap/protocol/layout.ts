import { dirname, join } from "node:path";
import type { Anchor } from "../../../kernel/index.ts";
import type { Receipt } from "./receipt.ts";

/**
 * The paths of an installation below <install>/.swap, and in `anchor` the paths that the command line or bundle names, which records must
 * respect.
 */
export class Layout {
  /**
   * Creates a layout.
   * @param here converts a receipt's paths on the workstation to paths in a copy of the workstation; null on the workstation itself
   */
  constructor(
    readonly swap: string,
    readonly anchor: Anchor,
    readonly here: ((receipt: Receipt) => Receipt) | null = null,
  ) {}

  get install(): string {
    return dirname(this.swap);
  }

  /** Returns the full path of a path in a plan or receipt, which is relative to .swap and has '/'. */
  at(relative: string): string {
    return join(this.swap, relative);
  }

  get journal(): string {
    return this.at("journal.json");
  }

  get receipts(): string {
    return this.at("receipts");
  }

  get attempt(): string {
    return this.at("receipts/attempt.json");
  }

  receipt(sequence: number, run: string): string {
    return this.at(`receipts/${String(sequence).padStart(6, "0")}-${run}.json`);
  }

  ready(manifest: string): string {
    return this.at(`ready/${manifest}`);
  }
}

/** The pattern of the name of a deploy or rollback, which is also that of its work folder below .swap: UTC time and six hex digits. */
export const RUN_NAME = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/**
 * The pattern of the name of a receipt that describes a state: a sequence number of six or more digits, and the name of the deploy or
 * rollback.
 */
export const RECEIPT_NAME = /^(\d{6}|[1-9]\d{6,11})-(\d{8}T\d{6}Z-[0-9a-f]{6})\.json$/;

/** The highest sequence number that a receipt's name can have. */
export const LAST_RECEIPT = 999_999_999_999;

export function runName(now: Date, token: string): string {
  return `${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z-${token}`;
}

/**
 * The ending of the temporary files that a deploy or rollback makes next to the files that it exchanges; those of version 0.1.0 have no
 * random part.
 */
export const TEMPORARY = /\.(?:[0-9a-f]{16}\.)?tierwright-new$/;

/**
 * Returns the path of the temporary file for a new file: in the folder of `path`, with a name made of its name and `drawn`.
 * @param drawn random hex digits that nobody can predict
 */
export function temporaryBeside(path: string, drawn: string): string {
  return path.replace(/(?<![^\\/])([^\\/]+)$/, `.$1.${drawn}.tierwright-new`);
}
