import { X509Certificate } from "node:crypto";
import { wrongUse } from "../../diagnostic/refusal.ts";
import { bareHost, portOf, type Via } from "../../io/http.ts";
import { LARGEST_KEY, readNamedFile } from "../../io/named-file.ts";
import { type Invocation, valuesOf } from "../command.ts";

/** HOST:PORT:ADDRESS[:PORT], IPv6 addresses in brackets. */
const CONNECT = /^(\[[0-9a-f:.]+\]|[^:[\]\s/@]+):(\d{1,5}):(\[[0-9a-f:.]+\]|[^:[\]\s/@]+)(?::(\d{1,5}))?$/i;

const isPort = (text: string | undefined): boolean => text === undefined || (Number(text) > 0 && Number(text) < 65_536);

/** Where connections go, as --connect says. One that is about another server than the one that is asked is a mistake. */
export function viaOf(invocation: Invocation, url: string): readonly Via[] {
  const asked = new URL(url);
  const [host, own] = [bareHost(asked.hostname), portOf(asked)];
  return valuesOf(invocation, "connect").map((text) => {
    const match = CONNECT.exec(text);
    if (!match || !isPort(match[2]) || !isPort(match[4]))
      throw wrongUse(
        `--connect cannot be '${text}'`,
        `HOST:PORT:ADDRESS or HOST:PORT:ADDRESS:PORT, for example ${host}:${own}:10.20.0.1; an IPv6 address stands in brackets`,
      );
    const via = {
      host: bareHost(match[1] ?? ""),
      port: String(Number(match[2])),
      address: bareHost(match[3] ?? ""),
      toPort: match[4] ?? null,
    };
    if (via.host.toLowerCase() === host && via.port === own) return via;
    throw wrongUse(`--connect is about ${via.host}:${via.port}, and ${host}:${own} is asked`, `begin it with ${host}:${own}:`);
  });
}

/** The certificates of --ca; null: none are named. */
export function caOf({ options, host }: Invocation): string | null {
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
