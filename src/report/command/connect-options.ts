import { X509Certificate } from "node:crypto";
import { wrongUse } from "../../kernel/index.ts";
import { LARGEST_KEY, type Via, bareHost, portOf, readNamedFile } from "../../platform/index.ts";
import { type Invocation, type OptionSpec, valuesOf } from "./command.ts";

/** The connection and trust options of every command that connects to a server. */
export const CONNECT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "connect",
    value: "HOST:PORT:ADDRESS[:PORT]",
    summary: "connect to ADDRESS for requests to HOST:PORT; the name sent and the certificate expected are still those of HOST",
    many: true,
  },
  { name: "ca", value: "FILE", summary: "certificates (PEM) to trust in addition to the built-in ones" },
];

/** Matches a value of --connect: HOST:PORT:ADDRESS[:PORT], with IPv6 addresses in brackets. */
const CONNECT = /^(\[[0-9a-f:.]+\]|[^:[\]\s/@]+):(\d{1,5}):(\[[0-9a-f:.]+\]|[^:[\]\s/@]+)(?::(\d{1,5}))?$/i;

const isPort = (text: string | undefined): boolean => text === undefined || (Number(text) > 0 && Number(text) < 65_536);

/**
 * Returns the redirections of connections that --connect states. Throws a Refusal for a wrong form.
 * @param example the host and port that the Refusal shows as an example
 */
export function connections(invocation: Pick<Invocation, "options">, example: string): readonly Via[] {
  return valuesOf(invocation, "connect").map((text) => {
    const match = CONNECT.exec(text);
    if (!match || !isPort(match[2]) || !isPort(match[4]))
      throw wrongUse(
        `--connect cannot be '${text}'`,
        `use HOST:PORT:ADDRESS or HOST:PORT:ADDRESS:PORT, for example ${example}:10.20.0.1; put an IPv6 address in brackets`,
      );
    return {
      host: bareHost(match[1] ?? ""),
      port: String(Number(match[2])),
      address: bareHost(match[3] ?? ""),
      toPort: match[4] ?? null,
    };
  });
}

/** Returns HOST:PORT of a URL, with the scheme's default port. */
function endOf(text: string): string {
  const url = new URL(text);
  return `${bareHost(url.hostname)}:${portOf(url)}`;
}

/**
 * Returns the redirections of connections that --connect states, for a command that connects to one or several addresses. Throws a Refusal
 * if one is for another server.
 */
export function viaOf(invocation: Invocation, url: string, ...more: readonly string[]): readonly Via[] {
  const ends = [...new Set([url, ...more].map(endOf))];
  const [first = ""] = ends;
  return connections(invocation, first).map((via) => {
    const about = `${via.host}:${via.port}`;
    if (ends.includes(about.toLowerCase())) return via;
    throw wrongUse(
      `--connect names ${about}, but this command connects to ${ends.join(" and ")}`,
      `begin it with ${ends.map((end) => `${end}:`).join(" or ")}`,
    );
  });
}

/** Returns the redirection by --connect in words, such as ' (through 10.20.0.1:8443)'; "" without one. */
export const throughWords = (via: readonly Via[]): string =>
  via.length === 0 ? "" : ` (through ${via.map(({ address, toPort, port }) => `${address}:${toPort ?? port}`).join(", ")})`;

/** Returns the certificates of the --ca file; null without the option. Throws a Refusal if the file contains no certificate. */
export function caOf({ options, host }: Pick<Invocation, "options" | "host">): string | null {
  const file = options.get("ca");
  if (file === undefined) return null;
  const text = readNamedFile(host.cwd, file, LARGEST_KEY).toString("latin1");
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw wrongUse(`${file} contains no certificate`, "name a file in PEM form: it begins with -----BEGIN CERTIFICATE-----");
  }
}
