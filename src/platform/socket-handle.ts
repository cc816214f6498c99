import { writeSync } from "node:fs";
import net from "node:net";
import { systemCode } from "../kernel/index.ts";

/*
 * Two things that a relay of many small requests needs of a socket, and that Node gives only by way of its handle, which it does not document. What
 * is not there or not as expected is done without: sockets then do the same, only slower (docs/performance.md, relay, has the figures).
 */

interface Handle {
  /** Unix: the file descriptor; -1 once it is closed. */
  readonly fd?: unknown;
}

const handleOf = (socket: net.Socket): Handle | null =>
  (socket as unknown as { readonly _handle?: Handle | null })._handle ?? null;

/** What `net.Socket` takes: `onread` as for net.connect, and `handle`, as net.Server itself gives it. */
type Constructed = net.SocketConstructorOpts & { readonly handle: Handle; readonly onread: net.OnReadOpts };

/**
 * The same connection as a socket that reads to one place; null: it stays as it is. net.connect has the option `onread`, net.Server has not. To
 * be called at once when the server tells of the connection, before anything is read of it.
 */
export function readingTo(onread: net.OnReadOpts, accepted: net.Socket): net.Socket | null {
  const handle = handleOf(accepted);
  if (handle === null || !("useUserBuffer" in handle)) return null;
  (accepted as unknown as { _handle: Handle | null })._handle = null;
  const options: Constructed = { handle, onread, allowHalfOpen: true, readable: true, writable: true };
  const socket = new net.Socket(options);
  accepted.destroy(); // the server counts it as gone
  return socket;
}

/** Whether `sendAtOnce` is for this socket. On Windows there is no descriptor. */
export const sendsAtOnce = (socket: net.Socket): boolean => descriptorOf(socket) >= 0;

function descriptorOf(socket: net.Socket): number {
  const descriptor = handleOf(socket)?.fd;
  return typeof descriptor === "number" ? descriptor : -1;
}

/** How many of the bytes the system took at once. What breaks the connection is told by the socket. */
export function sendAtOnce(socket: net.Socket, bytes: Uint8Array): number {
  const descriptor = descriptorOf(socket);
  // what waits already goes first
  if (descriptor < 0 || socket.writableLength > 0) return 0;
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (systemCode(error) !== "EAGAIN") socket.destroy(error as Error);
    return 0;
  }
}
