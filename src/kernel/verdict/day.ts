/** The pattern of a calendar day in UTC, YYYY-MM-DD. Days in this form sort by date when compared as texts. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns true for a day that exists, as YYYY-MM-DD; false for '2026-02-30' and '2026-2-3'. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the number of days from the day `from` to the day `to`, negative if `to` is earlier; NaN if `isDay` is false for one of them. */
export function daysBetween(from: string, to: string): number {
  if (!isDay(from) || !isDay(to)) return Number.NaN;
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
