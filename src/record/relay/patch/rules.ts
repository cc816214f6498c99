import { type Field, fieldsOf, type Head } from "./head.ts";
import type { Edit, PatchKind } from "./stream.ts";

/*
 * Edits of HTTP headers in mode `patch` (docs/recording.md#patch), whose client uses the relay's address in place of the server's: without
 * them, a redirect would lead the client past the relay, the server would see a wrong Host, or the client would drop a cookie.
 */

/** A server behind a relay, and where the relay listens. */
export interface Tier {
  readonly secure: boolean;
  /** The host name or address of the server behind the relay, without brackets. */
  readonly host: string;
  readonly port: number;
  /** The HOST:PORT at which the relay listens; null in mode `tls`, in which the client uses the server's own address. */
  readonly listen: string | null;
}

const named = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** Returns the value of the Host field that a client without a relay would send: without the scheme's default port. */
export const authorityOf = ({ secure, host, port }: Tier): string =>
  port === (secure ? 443 : 80) ? named(host) : `${named(host)}:${port}`;

const edit = (what: PatchKind, { start }: Field, at: number, length: number, text: string): Edit => ({
  what,
  start: start + at,
  length,
  text,
});

/** Returns the edit that sets the Host field to the server's own name; an empty list unless there is one valid, different Host field. */
export function hostEdits(head: Head, tier: Tier): readonly Edit[] {
  const fields = fieldsOf(head, "host");
  const [field] = fields;
  const wanted = authorityOf(tier);
  if (!field || fields.length > 1 || field.odd || field.value === wanted) return [];
  return [edit("host", field, 0, field.value.length, wanted)];
}

const ABSOLUTE = /^(?:(https?):)?\/\/([^/?#\\]*)/i;

/**
 * Returns the edits of a redirect (Location field) to a recorded server that make it lead to that server's relay.
 * @param own The server that sent the redirect.
 * @param here The HOST:PORT by which the client addresses the relay of `own`; null if its request has no Host field.
 */
export function locationEdits(head: Head, own: Tier, tiers: readonly Tier[], here: string | null): readonly Edit[] {
  return fieldsOf(head, "location").flatMap((field) => {
    const [whole, scheme, authority = ""] = ABSOLUTE.exec(field.value) ?? [];
    if (whole === undefined || field.odd || authority.includes("@")) return [];
    const secure = scheme === undefined ? own.secure : scheme.toLowerCase() === "https";
    const url = `${secure ? "https" : "http"}://${authority}`;
    if (!URL.canParse(url)) return [];
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, "");
    const number = port === "" ? (secure ? 443 : 80) : Number(port);
    const leads = (tier: Tier) => tier.secure === secure && tier.host.toLowerCase() === host && tier.port === number;
    const to = leads(own) ? (here ?? own.listen) : (tiers.find(leads)?.listen ?? null);
    return to === null ? [] : [edit("location", field, 0, whole.length, `http://${to}`)];
  });
}

/**
 * Returns the edits that make the client accept a cookie (Set-Cookie field): they delete `Secure`, because the client speaks plain HTTP
 * with the relay, and a `Domain` that does not cover the relay's host.
 * @param here The HOST:PORT by which the client addresses the relay.
 */
export function cookieEdits(head: Head, here: string | null): readonly Edit[] {
  return fieldsOf(head, "set-cookie").flatMap((field) => {
    if (field.odd) return [];
    const [pair = "", ...attributes] = field.value.split(";");
    let at = pair.length;
    return attributes.flatMap((attribute) => {
      const start = at;
      at += 1 + attribute.length;
      const [name = "", value = ""] = attribute.split("=", 2).map((part) => part.trim());
      const what = unkept(name.toLowerCase(), value, here);
      return what === null ? [] : [edit(what, field, start, 1 + attribute.length, "")];
    });
  });
}

function unkept(name: string, value: string, here: string | null): PatchKind | null {
  if (name === "secure") return "cookie-secure";
  return name === "domain" && value !== "" && !inDomain(here ?? "", value) ? "cookie-domain" : null;
}

/** Returns whether the host of a HOST:PORT is in a cookie's domain (RFC 6265, section 5.1.3). An IP address is only in itself. */
function inDomain(authority: string, domain: string): boolean {
  const host = authority.replace(/:\d+$/, "").toLowerCase();
  const wanted = domain.replace(/^\./, "").toLowerCase();
  return host === wanted || (host.endsWith(`.${wanted}`) && !/^[\d.]+$|\]$/.test(host));
}
