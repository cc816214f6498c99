import { existsSync, readFileSync, rmSync } from "node:fs";
import { inject } from "vitest";
import { faultyProgram } from "../../deploy/swap/support/child.ts";
import type { Event, Fault } from "../../deploy/swap/support/fault.ts";
import { type Options, type Outcome, type Runner, words } from "../../deploy/swap/support/runner.ts";
import { onWindows, windowsPath } from "./machine.ts";

async function run(root: string, argv: readonly string[], fault: Fault | undefined): Promise<Outcome> {
  const program = await faultyProgram();
  const log = `${program}.events`;
  rmSync(log, { force: true });
  const env = { TIERWRIGHT_TEST_EVENTS: windowsPath(log), TIERWRIGHT_TEST_FAULT: fault ? JSON.stringify(fault) : "" };
  const ended = await onWindows(root, [inject("node"), windowsPath(program), ...argv], env);
  // only a run that came to its end writes what it did
  const alive = existsSync(log);
  if (!alive && fault === undefined) throw new Error(`the Windows program died: exit ${ended.code}: ${ended.err}`);
  const events = alive ? (JSON.parse(readFileSync(log, "utf8")) as Event[]) : [];
  return { ...ended, code: alive ? (ended.code === 82 ? 1618 : ended.code) : null, events };
}

/** The options without the root: the root's drives are the machine's own. */
const own = (options: Options): readonly string[] => words(options).filter((word) => !word.startsWith("--root="));

/** The built-in runner as a Windows program that works on C:\ itself. */
export const windowsRunner: Runner = {
  name: "built-in, on Windows",
  deploy: (bundle: string, options: Options, fault?: Fault) =>
    run(options.root, ["deploy", windowsPath(bundle), ...own(options)], fault),
  rollback: ({ root, install }: Options, fault?: Fault) =>
    run(root, ["rollback", ...own({ root, ...(install === undefined ? {} : { install }) })], fault),
  verify: ({ root }: Options) => run(root, ["deploy", "--verify"], undefined),
};
