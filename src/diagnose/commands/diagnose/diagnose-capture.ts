import {
  type Capture,
  type ConnectionBytes,
  type Entry,
  type Exchange,
  FOR_BODIES,
  type Message,
  type Redactor,
  captureNamed,
  declaredSecrets,
  decodedBody,
  entriesOf,
  exchangesAt,
  pathOf,
  redactorOf,
  shownEntries,
  storeToRead,
} from "../../../record/index.ts";
import { faultOf } from "../../causes/fault-body.ts";
import type { WireRow } from "../../causes/wire.ts";
import type { Invocation } from "../../../report/index.ts";

/** Number of bytes of an HTTP response's body that are read; a fault is never longer. */
const MOST_BODY = 256 * 1024;

/** Returns the beginning of an HTTP response's body, decoded as `capture read` shows it. */
const bodyOf = (message: Message, { raw }: ConnectionBytes): string =>
  raw.s2c ? decodedBody(message, raw.s2c, MOST_BODY).bytes.toString("utf8") : "";

function rowOf({ n, facts }: Entry, exchange: Exchange, bytes: ConnectionBytes, at: number | null): WireRow | null {
  const { method, operation, target, status } = facts;
  const fault = exchange.response && operation !== null ? faultOf(bodyOf(exchange.response, bytes)) : null;
  if (!fault && exchange.broken === null && (status ?? 0) < 400) return null;
  const asked = [method, operation ?? (target === null ? null : pathOf(target))].filter((word) => word !== null).join(" ");
  return { n, at, relay: exchange.connection.relay, asked: asked || "(no request)", status, broken: exchange.broken, fault };
}

/** Returns a captured fault, redacted. If redaction changes the fault's message, only its time can join the fault with a log line. */
function shownFault(fault: WireRow["fault"], redactor: Redactor): WireRow["fault"] {
  const hide = (text: string): string => redactor.hide(text, "text");
  return (
    fault && {
      ...fault,
      type: hide(fault.type),
      message: hide(fault.message),
      messages: fault.messages.map((one) => ({ ...one, message: hide(one.message) })),
    }
  );
}

/** Returns the failed exchanges of a capture, numbered as in `capture read`. */
export function troubledRows(capture: Capture, redactor: Redactor): readonly WireRow[] {
  const began = Date.parse(capture.told.started?.at ?? "");
  return [...exchangesAt(capture, shownEntries(entriesOf(capture), redactor))].flatMap(([entry, exchange]) => {
    const bytes = capture.connections[entry.at[0]];
    if (!bytes) return [];
    // the log has the time at which the fault arrived, not the time of its request
    const t = exchange.ended?.t ?? exchange.answered?.t ?? exchange.began?.t ?? null;
    const row = rowOf(entry, exchange, bytes, t === null || Number.isNaN(began) ? null : began + t);
    return row ? [{ ...row, fault: shownFault(row.fault, redactor) }] : [];
  });
}

/** Returns the failed exchanges of the capture with this name, opened and redacted as `capture read` does. */
export async function wireOf(
  invocation: Invocation,
  name: string,
): Promise<{ readonly capture: string; readonly rows: readonly WireRow[] }> {
  const world = await invocation.host.recording();
  const capture = await captureNamed(name, storeToRead(invocation, world), world);
  const redactor = redactorOf(capture, FOR_BODIES, await declaredSecrets(invocation));
  return { capture: capture.id, rows: troubledRows(capture, redactor) };
}
