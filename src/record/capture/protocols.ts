/** Returns the name of the protocol that a connection speaks, by its first bytes; null for HTTP/1.x or an unknown protocol. */
export function protocolOf(bytes: Uint8Array): string | null {
  const [first = -1, second = -1, third = -1] = bytes;
  const text = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
  // a TLS record begins with its type and a version whose first byte is 3 (RFC 8446, 5.1)
  if (first >= 0x14 && first <= 0x17 && second === 3 && third <= 4) return "TLS";
  if (first >= 0x80 && third === 1 && bytes[3] === 3) return "TLS";
  if (text.startsWith("PRI * HTTP/2")) return "HTTP/2";
  if (/^HTTP\/[02-9]|^\S+ \S+ HTTP\/[02-9]/.test(text)) return "HTTP of another version";
  if (text.startsWith("SSH-")) return "SSH";
  if (text.startsWith("GIOP")) return "IIOP";
  if (/^220[ -]/.test(text)) return "SMTP or FTP";
  if (first === 5 && second >= 1 && second <= 8 && bytes.length === second + 2) return "SOCKS";
  return null;
}

const CLIENT_HELLO = 1;

/** Returns the server name in a TLS ClientHello (RFC 6066, 3); null if the given first bytes of a connection contain none. */
export function askedName(bytes: Uint8Array): string | null {
  const at = (offset: number): number => bytes[offset] ?? 0;
  const two = (offset: number): number => at(offset) * 256 + at(offset + 1);
  if (at(0) !== 0x16 || at(5) !== CLIENT_HELLO) return null;
  let offset = 5 + 4 + 2 + 32;
  offset += 1 + at(offset);
  offset += 2 + two(offset);
  offset += 1 + at(offset);
  const end = Math.min(bytes.length, offset + 2 + two(offset));
  for (offset += 2; offset + 4 <= end; offset += 4 + two(offset + 2)) {
    if (two(offset) !== 0) continue;
    const length = two(offset + 7);
    const name = Buffer.from(bytes.subarray(offset + 9, offset + 9 + length)).toString("latin1");
    return /^[\w.-]{1,253}$/.test(name) ? name : null;
  }
  return null;
}
