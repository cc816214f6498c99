import { pointsAtRelay } from "../../recording/pointing.ts";
import type { KeptCaptures } from "../../sweep/captures.ts";
import type { Invocation } from "../../../report/index.ts";
import { capturesOf, type KnownCapture } from "./known.ts";
import { readRecordedEnvironment } from "./meant.ts";
import { namesLead } from "./status-of.ts";
import { installedOf } from "./workstation.ts";

/**
 * Returns as `led` the ids of captures to whose relays this workstation's settings or hosts file still lead. A sweep must keep them: they
 * have the bundle that leads back to the tier, or the CA certificate that the workstation's Java trusts. Captures of an environment that
 * the repository cannot compile are `unknown`.
 */
async function ledTo(invocation: Invocation, captures: readonly KnownCapture[]): Promise<Pick<KeptCaptures, "led" | "unknown">> {
  const records = captures.flatMap(({ record }) => (record ? [record] : []));
  const [led, unknown] = [new Set<string>(), new Set<string>()];
  if (records.length === 0) return { led, unknown };
  const machine = await invocation.host.machine(() => undefined);
  const known = records.map((record) => ({ record, running: false }));
  for (const environment of new Set(records.map((record) => record.environment))) {
    const own = records.filter((record) => record.environment === environment);
    const meant = await readRecordedEnvironment(invocation, environment);
    if (!meant) for (const { id } of own) unknown.add(id);
    else {
      for (const { recording } of pointsAtRelay(installedOf(machine, meant.places), known))
        if (recording) led.add(recording.record.id);
      const byName = own.filter(({ bundle }) => bundle === null);
      if (byName.length > 0 && (await namesLead(invocation.host, meant)) !== "back") for (const { id } of byName) led.add(id);
    }
  }
  return { led, unknown };
}

/** Returns the captures of a store that a sweep must not delete: they are running, still used by this workstation, or not trusted. */
export async function findKeptCaptures(invocation: Invocation, store: string): Promise<KeptCaptures> {
  // `captureSeries` reports a store of captures that cannot be read
  const captures = await capturesOf(await invocation.host.recording(), store).catch(() => []);
  const running = captures.flatMap((one) => (one.running ? [one.id] : []));
  const foreign = captures.flatMap((one) => (one.foreign ? [one.id] : []));
  const { led, unknown } = await ledTo(invocation, captures);
  return { running: new Set(running), led, unknown: new Set([...unknown, ...foreign]) };
}
