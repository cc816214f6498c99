/** A Set-Cookie header as it is read by all who keep cookies (RFC 6265, 5.2). */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** By their names in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** More than any cookie has. */
const LONGEST = 16_384;

/** Null: it sets nothing. */
export function readSetCookie(header: string): SetCookie | null {
  if (header.length > LONGEST) return null;
  const [pair = "", ...rest] = header.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at).trim();
  if (at < 0 || name === "" || /\s/.test(name)) return null;
  const attributes = rest.map((part) => {
    const equals = part.indexOf("=");
    const [key, value] = equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    return [key.trim().toLowerCase(), value.trim()] as const;
  });
  return { name, value: pair.slice(at + 1).trim(), attributes: new Map(attributes) };
}

/** True for a cookie that is taken back: without a lifetime, or with one that is over; `now` in milliseconds. */
export function isOver({ attributes }: SetCookie, now: number): boolean {
  const age = attributes.get("max-age");
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  const expires = Date.parse(attributes.get("expires") ?? "");
  return !Number.isNaN(expires) && expires <= now;
}
