import { sha256, wrongUse } from "../../kernel/index.ts";
import { type Address, effectivePort, isLoopback, isPort, parseAddress, withoutCredentials } from "../../compiler/index.ts";

/** What an address of a tier is for. */
export type MovedRole = "sign-in" | "file-transfer";

/** How the relays are made; `tls` keeps every name, and the hosts file leads it to the relay. */
export type RecordingMode = "plain" | "tls" | "patch";

/** An address of the environment, and what a workstation is to use in its place. */
export interface MovedAddress {
  readonly role: MovedRole;
  readonly tier: string;
  readonly relay: string;
}

/** One relay: for each server, host and port, that the addresses name. */
export interface WantedRelay {
  /** `sign-in`, `file-transfer`, `file-transfer-2`...: of two addresses of one server the first. */
  readonly role: string;
  /** As a certificate and DNS name it. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The loopback address that it listens on: one for each host name, so that cookies go where they would go without a relay. */
  readonly at: string;
  /** The port that it should listen on. */
  readonly listens: number;
}

/** What the environment's compiled files name. */
export interface TierAddresses {
  readonly environment: string;
  readonly signIn: string;
  readonly fileTransfer: readonly string[];
}

const HELP = "a recording is complete or is none: nothing was started";

function addressOf(text: string, role: MovedRole): Address {
  const shown = withoutCredentials(text);
  const what = role === "sign-in" ? "the sign-in address" : "the file-transfer address (an entry of BOOTSTRAP_URLS)";
  const address = parseAddress(text);
  if (!address)
    throw wrongUse(`${what} '${shown}' cannot be moved to a relay: it is not an address like https://HOST:PORT`, HELP);
  if (address.scheme !== "http" && address.scheme !== "https")
    throw wrongUse(
      `${what} '${shown}' cannot be moved to a relay: it records http and https, and this is ${address.scheme}`,
      HELP,
    );
  if (!isPort(effectivePort(address))) throw wrongUse(`${what} '${shown}' cannot be moved to a relay: its port is none`, HELP);
  if (isLoopback(address.host))
    throw wrongUse(
      `${what} '${shown}' is this machine itself: a workstation that uses it needs no relay of an environment`,
      "record it with `record start --listen ADDRESS:PORT --to ADDRESS:PORT`",
    );
  return address;
}

/** 127.64.0.1 to 127.127.255.254: the same for the same host of the same environment on every machine, so that a workstation that is still switched after a kill is served again. */
function loopbackFor(environment: string, host: string, taken: ReadonlySet<string>): string {
  for (let n = 0; ; n++) {
    const hash = Buffer.from(sha256(Buffer.from(`${environment}\n${host}\n${n}`)), "hex");
    const [a = 0, b = 0, c = 0] = hash;
    const at = `127.${64 + (a % 64)}.${b}.${1 + (c % 254)}`;
    if (!taken.has(at)) return at;
  }
}

const PRIVILEGED = 1024;

/** The server's own port, where everybody may listen on it; in `tls` mode always, because the address stays as it is. */
const portFor = (port: number, mode: RecordingMode): number => (mode === "tls" || port >= PRIVILEGED ? port : port + 10_000);

const serverOf = (address: Address): string => `${address.host}:${effectivePort(address)}`;

/** One relay for each server that the addresses name. Throws Refusal for one that cannot be moved. */
export function relaysFor({ environment, signIn, fileTransfer }: TierAddresses, mode: RecordingMode): readonly WantedRelay[] {
  const relays = new Map<string, WantedRelay>();
  const loopback = new Map<string, string>();
  let files = 0;
  for (const [text, role] of [[signIn, "sign-in"], ...fileTransfer.map((one) => [one, "file-transfer"])] as [
    string,
    MovedRole,
  ][]) {
    const address = addressOf(text, role);
    const server = serverOf(address);
    const known = relays.get(server);
    if (known && known.secure !== (address.scheme === "https"))
      throw wrongUse(
        `${server} is named with http and with https: one port speaks one of them, and a relay cannot lead to both`,
        `correct the addresses of ${environment}`,
      );
    if (known) continue;
    const at = loopback.get(address.host) ?? loopbackFor(environment, address.host, new Set(loopback.values()));
    loopback.set(address.host, at);
    const port = Number(effectivePort(address));
    if (role === "file-transfer") files += 1;
    relays.set(server, {
      role: role === "file-transfer" && files > 1 ? `${role}-${files}` : role,
      host: address.host.replace(/^\[|\]$/g, ""),
      port,
      secure: address.scheme === "https",
      at,
      listens: portFor(port, mode),
    });
  }
  return [...relays.values()];
}

/** Every address as a workstation is to use it while it is recorded; scheme, host and port lead to the relay, the rest stays. */
export function movedAddresses(
  { signIn, fileTransfer }: TierAddresses,
  relays: readonly WantedRelay[],
  mode: RecordingMode,
): readonly MovedAddress[] {
  const moved = (text: string, role: MovedRole): MovedAddress => {
    const address = addressOf(text, role);
    const relay = relays.find(
      ({ host, port }) => host === address.host.replace(/^\[|\]$/g, "") && String(port) === effectivePort(address),
    );
    if (!relay) throw new Error(`no relay for ${role}`);
    const userinfo = address.userinfo === null ? "" : `${address.userinfo}@`;
    const there = `http://${userinfo}${relay.at}:${relay.listens}${address.path}${address.tail}`;
    return { role, tier: text, relay: mode === "tls" ? text : there };
  };
  return [moved(signIn, "sign-in"), ...fileTransfer.map((text) => moved(text, "file-transfer"))];
}
