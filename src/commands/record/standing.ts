import { pointsAtRelay } from "../../recording/pointing.ts";
import type { Standing } from "../../sweep/captures.ts";
import type { Invocation } from "../command.ts";
import { capturesOf, type KnownCapture } from "./known.ts";
import { namesLead } from "./status-of.ts";
import { installedOf } from "./workstation.ts";

/**
 * Captures of a store that the workstation which they were made for still leads to, by their folders' names: the way back lies in them (the
 * bundle `back`), or the authority that its Java trusts. Of several recordings with the same addresses the newest is the one that is led to.
 */
async function ledTo({ host }: Invocation, captures: readonly KnownCapture[]): Promise<ReadonlySet<string>> {
  const records = captures.flatMap(({ id, record }) => (record ? [{ ...record, id }] : []));
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

/** What of a store no sweep may take, by the same rules as `record status` tells them. */
export async function standingIn(invocation: Invocation, store: string): Promise<Standing> {
  // the sweep says itself that it cannot read a store
  const captures = await capturesOf(await invocation.host.recording(), store).catch(() => []);
  const running = captures.flatMap((one) => (one.running ? [one.id] : []));
  return { running: new Set(running), led: await ledTo(invocation, captures) };
}
