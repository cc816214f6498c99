import { join, resolve } from "node:path";
import { systemCode, wrongUse } from "../../../kernel/index.ts";
import { type Foreign, type RecordingWorld, describeError, isFolder } from "../../../platform/index.ts";
import { type Invocation, NL, type OptionSpec, visible } from "../../../report/index.ts";

export const STORE: OptionSpec = {
  name: "store",
  value: "DIR",
  summary: "the folder of the captures (default: a folder of your account)",
};

/** Returns the absolute path of the folder of captures: --store, or this account's default; null if the system has no default. */
export function storeNamed({ options, host }: Pick<Invocation, "options" | "host">, world: RecordingWorld): string | null {
  const named = options.get("store");
  return named === undefined ? world.store() : resolve(host.cwd, named);
}

/** Returns the option --store for a printed command; an empty list if the user runs this command without --store. */
export const storeWords = ({ options }: Pick<Invocation, "options">, store: string): readonly string[] =>
  options.has("store") ? ["--store", store] : [];

/** Returns the store of captures to read. Throws a Refusal if --store names no folder; the default store need not exist yet. */
export function storeToRead(invocation: Pick<Invocation, "options" | "host">, world: RecordingWorld): string {
  const store = storeNamed(invocation, world);
  if (store === null) throw wrongUse("the default store is unknown: the system names no folder for your account", "--store DIR");
  if (invocation.options.has("store") && !isFolder(store))
    throw wrongUse(
      `there is no store ${store}: it is not a folder`,
      "name the folder that `record start` printed; if it was deleted, so were its captures",
    );
  return store;
}

const foreignWords = (store: string, { who }: Foreign): string =>
  `the store ${store} is not trusted: ${who}; its contents are shown, but no recording in it is ended or cleaned up`;

/** Warns on stderr if other accounts can write the store of captures: no command then stops or deletes a recording in it. */
export function tellForeign({ host }: Pick<Invocation, "host">, world: RecordingWorld, store: string): void {
  const foreign = world.foreign(store, null);
  if (foreign)
    host.stderr.write(`${visible(`tierwright: ${foreignWords(store, foreign)}`)}${NL}${visible(`  help: ${foreign.help}`)}${NL}`);
}

/** Throws a Refusal if other accounts can write a store of captures, or the capture `id` in it, because its files are then not trusted. */
export function refuseForeign(world: RecordingWorld, store: string, id: string | null = null): void {
  const foreign = world.foreign(store, null) ?? (id === null ? null : world.foreign(store, id));
  if (foreign) throw wrongUse(foreignWords(id === null ? store : join(store, id), foreign), foreign.help);
}

/** Returns the ids of the captures in a store; an empty list if the store does not exist. */
export function idsIn(store: string, world: RecordingWorld): readonly string[] {
  try {
    return world.ids(store);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw wrongUse(`the store ${store} cannot be read: ${describeError(error)}`, "name the folder of the captures with --store");
  }
}
