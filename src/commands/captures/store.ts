import { resolve } from "node:path";
import { type Capture, captureOf } from "../../capture/capture.ts";
import { didYouMean } from "../../diagnostic/nearest.ts";
import { Refusal, wrongUse } from "../../diagnostic/refusal.ts";
import { isFolder } from "../../io/kit-files.ts";
import { describeError } from "../../io/repository-files.ts";
import type { RecordingWorld } from "../../io/wire.ts";
import { toldIn } from "../../capture/connection.ts";
import type { Invocation, OptionSpec } from "../command.ts";
import { isRunning } from "../record/known.ts";

export const STORE: OptionSpec = {
  name: "store",
  value: "DIR",
  summary: "where captures lie (default: a folder of your account)",
};

/** The store that is read, wherever it lies: the one that was named has to be there, the usual one may not have been made yet. */
export function storeToRead({ options, host }: Invocation, world: RecordingWorld): string {
  const named = options.get("store");
  const store = named === undefined ? world.store() : resolve(host.cwd, named);
  if (store === null) throw wrongUse("nobody knows where captures lie: the system names no folder for you", "--store DIR");
  if (named !== undefined && !isFolder(store))
    throw wrongUse(
      `there is no store ${store}: it is not a folder`,
      "name the folder that `record start` named; one that is gone took its captures with it",
    );
  return store;
}

/** Names of what lies in the store. One that nobody made yet is empty. */
export function idsIn(store: string, world: RecordingWorld): readonly string[] {
  try {
    return world.ids(store);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ENOENT") return [];
    throw wrongUse(
      `the store ${store} cannot be read: ${describeError(error)}`,
      "--store names the folder that record start was given",
    );
  }
}

/** A capture of the store; null: that folder holds none. */
export async function openCapture(store: string, id: string, world: RecordingWorld): Promise<Capture | null> {
  const files = world.open(store, id);
  if (!files) return null;
  const { started, stopped } = toldIn(files.events ?? "");
  const known = started !== null && Number.isSafeInteger(started.pid) ? started : null;
  const running = known !== null && (await isRunning(world, { started: known, stopped, connections: [], damaged: 0 }, null));
  return captureOf({ ...files, running });
}

/** The capture that is meant: by its whole name, the beginning of one, or `last`. */
export async function captureNamed(name: string, store: string, world: RecordingWorld): Promise<Capture> {
  const ids = idsIn(store, world);
  const found = ids.includes(name)
    ? [name]
    : name === "last"
      ? ids.slice(-1)
      : ids.filter((id) => name !== "" && id.startsWith(name));
  const [id] = found;
  if (found.length > 1) throw wrongUse(`'${name}' begins the names of ${found.length} captures`, `one of: ${found.join(", ")}`);
  const capture = id === undefined ? null : await openCapture(store, id, world);
  if (capture) return capture;
  if (id !== undefined) throw new Refusal(2, `${id} in ${store} is no capture: it holds neither events.ndjson nor raw files`);
  const help =
    ids.length === 0
      ? "the store is empty; --store names another one"
      : `tierwright captures lists them; the last one is ${ids.at(-1)}`;
  throw wrongUse(`there is no capture '${name}' in ${store}${didYouMean(name, ids)}`, help);
}
