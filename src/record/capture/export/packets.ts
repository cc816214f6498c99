import type { Way } from "../../relay/events.ts";
import type { Capture } from "../capture.ts";

export interface Address {
  readonly host: readonly [number, number, number, number];
  readonly port: number;
}

export const Flags = { FIN: 1, SYN: 2, RST: 4, PSH: 8, ACK: 16 } as const;

/** Returns the checksum of RFC 1071: the one's complement of the sum of all byte pairs. */
function checksum(bytes: Uint8Array, start = 0): number {
  let sum = start;
  for (let at = 0; at < bytes.length; at += 2) sum += ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x1_0000);
  return ~sum & 0xffff;
}

interface Packet {
  readonly from: Address;
  readonly to: Address;
  /** The number of sequence numbers that the packet's sender has used before this packet; `got` is that of its receiver. */
  readonly sent: number;
  readonly got: number;
  readonly flags: number;
  readonly data: Uint8Array;
}

const IP_HEADER = 20;
const TCP_HEADER = 20;
const TCP = 6;
const WINDOW = 0xffff;

/** Returns one IPv4 packet with a TCP segment (RFC 791, RFC 9293); `sent` and `got` are its sequence and acknowledgment numbers. */
export function packet({ from, to, sent, got, flags, data }: Packet): Buffer {
  const bytes = Buffer.alloc(IP_HEADER + TCP_HEADER + data.length);
  bytes[0] = 0x45;
  bytes.writeUInt16BE(bytes.length, 2);
  bytes[6] = 0x40; // sets the IP flag "don't fragment"
  bytes[8] = 64;
  bytes[9] = TCP;
  bytes.set(from.host, 12);
  bytes.set(to.host, 16);
  bytes.writeUInt16BE(checksum(bytes.subarray(0, IP_HEADER)), 10);
  const segment = bytes.subarray(IP_HEADER);
  segment.writeUInt16BE(from.port, 0);
  segment.writeUInt16BE(to.port, 2);
  segment.writeUInt32BE(sent % 2 ** 32, 4);
  segment.writeUInt32BE(flags & Flags.ACK ? got % 2 ** 32 : 0, 8);
  segment[12] = (TCP_HEADER / 4) << 4;
  segment[13] = flags;
  segment.writeUInt16BE(WINDOW, 14);
  segment.set(data, TCP_HEADER);
  const pseudo = [...from.host, ...to.host, 0, TCP, segment.length >> 8, segment.length & 0xff];
  let sum = 0;
  for (let at = 0; at < pseudo.length; at += 2) sum += ((pseudo[at] ?? 0) << 8) | (pseudo[at + 1] ?? 0);
  segment.writeUInt16BE(checksum(segment, sum), 16);
  return bytes;
}

const PAIR = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3}):(\d{1,5})$/;

function addressIn(text: string | null): Address | null {
  const numbers = (PAIR.exec(text?.replace(/[[\]]/g, "") ?? "") ?? []).slice(1).map(Number);
  const [a = 256, b = 256, c = 256, d = 256, port = 0] = numbers;
  return numbers.length === 5 && [a, b, c, d].every((one) => one < 256) && port < 65_536 ? { host: [a, b, c, d], port } : null;
}

/**
 * Returns a function that gives the addresses of client (`c2s`) and server (`s2c`) for the packets of connection `n`, different ones for
 * each connection. A server with TLS gets port 80, because the recorded bytes are the decrypted ones.
 */
export function addressesOf({ told, connections }: Capture): (n: number) => Readonly<Record<Way, Address>> {
  const found = new Map<number, Readonly<Record<Way, Address>>>();
  const taken = new Set<string>();
  for (const { told: own } of connections) {
    const relay = (told.started?.relays ?? []).find(({ role }) => role === own.relay) ?? told.started?.relays[0];
    const tls = relay?.to.startsWith("https:") || relay?.mode === "tls";
    const server = addressIn(own.to) ?? { host: [192, 0, 2, 1] as const, port: 80 };
    const s2c = tls ? { ...server, port: 80 } : server;
    let c2s = addressIn(own.from) ?? madeUp(own.n);
    if (taken.has(`${c2s.host}:${c2s.port} ${s2c.host}:${s2c.port}`)) c2s = madeUp(own.n);
    taken.add(`${c2s.host}:${c2s.port} ${s2c.host}:${s2c.port}`);
    found.set(own.n, { c2s, s2c });
  }
  return (n) => found.get(n) ?? { c2s: madeUp(n), s2c: { host: [192, 0, 2, 1], port: 80 } };
}

/** Returns a client address for connection `n` that no machine on a network has (198.18.0.0/15, RFC 2544). */
const madeUp = (n: number): Address => ({
  host: [198, 18 + ((n >> 16) & 1), (n >> 8) & 0xff, n & 0xff],
  port: 1024 + (n % 60_000),
});
