import { X509Certificate } from "node:crypto";
import { wrongUse } from "../../kernel/index.ts";
import { LARGEST_KEY, type Via, bareHost, portOf, readNamedFile } from "../../platform/index.ts";
import { type Invocation, type OptionSpec, valuesOf } from "./command.ts";

/** Where connections lead and what is trusted, for every command that asks a server. */
export const CONNECT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "connect",
    value: "HOST:PORT:ADDRESS[:PORT]",
    summary: "connect to ADDRESS for what is asked of HOST:PORT; name and certificate stay those of HOST",
    many: true,
  },
  { name: "ca", value: "FILE", summary: "certificates (PEM) to trust beside the built-in ones" },
];

/** HOST:PORT:ADDRESS[:PORT], IPv6 addresses in brackets. */
const CONNECT = /^(\[[0-9a-f:.]+\]|[^:[\]\s/@]+):(\d{1,5}):(\[[0-9a-f:.]+\]|[^:[\]\s/@]+)(?::(\d{1,5}))?$/i;

const isPort = (text: string | undefined): boolean => text === undefined || (Number(text) > 0 && Number(text) < 65_536);

/** Where connections go, as --connect says; `example` is the host and port that an answer to a wrong one names. */
export function connections(invocation: Pick<Invocation, "options">, example: string): readonly Via[] {
  return valuesOf(invocation, "connect").map((text) => {
    const match = CONNECT.exec(text);
    if (!match || !isPort(match[2]) || !isPort(match[4]))
      throw wrongUse(
        `--connect cannot be '${text}'`,
        `HOST:PORT:ADDRESS or HOST:PORT:ADDRESS:PORT, for example ${example}:10.20.0.1; an IPv6 address stands in brackets`,
      );
    return {
      host: bareHost(match[1] ?? ""),
      port: String(Number(match[2])),
      address: bareHost(match[3] ?? ""),
      toPort: match[4] ?? null,
    };
  });
}

/** The host and port that a connection to an address names. */
function endOf(text: string): string {
  const url = new URL(text);
  return `${bareHost(url.hostname)}:${portOf(url)}`;
}

/** The same for one address, or several. One that is about another server than those that are asked is a mistake. */
export function viaOf(invocation: Invocation, url: string, ...more: readonly string[]): readonly Via[] {
  const ends = [...new Set([url, ...more].map(endOf))];
  const [first = ""] = ends;
  return connections(invocation, first).map((via) => {
    const about = `${via.host}:${via.port}`;
    if (ends.includes(about.toLowerCase())) return via;
    throw wrongUse(
      `--connect is about ${about}, and ${ends.join(" and ")} ${ends.length === 1 ? "is" : "are"} asked`,
      `begin it with ${ends.map((end) => `${end}:`).join(" or ")}`,
    );
  });
}

/** ' (through 10.20.0.1:8443)' beside an address that was asked another way; "" where none was named. */
export const throughWords = (via: readonly Via[]): string =>
  via.length === 0 ? "" : ` (through ${via.map(({ address, toPort, port }) => `${address}:${toPort ?? port}`).join(", ")})`;

/** The certificates of --ca; null: none are named. */
export function caOf({ options, host }: Pick<Invocation, "options" | "host">): string | null {
  const file = options.get("ca");
  if (file === undefined) return null;
  const text = readNamedFile(host.cwd, file, LARGEST_KEY).toString("latin1");
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw wrongUse(`${file} holds no certificate`, "name a file in PEM form: it begins with -----BEGIN CERTIFICATE-----");
  }
}
