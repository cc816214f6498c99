import { Refusal } from "../diagnostic/refusal.ts";
import { bracedEscape } from "../text/escapes.ts";
import { unseenPattern } from "../text/unseen.ts";
import type { ArchiveFault } from "./types.ts";

/** The refusal to write or read an archive any further, with exit code 1. `entry` is null if the archive as a whole is refused. */
export class ArchiveRefused extends Refusal implements ArchiveFault {
  constructor(
    readonly entry: string | null,
    readonly problem: string,
    help: string | null = null,
  ) {
    super(1, entry === null ? problem : `${showName(entry)}: ${problem}`, help);
  }
}

/** Returns a name from an archive for display: quoted, control and direction characters escaped, cut to the length of a line. */
export function showName(name: string): string {
  const safe = name.replace(unseenPattern(), bracedEscape);
  return `'${safe.length > 120 ? `${safe.slice(0, 117)}...` : safe}'`;
}
