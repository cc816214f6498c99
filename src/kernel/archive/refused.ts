import { Refusal } from "../diagnostic/refusal.ts";
import { unseenPattern } from "../text/unseen.ts";
import type { ArchiveFault } from "./types.ts";

/** An archive that is not written or not read any further. Exit code 1 as for every refusal; `entry` is null for the archive as a whole. */
export class ArchiveRefused extends Refusal implements ArchiveFault {
  constructor(
    readonly entry: string | null,
    readonly problem: string,
    help: string | null = null,
  ) {
    super(1, entry === null ? problem : `${shown(entry)}: ${problem}`, help);
  }
}

/** A name from an archive as it can be printed: quoted, with control and direction characters escaped, not longer than a line. */
export function shown(name: string): string {
  const escape = (c: string) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`;
  const safe = name.replace(unseenPattern(), escape);
  return `'${safe.length > 120 ? `${safe.slice(0, 117)}...` : safe}'`;
}
