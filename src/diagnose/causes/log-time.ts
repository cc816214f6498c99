/**
 * A timestamp of a log record. Most have no time zone: `ms` then treats them as UTC, and only differences within one log are meaningful.
 */
export interface LogTime {
  readonly ms: number;
  readonly zone: boolean;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const CLOCK = /(\d\d?):(\d\d)(?::(\d\d))?(?:[.,](\d{1,9}))?(?: ?([AP]M))?(?: ?(Z|[+-]\d\d:?\d\d))?$/;
const ISO = /^(\d{4})[-./](\d\d?)[-./](\d\d?)/;
const DAY_FIRST = /^(\d\d?)[. -](\d\d?|[A-Za-z]{3})[. -](\d{4})/;

/**
 * Returns year, month (from 1) and day of a timestamp. Returns null for a date with slashes, because the order of day and month is
 * ambiguous.
 */
function dateOf(at: string): readonly [number, number, number] | null {
  const iso = ISO.exec(at);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const [, day = "", month = "", year = ""] = DAY_FIRST.exec(at) ?? [];
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1;
  return day === "" || number === 0 ? null : [Number(year), number, Number(day)];
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return sign === undefined ? 0 : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Parses the timestamp in the header of a log record. Returns null if it has no date, or an ambiguous one. */
export function logTime(at: string): LogTime | null {
  const clock = CLOCK.exec(at);
  const date = dateOf(at);
  if (!clock || !date) return null;
  const [, hours = "", minutes, seconds = "0", fraction = "", half, zone = ""] = clock;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "PM" ? 12 : 0);
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const ms = Date.UTC(date[0], date[1] - 1, date[2], hour, Number(minutes), Number(seconds), milliseconds) - offsetOf(zone);
  return Number.isFinite(ms) ? { ms, zone: zone !== "" } : null;
}
