import {
  type RunOptions,
  type RunRequest,
  environmentNames,
  parseHostsFile,
  refuseNone,
  selectEnvironments,
} from "../../compiler/index.ts";
import { type Severity, VERSION, isDay, wrongUse } from "../../kernel/index.ts";
import { type OpenTree, quietWorld } from "../../platform/index.ts";
import type { CheckOptions } from "./options.ts";

/** Returns an option's value, or the first choice if it is not set. Throws a Refusal for an invalid value of a caller without types. */
export function oneOf<T extends string>(name: string, given: T | undefined, choices: readonly [T, ...T[]]): T {
  const value = given ?? choices[0];
  if (choices.includes(value)) return value;
  throw wrongUse(`${name} cannot be '${String(given)}'`, `use one of: ${choices.join(", ")}`);
}

export const severityOf = ({ failOn }: Pick<CheckOptions, "failOn">): Severity =>
  oneOf<Severity>("failOn", failOn, ["error", "warning", "info"]);

export function dayOf({ today }: Pick<CheckOptions, "today">): string {
  if (today === undefined) return quietWorld().now().toISOString().slice(0, 10);
  if (!isDay(today)) throw wrongUse(`today cannot be '${String(today)}'`, "use a calendar day as YYYY-MM-DD");
  return today;
}

export const runOptions = (options: CheckOptions): RunOptions => ({
  today: dayOf(options),
  requireProof: options.requireProof ?? false,
  hostsFile: options.hosts === undefined ? null : parseHostsFile("hosts", options.hosts),
  resolved: null,
});

/** Returns the request for the compiler of a `check` or `compile` that uses no cache and writes nothing. */
export function requestOf(tree: OpenTree, options: CheckOptions, output: RunRequest["output"]): RunRequest {
  const names = environmentNames(tree);
  const selected = selectEnvironments(options.environments ?? [], names);
  refuseNone(names);
  return {
    tree: tree.described,
    root: null,
    version: VERSION,
    names,
    selected,
    options: runOptions(options),
    resolve: false,
    output,
  };
}
