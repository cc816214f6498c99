import { type Field, fieldsOf, type Head } from "./head.ts";
import type { Edit, PatchKind } from "./stream.ts";

/* What a client would do past the relay, or not at all, because it speaks with another address than the server's (docs/recording.md#patch). */

/** A server that a relay stands for. */
export interface Tier {
  readonly secure: boolean;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** HOST:PORT where the relay listens; null: the client uses the server's own address. */
  readonly listen: string | null;
}

const named = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** As a client would ask for it: without the port that goes without saying. */
export const authorityOf = ({ secure, host, port }: Tier): string =>
  port === (secure ? 443 : 80) ? named(host) : `${named(host)}:${port}`;

const edit = (what: PatchKind, { start }: Field, at: number, length: number, text: string): Edit => ({
  what,
  start: start + at,
  length,
  text,
});

/** The server is asked for itself. A request that names several hosts, or none, is nobody's to put right. */
export function hostEdits(head: Head, tier: Tier): readonly Edit[] {
  const fields = fieldsOf(head, "host");
  const [field] = fields;
  const wanted = authorityOf(tier);
  if (!field || fields.length > 1 || field.odd || field.value === wanted) return [];
  return [edit("host", field, 0, field.value.length, wanted)];
}

const ABSOLUTE = /^(?:(https?):)?\/\/([^/?#\\]*)/i;

/** A redirect to a server that is recorded leads to its relay. `here`: how the client calls the relay it speaks with. */
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

/** A cookie comes back: without `Secure`, which plain HTTP does not fulfil, and without a `Domain` that the client is not in. */
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

/** RFC 6265, section 5.1.3: an address is in no domain but itself. */
function inDomain(authority: string, domain: string): boolean {
  const host = authority.replace(/:\d+$/, "").toLowerCase();
  const wanted = domain.replace(/^\./, "").toLowerCase();
  return host === wanted || (host.endsWith(`.${wanted}`) && !/^[\d.]+$|\]$/.test(host));
}
