import { type Circumstances, type Found, type Text, name, quotedName, say, value } from "../../../kernel/index.ts";
import { hostNameFault, isPort, mistypedPort, parseAddress, withoutCredentials } from "../../model/address.ts";
import type { Fact } from "../../sso/fact.ts";

/** An address as it is told: what stands before the host may be a password. */
export const shownAddress = (text: string): Found => value(withoutCredentials(text));

/** What is known of a finding about a fact: the line of an address with a password in it is not quoted. */
export const aboutFact = ({ pointer, value: text }: Fact): Circumstances => ({
  pointer,
  ...(text.includes("@") && { quote: false as const }),
});

/** Layers of percent-encoding that are taken off: proxies and servers in a row decode more than once. */
const LAYERS = 4;

/** Percent-encoded '.', '/', '\\', ';', '%', space and '#', '?' and NUL, at which a program ends a part of a path. */
const ENCODED = /%(?:2[ef053]|3[bf]|5c|00)|%c0%a[ef]/gi;

const decoded = (code: string): string =>
  /^%c0/i.test(code) ? (/e$/i.test(code) ? "." : "/") : String.fromCharCode(Number.parseInt(code.slice(1), 16));

/** True where a path leads up or stays by '.' or '..', also percent-encoded (twice, or longer than need be), with a backslash or with something behind it. */
function leadsElsewhere(path: string): boolean {
  let plain = path;
  for (let layer = 0; layer < LAYERS; layer++) plain = plain.replace(ENCODED, decoded);
  return plain.split(/[\\/]/).some((part) => /^\.\.?(?![^\0 #;?])/.test(part));
}

/** What is wrong with the path of an address that is absolute all the same. */
export const DOTS: Text = say`its path leads elsewhere by a part '.' or '..', which browsers and servers resolve`;

/** Why a text is no absolute address of a server, or null. */
export function addressFault(text: string): Text | null {
  if (text !== text.trim()) return say`a space stands at its beginning or end`;
  const sign = mistypedPort(text);
  if (sign) return say`${quotedName(sign)} stands where the ':' of the port belongs`;
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
