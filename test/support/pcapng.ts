/* A reader of pcapng files with IPv4 and TCP, for tests: who sent what, and what is wrong with a packet. */

export interface Streams {
  /** Data of each direction by its addresses and ports, in the order of its packets. */
  readonly bytes: ReadonlyMap<string, Buffer>;
  readonly faults: readonly string[];
}

function sum(bytes: Buffer, start = 0): number {
  let total = start;
  for (let at = 0; at < bytes.length; at += 2) total += (bytes[at] as number) * 256 + (bytes[at + 1] ?? 0);
  while (total > 0xffff) total = (total & 0xffff) + (total >> 16);
  return total;
}

export function pcapngIn(file: Buffer): Streams {
  const bytes = new Map<string, Buffer>();
  const next = new Map<string, number>();
  const faults: string[] = [];
  for (let at = 0; at < file.length; ) {
    const [type, length] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)];
    if (length % 4 !== 0 || file.readUInt32LE(at + length - 4) !== length)
      return { bytes, faults: [...faults, `block at ${at}`] };
    if (type === 6) {
      const size = file.readUInt32LE(at + 20);
      const packet = file.subarray(at + 28, at + 28 + size);
      const segment = packet.subarray(20);
      if (packet.readUInt16BE(2) !== size || sum(packet.subarray(0, 20)) !== 0xffff) faults.push(`IP at ${at}`);
      const pseudo = Buffer.concat([packet.subarray(12, 20), Buffer.from([0, 6, segment.length >> 8, segment.length & 255])]);
      if (sum(segment, sum(pseudo)) !== 0xffff) faults.push(`TCP at ${at}`);
      const key = `${packet.subarray(12, 20).join(".")} ${segment.readUInt16BE(0)} ${segment.readUInt16BE(2)}`;
      const flags = segment[13] as number;
      const data = segment.subarray(20);
      const sequence = segment.readUInt32BE(4);
      if ((next.get(key) ?? 0) !== sequence) faults.push(`sequence at ${at}`);
      next.set(key, sequence + data.length + (flags & 3 ? 1 : 0));
      if (data.length > 0) bytes.set(key, Buffer.concat([bytes.get(key) ?? Buffer.alloc(0), data]));
    }
    at += length;
  }
  return { bytes, faults };
}
