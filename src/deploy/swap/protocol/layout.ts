import { dirname, join } from "node:path";
import type { Anchor } from "../../../kernel/index.ts";
import type { Receipt } from "./receipt.ts";

/** Names below <install>/.swap, with what the invocation says of the places that the records there may name. */
export class Layout {
  /** @param here Gives a receipt its places where they lie now; a copy of a workstation names them as the workstation did. */
  constructor(
    readonly swap: string,
    readonly anchor: Anchor,
    readonly here: ((receipt: Receipt) => Receipt) | null = null,
  ) {}

  get install(): string {
    return dirname(this.swap);
  }

  /** A path that plan or receipt names relative to .swap, with '/'. */
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

/** Names of run folders: UTC time and six hex digits. */
export const RUN_NAME = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/** Names of receipts that describe a state: six digits or, after 999999, as many as the number has. */
export const RECEIPT_NAME = /^(\d{6}|[1-9]\d{6,11})-(\d{8}T\d{6}Z-[0-9a-f]{6})\.json$/;

/** The highest number that such a name can have. */
export const LAST_RECEIPT = 999_999_999_999;

export function runName(now: Date, token: string): string {
  return `${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z-${token}`;
}

/** How the names of temporary files beside a target end; those of 0.1.0 have no drawn part. */
export const TEMPORARY = /\.(?:[0-9a-f]{16}\.)?tierwright-new$/;

/** A temporary file beside a target; `drawn`: hex digits that nobody can know before. */
export function temporaryBeside(path: string, drawn: string): string {
  return path.replace(/(?<![^\\/])([^\\/]+)$/, `.$1.${drawn}.tierwright-new`);
}
