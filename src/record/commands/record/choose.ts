import { wrongUse } from "../../../kernel/index.ts";
import type { RecordingWorld } from "../../../platform/index.ts";
import type { Invocation } from "../../../report/index.ts";
import { type KnownCapture, capturesOf } from "./known.ts";

/**
 * Returns all captures of a store, and as `chosen` the running, else the newest one with the id or environment that the command's argument
 * names (without an argument, of all). Throws a Refusal if no capture fits the argument.
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
