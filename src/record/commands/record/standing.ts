import { pointsAtRelay } from "../../recording/pointing.ts";
import type { Standing } from "../../sweep/captures.ts";
import type { Invocation } from "../../../report/index.ts";
import { capturesOf, type KnownCapture } from "./known.ts";
import { meantBy } from "./meant.ts";
import { namesLead } from "./status-of.ts";
import { installedOf } from "./workstation.ts";

/**
 * Captures of a store that the workstation still leads to, by their folders' names: the way back lies in them (the bundle `back`), or the authority
 * that its Java trusts. Where the workstation's files lie the repository says; of an environment that it does not have nobody knows.
 */
async function ledTo(invocation: Invocation, captures: readonly KnownCapture[]): Promise<Pick<Standing, "led" | "unknown">> {
  const records = captures.flatMap(({ record }) => (record ? [record] : []));
  const [led, unknown] = [new Set<string>(), new Set<string>()];
  if (records.length === 0) return { led, unknown };
  const machine = await invocation.host.machine(() => undefined);
  const known = records.map((record) => ({ record, running: false }));
  for (const environment of new Set(records.map((record) => record.environment))) {
    const own = records.filter((record) => record.environment === environment);
    const meant = await meantBy(invocation, environment);
    if (!meant) for (const { id } of own) unknown.add(id);
    else {
      for (const { recording } of pointsAtRelay(installedOf(machine, meant.places), known)) if (recording) led.add(recording.id);
      const byName = own.filter(({ bundle }) => bundle === null);
      if (byName.length > 0 && (await namesLead(invocation.host, meant)) !== "back") for (const { id } of byName) led.add(id);
    }
  }
  return { led, unknown };
}

/** What of a store no sweep may take, by the same rules as `record status` tells them. */
export async function standingIn(invocation: Invocation, store: string): Promise<Standing> {
  // the sweep says itself that it cannot read a store
  const captures = await capturesOf(await invocation.host.recording(), store).catch(() => []);
  const running = captures.flatMap((one) => (one.running ? [one.id] : []));
  const foreign = captures.flatMap((one) => (one.foreign ? [one.id] : []));
  const { led, unknown } = await ledTo(invocation, captures);
  return { running: new Set(running), led, unknown: new Set([...unknown, ...foreign]) };
}
