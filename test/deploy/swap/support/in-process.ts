import { cli as plain } from "../../../support/host.ts";
import type { Fault } from "./fault.ts";
import { faulty, resetTrial, trial } from "./faulty-world.ts";
import { type Options, type Outcome, type Runner, words } from "./runner.ts";

/** A command line in this process, on a machine that meets the fault of `trial`. */
export const cli = (argv: readonly string[], given: Parameters<typeof plain>[1] = {}) =>
  plain(argv, { machine: faulty, ...given });

/** The built-in runner in this process. */
async function run(argv: readonly string[], fault: Fault | undefined): Promise<Outcome> {
  const { before, overrides } = trial;
  resetTrial(fault ?? null);
  Object.assign(trial, { before, overrides });
  const { code, out, err } = await cli(argv, { now: new Date().toISOString() });
  const { events, dead } = trial;
  resetTrial(null);
  return { code: dead ? null : code, out, err, events };
}

export const inProcess: Runner = {
  name: "built-in",
  deploy: (bundle: string, options: Options, fault?: Fault) => run(["deploy", bundle, ...words(options)], fault),
  rollback: ({ root, install, receiptCopy, whatIf, list }: Options, fault?: Fault) => {
    const given = Object.entries({ install, receiptCopy, whatIf, list }).filter(([, value]) => value !== undefined);
    return run(["rollback", ...words({ root, ...Object.fromEntries(given) })], fault);
  },
  verify: (options: Options, fault?: Fault) => run(["deploy", "--verify", ...words(options)], fault),
};
