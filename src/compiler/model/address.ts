import { type Text, beforeFirst, carriesSecret, quotedName, say } from "../../kernel/index.ts";
import { domainToASCII } from "node:url";

/** An absolute address, split the way the connector and its client library use it. Only scheme and host are normalised, to lower case. */
export interface Address {
  readonly scheme: string;
  /** The `user:password` before the host; null if there is none. */
  readonly userinfo: string | null;
  readonly host: string;
  /** The port as written, without the colon; null if there is none. */
  readonly port: string | null;
  /** The path of the address as written, or ''. */
  readonly path: string;
  /** The query and fragment of the address ('?...', '#...') as written, or ''. */
  readonly tail: string;
}

const ADDRESS =
  /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(?:([^/?#@]*)@)?(\[[0-9A-Fa-f:.]+\]|[^/?#:@;,\s[\]]+)(?::([^/?#@\s]*))?((?:\/[^?#\s]*)?)([?#]\S*)?$/;

/**
 * Returns an address for display: the user:password before the host is redacted, and also a query, fragment or path parameter that carries
 * a secret.
 */
export function withoutCredentials(text: string): string {
  const shown = text.includes("@") ? text.replace(/:\/\/[^\s/@]*@/g, "://(not shown)@") : text;
  // A text without '=' gives no value to a name, so it needs no redaction.
  if (!shown.includes("=")) return shown;
  return carriesSecret(shown.replaceAll("(not shown)@", "")) ? shown.replace(/([?#/;,])[^?#/;,]*=.*$/s, "$1(not shown)") : shown;
}

/** Returns the ';' or ',' that is written instead of the port's colon (`https://host;8443`), or null if there is none. */
export function mistypedPort(text: string): string | null {
  if (!text.includes(";") && !text.includes(",")) return null;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/:;,\s]+([;,])\d{2,5}(?=[/?#]|$)/i.exec(text.trim())?.[1] ?? null;
}

/** Splits an absolute address. Returns null for any text that is not `scheme://host...`; "host:port" alone is not an address. */
export function parseAddress(text: string): Address | null {
  const match = ADDRESS.exec(text);
  if (!match) return null;
  const { 1: scheme = "", 2: userinfo, 3: host = "", 4: port, 5: path = "", 6: tail = "" } = match; // reads the groups of the match by index, because destructuring the match as a list is slow
  return { scheme: scheme.toLowerCase(), userinfo: userinfo ?? null, host: host.toLowerCase(), port: port ?? null, path, tail };
}

/** Returns true for a port number from 1 to 65535. */
export const isPort = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;

/**
 * Returns the port that a client uses, without leading zeros, since every program reads :04544 as 4544. Falls back to the default port of
 * http and https, otherwise to ''.
 */
export function effectivePort(address: Address): string {
  return address.port?.replace(/^0+(?=\d)/, "") || (address.scheme === "https" ? "443" : address.scheme === "http" ? "80" : "");
}

/** Splits a BOOTSTRAP_URLS value into its addresses; commas, semicolons and spaces separate them (docs/formats.md). */
export function splitAddresses(text: string): readonly string[] {
  return text.split(/[,;\s]+/).filter((part) => part !== "");
}

/** Returns true for a literal IPv4 or IPv6 address, with or without brackets. */
export function isLiteralAddress(host: string): boolean {
  return normalAddress(host) !== null;
}

/** Returns true for a host that is the client machine itself (localhost, 127.0.0.0/8, ::1): data that is sent there crosses no network. */
export function isLoopback(host: string): boolean {
  const address = normalAddress(host);
  return address === null ? /^localhost$/i.test(host) : address.startsWith("127.") || address === "0:0:0:0:0:0:0:1";
}

/**
 * Returns true for an address that every machine has for itself: loopback (127.0.0.0/8, ::1) and the unspecified address (0.0.0.0/8, ::).
 * @param address An address in the spelling of `normalAddress`.
 */
export const isOfMachineItself = (address: string): boolean => /^(?:127\.|0\.|0:0:0:0:0:0:0:[01]$)/.test(address);

/** IPv4 address of four decimal numbers. A number with a leading zero is excluded: some programs read it as octal, others as decimal. */
const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** Returns the eight groups of an IPv6 address; null for any other text. A tail in IPv4 form counts as two groups. */
function groupsOf(text: string): readonly number[] | null {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (tail?.[2] !== undefined) {
    if (!IPV4.test(tail[2])) return null;
    const [a = 0, b = 0, c = 0, d = 0] = tail[2].split(".").map(Number);
    return groupsOf(`${tail[1]}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`);
  }
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = [], end = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const gap = 8 - head.length - end.length;
  if (halves.length === 2 ? gap < 1 : gap !== 0) return null;
  const groups = [...head, ...Array.from({ length: halves.length === 2 ? gap : 0 }, () => "0"), ...end];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group)) ? groups.map((group) => Number.parseInt(group, 16)) : null;
}

/**
 * Returns the one normal spelling of a network address: IPv4 as written, IPv6 as eight lower-case groups without brackets and zone, and an
 * IPv4-mapped IPv6 address as IPv4. Returns null for a text that is not an address.
 */
export function normalAddress(text: string): string | null {
  if (IPV4.test(text)) return text;
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, "");
  const plain = beforeFirst(bare, "%");
  if (IPV4.test(plain)) return plain;
  if (!/^[0-9a-f.]*:[0-9a-f:.]*$/.test(plain)) return null;
  const groups = groupsOf(plain);
  if (!groups) return null;
  const [, , , , , mapped = 0, high = 0, low = 0] = groups;
  if (groups.slice(0, 5).every((group) => group === 0) && mapped === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return groups.map((group) => group.toString(16)).join(":");
}

/** Matches an ordinary ASCII host name. Its last part begins with no digit, so that no program reads the name as an address. */
const ORDINARY_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]*[a-z0-9_])?$/i;

/**
 * Returns why a host cannot be compared by its text, or null for an ASCII name without a dot at its end and for an address in its ordinary
 * spelling. Programs disagree about other spellings (0x7f.1, 127.1, 2130706433), so a rule that compares text would draw wrong conclusions
 * from them.
 */
export function hostNameFault(host: string): Text | null {
  if (ORDINARY_NAME.test(host)) return null;
  if (normalAddress(host) !== null) return null;
  if (host.startsWith("[")) return say`${quotedName(host)} is not an IPv6 address`;
  if (host.endsWith(".")) return say`a dot follows the host name: certificates and declared hosts do not have it`;
  const last = host.slice(host.lastIndexOf(".") + 1);
  if (/^(\d+|0x[0-9a-f]*)$/i.test(last))
    return say`${quotedName(host)} is neither a name nor an address in its ordinary spelling (four numbers from 0 to 255 without leading zeros)`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  if (/[^\x00-\x7f]/.test(host)) {
    const ascii = domainToASCII(host);
    return say`the host name has letters outside ASCII, which Java does not look up${ascii ? say`; in DNS it is ${quotedName(ascii)}` : []}`;
  }
  return /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i.test(host)
    ? null
    : say`${quotedName(host)} is not a host name`;
}
