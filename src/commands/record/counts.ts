import { dirname, basename } from "node:path";
import { captureOf } from "../../capture/capture.ts";
import { summaryOf } from "../../capture/summary.ts";
import { plain } from "../../diagnostic/text.ts";
import { storedFiles } from "../../io/stored-capture.ts";
import { NOTHING, type Counts } from "../../recording/status.ts";

/** What went through a recording, counted on its files. `running`: an exchange that is not over is none that is broken. */
export function countsOf(folder: string, running: boolean): Counts {
  const files = storedFiles(dirname(folder), basename(folder));
  if (!files) return NOTHING;
  const { exchanges, broken, bytes, connections, agents, signIns, warnings } = summaryOf(captureOf({ ...files, running }));
  return {
    exchanges,
    broken: { total: broken.total, reasons: broken.reasons as Readonly<Record<string, number>> },
    bytes,
    connections,
    agents: agents.map(({ agent, exchanges: of }) => ({ agent, exchanges: of })),
    signIns,
    warnings: warnings.map(({ says, help }) => `${plain(says)}; ${plain(help)}`),
  };
}
