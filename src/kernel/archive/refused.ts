import { Refusal } from "../diagnostic/refusal.ts";
import { bracedEscape } from "../text/escapes.ts";
import { unseenPattern } from "../text/unseen.ts";
import type { ArchiveFault } from "./types.ts";

/** The refusal to write an archive or to read it any further (exit code 1). `entry` is the entry's path, or null for the whole archive. */
export class ArchiveRefused extends Refusal implements ArchiveFault {
  constructor(
    readonly entry: string | null,
    readonly problem: string,
    help: string | null = null,
  ) {
    super(1, entry === null ? problem : `${showName(entry)}: ${problem}`, help);
  }
}

/** Returns a name from an archive for a message: quoted, with invisible characters escaped, and shortened to 120 characters. */
export function showName(name: string): string {
  const safe = name.replace(unseenPattern(), bracedEscape);
  return `'${safe.length > 120 ? `${safe.slice(0, 117)}...` : safe}'`;
}
