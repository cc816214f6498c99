import { join, resolve } from "node:path";
import { systemCode } from "../../diagnostic/errno-words.ts";
import { wrongUse } from "../../diagnostic/refusal.ts";
import { isFolder } from "../../io/folders.ts";
import { describeError } from "../../io/repository-files.ts";
import type { Foreign } from "../../io/own-folder.ts";
import type { RecordingWorld } from "../../io/wire.ts";
import { NL, visible } from "../../report/style.ts";
import type { Invocation, OptionSpec } from "../command.ts";

export const STORE: OptionSpec = {
  name: "store",
  value: "DIR",
  summary: "where captures lie (default: a folder of your account)",
};

/** The absolute path of --store, or of the folder where this user's captures lie; null: the system names none. */
export function storeNamed({ options, host }: Pick<Invocation, "options" | "host">, world: RecordingWorld): string | null {
  const named = options.get("store");
  return named === undefined ? world.store() : resolve(host.cwd, named);
}

/** How a next command names the store: not at all where it is the usual one. */
export const storeWords = ({ options }: Pick<Invocation, "options">, store: string): readonly string[] =>
  options.has("store") ? ["--store", store] : [];

/** The store that is read, wherever it lies: the one that was named has to be there, the usual one may not have been made yet. */
export function storeToRead(invocation: Pick<Invocation, "options" | "host">, world: RecordingWorld): string {
  const store = storeNamed(invocation, world);
  if (store === null) throw wrongUse("nobody knows where captures lie: the system names no folder for you", "--store DIR");
  if (invocation.options.has("store") && !isFolder(store))
    throw wrongUse(
      `there is no store ${store}: it is not a folder`,
      "name the folder that `record start` named; one that is gone took its captures with it",
    );
  return store;
}

const foreignWords = (store: string, { who }: Foreign): string =>
  `the store ${store} is not yours alone: ${who}; what it holds is shown, and nothing is done because of it: no recording is looked for, ended or taken away`;

/** Says of a store that others may use that it is for display. */
export function tellForeign({ host }: Pick<Invocation, "host">, world: RecordingWorld, store: string): void {
  const foreign = world.foreign(store, null);
  if (foreign)
    host.stderr.write(`${visible(`tierwright: ${foreignWords(store, foreign)}`)}${NL}${visible(`  help: ${foreign.help}`)}${NL}`);
}

/** Refuses to act on a store that others may use. */
export function refuseForeign(world: RecordingWorld, store: string, id: string | null = null): void {
  const foreign = world.foreign(store, null) ?? (id === null ? null : world.foreign(store, id));
  if (foreign) throw wrongUse(foreignWords(id === null ? store : join(store, id), foreign), foreign.help);
}

/** Names of what lies in the store. One that nobody made yet is empty. */
export function idsIn(store: string, world: RecordingWorld): readonly string[] {
  try {
    return world.ids(store);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw wrongUse(
      `the store ${store} cannot be read: ${describeError(error)}`,
      "--store names the folder that record start was given",
    );
  }
}
