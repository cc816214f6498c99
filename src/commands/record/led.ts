import { eachIn } from "../../io/recording-files.ts";
import { pointsAtRelay } from "../../recording/pointing.ts";
import { RECORD_FILE, recordIn } from "../../recording/record.ts";
import type { Invocation } from "../command.ts";
import { namesLead } from "./status-of.ts";
import { installedOf } from "./workstation.ts";

/**
 * Captures of a store that the workstation which they were made for still leads to, by their folders' names: the way back lies in them (the
 * bundle `back`), or the authority that its Java trusts. Of several recordings with the same addresses the newest is the one that is led to.
 */
export async function ledTo({ host }: Invocation, store: string): Promise<ReadonlySet<string>> {
  const records = eachIn(store, RECORD_FILE).flatMap(({ id, text }) => {
    const record = recordIn(text);
    return record ? [{ ...record, id }] : [];
  });
  const led = new Set<string>();
  if (records.length === 0) return led;
  const machine = await host.machine(() => undefined);
  const known = records.map((record) => ({ record, running: false }));
  for (const record of records) {
    if (record.bundle === null) {
      if ((await namesLead(host, record)) !== "back") led.add(record.id);
      continue;
    }
    for (const { recording } of pointsAtRelay(installedOf(machine, record.workstation), known))
      if (recording) led.add(recording.id);
  }
  return led;
}
