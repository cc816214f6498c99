import { sha256, wrongUse } from "../../kernel/index.ts";
import { type Address, effectivePort, isLoopback, isPort, parseAddress, withoutCredentials } from "../../compiler/index.ts";

/** The purpose of a tier's address that a recording replaces by that of a relay. */
export type MovedRole = "sign-in" | "file-transfer";

/** The mode of a recording's relays. In `tls` the workstation keeps the tier's addresses, and its hosts file leads the names to relays. */
export type RecordingMode = "plain" | "tls" | "patch";

/** An address of the environment, and the relay's address that a workstation uses in its place during a recording. */
export interface MovedAddress {
  readonly role: MovedRole;
  readonly tier: string;
  readonly relay: string;
}

/** One relay of a recording; there is one for each server (host and port) among the environment's addresses. */
export interface WantedRelay {
  /** The role of the first of the environment's addresses that has this server: `sign-in`, `file-transfer`, `file-transfer-2`... */
  readonly role: string;
  /** The host of the server, as in its certificate and in DNS. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The loopback address at which the relay listens. Each host has its own, so that a client separates cookies as without relays. */
  readonly at: string;
  /** The port at which the relay listens. */
  readonly listens: number;
}

/** The sign-in and file-transfer addresses in an environment's compiled files. */
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
 * Returns a loopback address from 127.64.0.1 to 127.127.255.254, derived from the names of environment and host. So the next recording of
 * the environment has the same addresses, and a workstation that still uses the relays of a killed recording can connect again.
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
 * Returns the port at which a relay listens: the server's port, or 10,000 more for a port below 1024, which needs privileges. In mode
 * `tls` it is always the server's port, because the workstation keeps the server's address.
 */
const portFor = (port: number, mode: RecordingMode): number => (mode === "tls" || port >= PRIVILEGED ? port : port + 10_000);

const serverOf = (address: Address): string => `${address.host}:${effectivePort(address)}`;

/** Returns one relay for each server (host and port) of an environment's addresses. Throws a Refusal for one that cannot be recorded. */
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
 * Returns for each address of the tier the one that a workstation uses during a recording: scheme, host and port are the relay's, user,
 * path and query are unchanged. In mode `tls` the address stays as it is.
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
