import type { Capture } from "../capture/capture.ts";
import type { Redactor } from "../capture/redact/redactor.ts";
import type { CaptureSummary } from "../capture/summary.ts";
import { relaysDocument, summaryDocument } from "./capture-document.ts";
import { exchangeCounts, damageText, EMPTY, stateOf, STATES } from "./capture-words.ts";
import { NL, inLine, sizeText, styleFor, wrap } from "../../report/index.ts";

/** A capture as `capture list` shows it. */
export interface ListedCapture {
  readonly capture: Capture;
  readonly summary: CaptureSummary;
  readonly redactor: Redactor;
}

/** Returns the JSON document of `capture list`: tierwright/captures/v1 (docs/formats.md). `captureListText` formats it as text. */
export const captureListDocument = (store: string, captures: readonly ListedCapture[]) => ({
  schema: "tierwright/captures/v1",
  store,
  captures: captures.map(({ capture, summary, redactor }) => ({
    id: capture.id,
    state: stateOf(capture),
    at: capture.told.started?.at ?? null,
    relays: relaysDocument(capture),
    ...summaryDocument(summary, redactor),
    damage: capture.damage.map(damageText),
  })),
});

export function captureListText(
  { store, captures }: ReturnType<typeof captureListDocument>,
  { color, width }: { readonly color: boolean; readonly width: number },
): string {
  const style = styleFor(color);
  if (captures.length === 0) return `no captures in ${inLine(store)}; 'tierwright record start' records one${NL}`;
  const lines = captures.flatMap(({ id, state, relays, total, open, broken, bytes, damage }) => {
    const ways = relays.map(({ listen, to }) => `${inLine(listen)} to ${inLine(to)}`).join(", ");
    const counts = exchangeCounts({ exchanges: total, open, broken });
    const sizes = `${sizeText(bytes.toTier)} to the server, ${sizeText(bytes.toClient)} to the client`;
    return [
      `${style.bold(inLine(id))}  ${STATES[state]}${ways === "" ? "" : `; ${ways}`}`,
      wrap(`  ${counts}${total === 0 ? `: ${EMPTY}` : ""}; ${sizes}`, width, "  "),
      ...damage.map((one) => `  ${style.warning("damaged")}: ${wrap(one, width, "    ", 11)}`),
    ];
  });
  return `${lines.join(NL)}${NL}`;
}
