import { dirname, basename } from "node:path";
import { captureOf } from "../../capture/capture.ts";
import { FOR_LISTS, redactorOf } from "../../capture/learn.ts";
import { summaryOf } from "../../capture/summary.ts";
import { storedFiles } from "../../../platform/index.ts";
import { shownText } from "../../views/capture-document.ts";
import { NOTHING, type Counts } from "../../recording/status.ts";

/** Returns whether a client of the relays is a known program other than the modeling tool: the connector's switcher, or Tierwright. */
const isOther = ({ who, agent }: { readonly who: string | null; readonly agent: string | null }): boolean =>
  who === "switcher" || /^tierwright\/\d/.test(agent ?? "");

/**
 * Counts the exchanges of a recording by reading the files in its capture folder.
 * @param running True if the recording still runs, so that an unfinished exchange counts as open and not as broken.
 * @param known Secrets that the repository declares, to be redacted in the counts' texts.
 */
export function countsOf(folder: string, running: boolean, known: readonly string[]): Counts {
  const files = storedFiles(dirname(folder), basename(folder));
  if (!files) return NOTHING;
  const capture = captureOf({ ...files, running });
  const { exchanges, broken, bytes, connections, agents, signIns, warnings } = summaryOf(capture);
  const redactor = redactorOf(capture, FOR_LISTS, known);
  return {
    exchanges,
    broken: { total: broken.total, reasons: broken.reasons as Readonly<Record<string, number>> },
    bytes,
    connections,
    agents: agents.map(({ agent, exchanges: of }) => ({ agent: agent && redactor.hide(agent, "address"), exchanges: of })),
    others: agents.filter(isOther).reduce((sum, { exchanges: of }) => sum + of, 0),
    signIns,
    warnings: warnings.map(({ says, help }) => `${shownText(says, redactor)}; ${shownText(help, redactor)}`),
  };
}
