import { instantOf, type Capture } from "../capture.ts";
import { type Address, addressesOf, Flags, packet } from "./packets.ts";
import type { ConnectionBytes } from "../exchanges.ts";
import { WAYS, type Way } from "../../relay/events.ts";

/** The snap length of the pcapng file: a limit of packet bytes that no exported packet reaches. */
const SNAP = 262_144;
/** The link type of packets that begin with their IPv4 header (LINKTYPE_RAW). */
const RAW_IP = 101;
const MOST_DATA = 16_384;
const COMMENT =
  "Recorded by tierwright. The bytes are those of the connections; addresses are as recorded where they are IPv4, and handshakes, sequence numbers and sizes of packets are made up. It contains passwords and sessions as sent.";

function block(type: number, body: Buffer): Buffer {
  const padded = Buffer.alloc(12 + Math.ceil(body.length / 4) * 4);
  padded.writeUInt32LE(type, 0);
  padded.writeUInt32LE(padded.length, 4);
  body.copy(padded, 8);
  padded.writeUInt32LE(padded.length, padded.length - 4);
  return padded;
}

function option(code: number, text: string): Buffer {
  const value = Buffer.from(text);
  const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  padded.writeUInt16LE(code, 0);
  padded.writeUInt16LE(value.length, 2);
  value.copy(padded, 4);
  return padded;
}
const LAST_OPTION = Buffer.alloc(4);

function sectionHeader(program: string): Buffer {
  const body = Buffer.alloc(16);
  body.writeUInt32LE(0x1a2b3c4d, 0);
  body.writeUInt16LE(1, 4);
  body.writeBigInt64LE(-1n, 8);
  return block(0x0a0d0d0a, Buffer.concat([body, option(1, COMMENT), option(4, program), LAST_OPTION]));
}

function interfaceHeader(): Buffer {
  const body = Buffer.alloc(8);
  body.writeUInt16LE(RAW_IP, 0);
  body.writeUInt32LE(SNAP, 4);
  return block(1, body);
}

/**
 * Returns the pcapng block (Enhanced Packet Block) of one packet.
 * @param at The time of the packet in microseconds since 1970.
 */
function enhanced(bytes: Buffer, at: number): Buffer {
  const body = Buffer.alloc(20);
  body.writeUInt32LE(Math.floor(at / 2 ** 32), 4);
  body.writeUInt32LE(at % 2 ** 32, 8);
  body.writeUInt32LE(bytes.length, 12);
  body.writeUInt32LE(bytes.length, 16);
  return block(6, Buffer.concat([body, bytes]));
}

/** One event of a connection that becomes packets, with its time, by which the events of all connections are sorted. */
interface Step {
  readonly t: number;
  readonly connection: ConnectionBytes;
  readonly what: "begin" | "data" | "fin" | "reset";
  readonly way: Way;
  readonly offset: number;
  readonly length: number;
}

function stepsOf(connection: ConnectionBytes): readonly Step[] {
  const { told, raw } = connection;
  const steps: (Step & { readonly order: number })[] = [];
  const add = (t: number, order: number, what: Step["what"], way: Way, offset = 0, length = 0) =>
    steps.push({ t, connection, what, way, offset, length, order });
  const begins = told.accepted?.t ?? 0;
  let last = begins;
  for (const way of WAYS) {
    const size = raw[way]?.length ?? 0;
    let done = 0;
    for (const { offset, length, moment } of told.ways[way].reads()) {
      const end = Math.min(size, offset + length);
      if (end > done) add(moment.t, moment.order, "data", way, done, end - done);
      done = Math.max(done, end);
      last = Math.max(last, moment.t);
    }
    // no event reports when these last bytes of the raw file arrived, so they get the time of the last event
    if (size > done) add(last, Number.MAX_SAFE_INTEGER - 2, "data", way, done, size - done);
    const { fin } = told.ways[way];
    if (fin) add(fin.t, fin.order, "fin", way);
  }
  const { ending } = told;
  if (ending.kind === "reset") add(last, Number.MAX_SAFE_INTEGER, "reset", ending.by === "client" ? "c2s" : "s2c");
  steps.sort((a, b) => a.order - b.order);
  return [{ t: begins, connection, what: "begin", way: "c2s", offset: 0, length: 0 }, ...steps];
}

/** The made-up TCP stream of one connection: it counts the sequence numbers that each side has used. */
class Stream {
  readonly #sent = { c2s: 0, s2c: 0 };

  constructor(private readonly ends: Readonly<Record<Way, Address>>) {}

  *packets({ connection, what, way, offset, length }: Step): Generator<Buffer> {
    const back: Way = way === "c2s" ? "s2c" : "c2s";
    if (what === "begin") {
      yield this.#one("c2s", Flags.SYN);
      yield this.#one("s2c", Flags.SYN | Flags.ACK);
      yield this.#one("c2s", Flags.ACK);
    } else if (what === "fin") {
      yield this.#one(way, Flags.FIN | Flags.ACK);
      yield this.#one(back, Flags.ACK);
    } else if (what === "reset") yield this.#one(way, Flags.RST | Flags.ACK);
    else
      for (let at = offset; at < offset + length; at += MOST_DATA) {
        const data = connection.raw[way]?.read(at, Math.min(MOST_DATA, offset + length - at)) ?? new Uint8Array();
        yield this.#one(way, Flags.PSH | Flags.ACK, data);
        yield this.#one(back, Flags.ACK);
      }
  }

  #one(way: Way, flags: number, data: Uint8Array = new Uint8Array()): Buffer {
    const back: Way = way === "c2s" ? "s2c" : "c2s";
    const made = packet({ from: this.ends[way], to: this.ends[back], sent: this.#sent[way], got: this.#sent[back], flags, data });
    this.#sent[way] += data.length + (flags & (Flags.SYN | Flags.FIN) ? 1 : 0);
    return made;
  }
}

/** Yields a capture as a pcapng file (draft-ietf-opsawg-pcapng) in pieces: the recorded bytes in made-up TCP packets. */
export function* pcapngOf(capture: Capture, program: string): Generator<Uint8Array> {
  yield sectionHeader(program);
  yield interfaceHeader();
  const began = Date.parse(instantOf(capture, 0) ?? "1970-01-01T00:00:00Z") * 1000;
  const steps = capture.connections.flatMap(stepsOf);
  steps.sort((a, b) => a.t - b.t);
  const ends = addressesOf(capture);
  const streams = new Map<number, Stream>();
  for (const step of steps) {
    const { n } = step.connection.told;
    const stream = streams.get(n) ?? new Stream(ends(n));
    streams.set(n, stream);
    for (const made of stream.packets(step)) yield enhanced(made, began + Math.round(step.t * 1000));
  }
}
