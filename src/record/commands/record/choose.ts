import { wrongUse } from "../../../kernel/index.ts";
import type { RecordingWorld } from "../../../platform/index.ts";
import type { Invocation } from "../../../report/index.ts";
import { type KnownCapture, capturesOf } from "./known.ts";

/**
 * Returns the capture with a given id or environment; without an argument the running one, else the newest. Throws a Refusal for a name
 * that fits none.
 */
export async function chosenCapture(
  { args }: Invocation,
  world: RecordingWorld,
  store: string,
): Promise<{ readonly chosen: KnownCapture | null; readonly captures: readonly KnownCapture[] }> {
  const captures = await capturesOf(world, store);
  const [word] = args;
  const meant = word === undefined ? captures : captures.filter(({ id, environment }) => id === word || environment === word);
  if (word !== undefined && meant.length === 0)
    throw wrongUse(
      `${store} has no capture '${word}', and none of an environment of that name`,
      "`tierwright capture list` lists them",
    );
  return { chosen: meant.find(({ running }) => running) ?? meant[0] ?? null, captures };
}
