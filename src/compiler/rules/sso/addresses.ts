import { type Circumstances, type Found, type Text, name, quotedName, say, value } from "../../../kernel/index.ts";
import { hostNameFault, isPort, mistypedPort, parseAddress, withoutCredentials } from "../../model/address.ts";
import type { Fact } from "../../sso/fact.ts";

/** Returns an address for a message, without the credentials before its host. */
export const shownAddress = (text: string): Found => value(withoutCredentials(text));

/** Returns `pointer` and `quote` for a finding about a fact. A line with '@' is not quoted, because it can hold a password. */
export const aboutFact = ({ pointer, value: text }: Fact): Circumstances => ({
  pointer,
  ...(text.includes("@") && { quote: false as const }),
});

/** The number of layers of percent-encoding that are decoded, because a proxy and the server behind it each decode a path. */
const LAYERS = 4;

/** Matches the percent-encoded dot, percent sign, and characters at which a program ends a part of a path: / \ ; # ? space and NUL. */
const ENCODED = /%(?:2[ef053]|3[bf]|5c|00)|%c0%a[ef]/gi;

const decoded = (code: string): string =>
  /^%c0/i.test(code) ? (/e$/i.test(code) ? "." : "/") : String.fromCharCode(Number.parseInt(code.slice(1), 16));

/**
 * Returns true if a part of a URL's path is '.' or '..', also if it is percent-encoded (even repeatedly, or in overlong UTF-8), between
 * backslashes, or followed by a character at which some programs end a part.
 */
function leadsElsewhere(path: string): boolean {
  let plain = path;
  for (let layer = 0; layer < LAYERS; layer++) plain = plain.replace(ENCODED, decoded);
  return plain.split(/[\\/]/).some((part) => /^\.\.?(?![^\0 #;?])/.test(part));
}

/** The fault, in words, of an absolute address whose path has a part '.' or '..'. */
export const DOTS: Text = say`its path leads elsewhere by a part '.' or '..', which browsers and servers resolve`;

/** Returns why a text is not an absolute address of a server, or null if it is one. */
export function addressFault(text: string): Text | null {
  if (text !== text.trim()) return say`it begins or ends with a space`;
  const sign = mistypedPort(text);
  if (sign) return say`${quotedName(sign)} is where the ':' of the port belongs`;
  const address = parseAddress(text);
  if (!address)
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? say`its host or port cannot be read` : say`it has no scheme (https://)`;
  if (address.scheme !== "https" && address.scheme !== "http")
    return say`browsers are sent to https addresses, not to ${name(address.scheme)}`;
  if (address.userinfo !== null) return say`it holds a user name or password before the host`;
  if (address.port !== null && !isPort(address.port)) return say`${value(address.port)} is not a port (1 to 65535)`;
  if (leadsElsewhere(address.path)) return DOTS;
  return hostNameFault(address.host);
}
