/** A calendar day as text, YYYY-MM-DD, UTC. Days in this form compare as text. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** True for a day that exists: '2026-02-30' and '2026-2-3' are none. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Days from one day to another, negative when `to` lies before `from`; NaN when either is not a day. */
export function daysBetween(from: string, to: string): number {
  if (!isDay(from) || !isDay(to)) return Number.NaN;
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
