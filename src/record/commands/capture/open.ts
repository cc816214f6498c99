import { type Capture, captureOf } from "../../capture/capture.ts";
import { readEvents } from "../../capture/connection.ts";
import { Refusal, didYouMean, wrongUse } from "../../../kernel/index.ts";
import type { RecordingWorld } from "../../../platform/index.ts";
import { isRunning } from "../record/known.ts";
import { idsIn } from "./store.ts";

/** Opens the capture with the id `id` in a store of captures for reading; returns null if its folder is not a capture. */
export async function openCapture(store: string, id: string, world: RecordingWorld): Promise<Capture | null> {
  const files = world.open(store, id);
  if (!files) return null;
  const told = readEvents(files.events ?? "");
  return captureOf({ ...files, running: await isRunning(world, store, id, told) }, told);
}

/** Returns the capture that a name, its unique beginning or `last` denotes. Throws a Refusal if the name fits no capture or several. */
export async function captureNamed(name: string, store: string, world: RecordingWorld): Promise<Capture> {
  const ids = idsIn(store, world);
  const found = ids.includes(name)
    ? [name]
    : name === "last"
      ? ids.slice(-1)
      : ids.filter((id) => name !== "" && id.startsWith(name));
  const [id] = found;
  if (found.length > 1)
    throw wrongUse(`'${name}' is the beginning of ${found.length} capture names`, `one of: ${found.join(", ")}`);
  const capture = id === undefined ? null : await openCapture(store, id, world);
  if (capture) return capture;
  if (id !== undefined) throw new Refusal(2, `${id} in ${store} is not a capture: it has neither events.ndjson nor raw files`);
  const help =
    ids.length === 0
      ? "the store is empty; name another with --store"
      : `\`tierwright capture list\` lists them; the newest is ${ids.at(-1)}`;
  throw wrongUse(`there is no capture '${name}' in ${store}${didYouMean(name, ids)}`, help);
}
