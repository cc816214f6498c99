import { withoutTrailing, wrongUse } from "../../kernel/index.ts";
import { domainToASCII, domainToUnicode } from "node:url";
import { effectivePort, parseAddress } from "../../compiler/index.ts";

/** The address that `cutover` searches for (OLD-URL), cut into parts that must follow one another. */
export interface OldAddress {
  /** The address as shown to people, without a default port and without a slash at its end. */
  readonly text: string;
  readonly scheme: string;
  /** The scheme without its first letter, and '://', as code points. */
  readonly afterFirst: readonly number[];
  /** The host name in every form that clients accept, in lower case, as code points. */
  readonly hosts: readonly (readonly number[])[];
  readonly port: number;
  /** True if the address has the default port of its scheme. */
  readonly defaultPort: boolean;
  /** The path without a slash at its end, compared as written; empty to match every path. */
  readonly path: readonly number[];
}

const HELP = "name the address as consumers have it: tierwright cutover http://plm.example.com:8080";

const codePoints = (text: string): readonly number[] => Array.from(text, (c) => c.codePointAt(0) ?? 0);

/** Returns a host name as in DNS and as people write it, composed and decomposed; an IPv6 address as written and in its short form. */
function hostForms(host: string): readonly string[] {
  const plain = host.replace(/\.$/, "");
  if (plain.startsWith("[")) return [plain, new URL(`http://${plain}`).hostname];
  const people = domainToUnicode(plain).toLowerCase();
  return [domainToASCII(plain), plain, people, people.normalize("NFC"), people.normalize("NFD")];
}

const isHost = (host: string): boolean => {
  try {
    return host.startsWith("[")
      ? new URL(`http://${host}`).hostname !== ""
      : /^[^\s"'<>%\\^`{|}]+$/.test(host) && domainToASCII(host) !== "";
  } catch {
    return false;
  }
};

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw wrongUse("the path of OLD-URL has a '%' that begins no escape", "write %25 for a percent sign");
  }
}

/** Parses OLD-URL from the command line. Throws a Refusal unless it is an http or https address without user name, query and fragment. */
export function readOldAddress(typed: string): OldAddress {
  const address = parseAddress(typed);
  // this error message does not quote the input, which can contain a password
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(typed))
    throw wrongUse(
      "OLD-URL holds a user name or password",
      "leave it out: places with any user name before the host are found, and it is never printed",
    );
  if (!address) throw wrongUse(`'${typed}' is no address with a scheme and a host`, HELP);
  const { scheme, host, path, tail } = address;
  if (scheme !== "http" && scheme !== "https")
    throw wrongUse(`an address of the web client begins with http:// or https://, this one with ${scheme}://`, HELP);
  if (tail !== "")
    throw wrongUse("OLD-URL has a query or a fragment", "leave it out: scheme, host, port and path say which addresses end");
  if (!isHost(host)) throw wrongUse(`'${host}' is not a host name`, HELP);
  const port = Number(effectivePort(address));
  if (!/^\d*$/.test(address.port ?? "") || port < 1 || port > 65_535)
    throw wrongUse(`'${address.port}' is not a port`, "a port is a number from 1 to 65535");
  const prefix = withoutTrailing(decodedPath(path), "/");
  const defaultPort = port === (scheme === "https" ? 443 : 80);
  const forms = [...new Set(hostForms(host).map((form) => form.toLowerCase()))].filter((form) => form !== "");
  return {
    text: `${scheme}://${forms[0] ?? host}${defaultPort ? "" : `:${port}`}${withoutTrailing(path, "/")}`,
    scheme,
    afterFirst: codePoints(`${scheme.slice(1)}://`),
    hosts: forms.map(codePoints),
    port,
    defaultPort,
    path: codePoints(prefix),
  };
}
