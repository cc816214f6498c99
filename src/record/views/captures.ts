import type { Capture } from "../capture/capture.ts";
import type { Redactor } from "../capture/redact/redactor.ts";
import type { CaptureSummary } from "../capture/summary.ts";
import { summaryDocument } from "./capture-document.ts";
import { counted, damageText, sizeWords, stateOf, STATES } from "./capture-words.ts";
import { NL, inLine, styleFor, wrap } from "../../report/index.ts";

/** A capture in the list of its store. */
export interface ListedCapture {
  readonly capture: Capture;
  readonly summary: CaptureSummary;
  readonly redactor: Redactor;
}

/** Returns the document of `captures --format json`: tierwright/captures/v1 (docs/formats.md). */
export const captureListDocument = (store: string, listed: readonly ListedCapture[]): object => ({
  schema: "tierwright/captures/v1",
  store,
  captures: listed.map(({ capture, summary, redactor }) => ({
    id: capture.id,
    state: stateOf(capture),
    at: capture.told.started?.at ?? null,
    relays: (capture.told.started?.relays ?? []).map(({ role, listen, to, mode }) => ({ role, listen, to, mode })),
    ...summaryDocument(summary, redactor),
    damage: capture.damage.map(damageText),
  })),
});

export function captureListText(
  store: string,
  listed: readonly ListedCapture[],
  { color, width }: { readonly color: boolean; readonly width: number },
): string {
  const style = styleFor(color);
  if (listed.length === 0) return `no captures in ${inLine(store)}; 'tierwright record start' records one${NL}`;
  const lines = listed.flatMap(({ capture, summary }) => {
    const ways = (capture.told.started?.relays ?? []).map(({ listen, to }) => `${inLine(listen)} to ${inLine(to)}`).join(", ");
    const { toTier, toClient } = summary.bytes;
    const empty = summary.exchanges === 0 ? ": the client was not switched to the relay, or was not restarted afterwards" : "";
    return [
      `${style.bold(inLine(capture.id))}  ${STATES[stateOf(capture)]}${ways === "" ? "" : `; ${ways}`}`,
      wrap(
        `  ${counted(summary)}${empty}; ${sizeWords(toTier)} to the server, ${sizeWords(toClient)} to the client`,
        width,
        "  ",
      ),
      ...capture.damage.map((one) => `  ${style.warning("damaged")}: ${wrap(damageText(one), width, "    ", 11)}`),
    ];
  });
  return `${lines.join(NL)}${NL}`;
}
