export type Level = "error" | "warning" | "other";

const TIME =
  /^[[(]?(?=[^\s]{0,3}\d)((?:\d{4}[-./]\d\d?[-./]\d\d?|\d\d?[-./ ][A-Za-z\d]{2,4}[-./ ]\d{2,4})?[T ,]{0,2}\d\d?:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?(?:[AP]M|Z|[+-]\d\d:?\d\d))?)[\])]?/;
/**
 * Pattern of the level in a log header: at the beginning, or after time, thread and the like. Java's own logger translates levels. Web
 * servers write them in lower case, in brackets and after the name of a module; .NET abbreviates them.
 */
const LEVEL =
  /^(?:[\s|,:-]{0,8}\[[^\]]{0,120}\])?[\s|,:[(<-]{0,8}(?:(TRACE|DEBUG|INFO|INFORMATION|INFOS|NOTICE|CONFIG|FINE|FINER|FINEST|WARN|WARNING|WARNUNG|AVERTISSEMENT|ERROR|FATAL|CRITICAL|SEVERE|SCHWERWIEGEND|FEHLER|GRAVE|ERREUR|\u91cd\u5927|\u8b66\u544a|\u60c5\u5831|\u4e25\u91cd|\u9519\u8bef|\u4fe1\u606f)(?=[\s:|\])>,-]|$)|(?<=\[)(?:[a-z_\d]{1,24}:)?(trace\d?|debug|info|notice|warn|warning|error|crit|alert|emerg|fatal)(?=\]))|^(fail|crit|warn|info|dbug|trce)(?=: \S{1,200}\[\d{1,5}\]$)/;

const ERROR =
  /^(?:ERROR|FATAL|CRITICAL|SEVERE|SCHWERWIEGEND|FEHLER|GRAVE|ERREUR|\u91cd\u5927|\u4e25\u91cd|\u9519\u8bef|error|crit|alert|emerg|fatal|fail)$/;

function levelOf(word: string): Level {
  if (ERROR.test(word)) return "error";
  return /^(?:WARN|AVERT|\u8b66|warn)/.test(word) ? "warning" : "other";
}

export interface Header {
  readonly level: Level;
  readonly at: string | null;
  /** Length of the header's time in characters, brackets included; 0 if it has none. */
  readonly time: number;
  /** Offset in the line at which the message can begin. */
  readonly length: number;
}

/** Returns the header of a log line. Returns null if the line has none, also if its message only mentions ERROR. */
export function headerOf(line: string): Header | null {
  const head = line.slice(0, 300);
  const time = TIME.exec(head);
  const before = time?.[0].length ?? 0;
  const level = LEVEL.exec(head.slice(before));
  const at = time?.[1]?.trim() ?? null;
  return (
    level && { level: levelOf((level[1] ?? level[2] ?? level[3]) as string), at, time: before, length: before + level[0].length }
  );
}
