import { writeSync } from "node:fs";
import net from "node:net";
import { systemCode } from "../kernel/index.ts";

/*
 * Two functions that a relay of many small requests needs and that Node offers only through a socket's undocumented handle. If the handle is
 * missing or different, sockets do the same work more slowly (docs/performance.md, relay).
 */

interface Handle {
  /** The file descriptor of the socket on Unix; -1 after it is closed. */
  readonly fd?: unknown;
}

const handleOf = (socket: net.Socket): Handle | null =>
  (socket as unknown as { readonly _handle?: Handle | null })._handle ?? null;

/** Constructor options of `net.Socket`: `onread` as for net.connect, and the `handle` that net.Server passes. */
type Constructed = net.SocketConstructorOpts & { readonly handle: Handle; readonly onread: net.OnReadOpts };

/**
 * Returns an accepted connection as a socket that reads into a fixed buffer (net.connect has the option `onread`, net.Server has not). Returns
 * null if that is impossible; the socket then stays as it is. Must be called in the server's connection event, before anything is read.
 */
export function readingTo(onread: net.OnReadOpts, accepted: net.Socket): net.Socket | null {
  const handle = handleOf(accepted);
  if (handle === null || !("useUserBuffer" in handle)) return null;
  (accepted as unknown as { _handle: Handle | null })._handle = null;
  const options: Constructed = { handle, onread, allowHalfOpen: true, readable: true, writable: true };
  const socket = new net.Socket(options);
  accepted.destroy(); // so that the server counts the accepted connection as closed
  return socket;
}

/** Returns whether `sendAtOnce` works for this socket. It does not on Windows, where a socket has no file descriptor. */
export const sendsAtOnce = (socket: net.Socket): boolean => descriptorOf(socket) >= 0;

function descriptorOf(socket: net.Socket): number {
  const descriptor = handleOf(socket)?.fd;
  return typeof descriptor === "number" ? descriptor : -1;
}

/** Sends bytes directly and returns how many the system took. Destroys the socket with the error if the connection is broken. */
export function sendAtOnce(socket: net.Socket, bytes: Uint8Array): number {
  const descriptor = descriptorOf(socket);
  // bytes that Node has queued for this socket must be sent before these
  if (descriptor < 0 || socket.writableLength > 0) return 0;
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (systemCode(error) !== "EAGAIN") socket.destroy(error as Error);
    return 0;
  }
}
