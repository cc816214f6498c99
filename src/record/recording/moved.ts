import { sha256, wrongUse } from "../../kernel/index.ts";
import { type Address, effectivePort, isLoopback, isPort, parseAddress, withoutCredentials } from "../../compiler/index.ts";

/** The purpose of an address of a tier. */
export type MovedRole = "sign-in" | "file-transfer";

/** The way in which relays handle connections; in `tls` every host name is kept, and the hosts file leads it to the relay. */
export type RecordingMode = "plain" | "tls" | "patch";

/** An address of the environment, and the relay's address that a workstation uses in its place during a recording. */
export interface MovedAddress {
  readonly role: MovedRole;
  readonly tier: string;
  readonly relay: string;
}

/** One relay of a recording; there is one for each server (host and port) among the environment's addresses. */
export interface WantedRelay {
  /** The role of the server's first address: `sign-in`, `file-transfer`, `file-transfer-2`... */
  readonly role: string;
  /** The host of the server, as in its certificate and in DNS. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The loopback address at which the relay listens: another one for each host name, so that cookies are separated as without a relay. */
  readonly at: string;
  /** The port at which the relay for this address listens. */
  readonly listens: number;
}

/** The addresses in the environment's compiled files. */
export interface TierAddresses {
  readonly environment: string;
  readonly signIn: string;
  readonly fileTransfer: readonly string[];
}

const HELP = "correct it: a recording must be complete, so nothing was started";

function addressOf(text: string, role: MovedRole): Address {
  const shown = withoutCredentials(text);
  const what = role === "sign-in" ? "the sign-in address" : "the file-transfer address (an entry of BOOTSTRAP_URLS)";
  const address = parseAddress(text);
  if (!address) throw wrongUse(`${what} '${shown}' cannot be recorded: it is not an address like https://HOST:PORT`, HELP);
  if (address.scheme !== "http" && address.scheme !== "https")
    throw wrongUse(`${what} '${shown}' cannot be recorded: a relay records http and https, and this is ${address.scheme}`, HELP);
  if (!isPort(effectivePort(address))) throw wrongUse(`${what} '${shown}' cannot be recorded: its port is invalid`, HELP);
  if (isLoopback(address.host))
    throw wrongUse(
      `${what} '${shown}' is this machine itself`,
      "record it with `record start --listen ADDRESS:PORT --to ADDRESS:PORT`",
    );
  return address;
}

/**
 * Returns a loopback address from 127.64.0.1 to 127.127.255.254, on every machine the same one for an environment and host. So a
 * workstation that still uses the relays of a killed recording works again when the environment's next recording begins.
 */
function loopbackFor(environment: string, host: string, taken: ReadonlySet<string>): string {
  for (let n = 0; ; n++) {
    const hash = Buffer.from(sha256(Buffer.from(`${environment}\n${host}\n${n}`)), "hex");
    const [a = 0, b = 0, c = 0] = hash;
    const at = `127.${64 + (a % 64)}.${b}.${1 + (c % 254)}`;
    if (!taken.has(at)) return at;
  }
}

const PRIVILEGED = 1024;

/**
 * Returns the port at which a relay listens: the server's own if it needs no privileges, otherwise 10,000 more. In mode `tls` it is always
 * the own port, because the address is not changed.
 */
const portFor = (port: number, mode: RecordingMode): number => (mode === "tls" || port >= PRIVILEGED ? port : port + 10_000);

const serverOf = (address: Address): string => `${address.host}:${effectivePort(address)}`;

/** Returns one relay for each server among the environment's addresses. Throws a Refusal for an address that cannot lead to a relay. */
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
        `${server} has both http and https addresses: one port can only speak one of them`,
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

/**
 * Returns the address that a workstation uses in place of each address during a recording: scheme, host and port lead to the relay, the rest is
 * unchanged.
 */
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
