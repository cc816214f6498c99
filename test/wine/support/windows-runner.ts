import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { faultyProgram } from "../../deploy/swap/support/child.ts";
import { callsOf, PRELOAD } from "../../deploy/swap/support/executable.ts";
import type { Event, Fault } from "../../deploy/swap/support/fault.ts";
import { type Options, type Outcome, type Runner, words } from "../../deploy/swap/support/runner.ts";
import { scratch } from "../../deploy/swap/support/scratch.ts";
import { onWindows, windowsPath } from "./machine.ts";

/** Runs a Windows program. Only one that came to its end writes `log`: without it, it was killed. */
async function run(
  root: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  log: { readonly path: string; readonly events: (text: string) => readonly Event[] },
  fault: Fault | undefined,
): Promise<Outcome> {
  rmSync(log.path, { force: true });
  const ended = await onWindows(root, argv, env);
  const alive = existsSync(log.path);
  if (!alive && fault === undefined) throw new Error(`the Windows program died: exit ${ended.code}: ${ended.err}`);
  const events = alive ? log.events(readFileSync(log.path, "utf8")) : [];
  return { ...ended, code: alive ? (ended.code === 82 ? 1618 : ended.code) : null, events };
}

async function builtIn(root: string, argv: readonly string[], fault: Fault | undefined): Promise<Outcome> {
  const program = await faultyProgram();
  const path = `${program}.events`;
  const env = { TIERWRIGHT_TEST_EVENTS: windowsPath(path), TIERWRIGHT_TEST_FAULT: fault ? JSON.stringify(fault) : "" };
  const events = (text: string) => JSON.parse(text) as Event[];
  return run(root, [inject("node"), windowsPath(program), ...argv], env, { path, events }, fault);
}

/** The options without the root: the root's drives are the machine's own. */
const own = (options: Options): readonly string[] => words(options).filter((word) => !word.startsWith("--root="));

const runner = (name: string, act: typeof builtIn): Runner => ({
  name,
  deploy: (bundle: string, options: Options, fault?: Fault) =>
    act(options.root, ["deploy", windowsPath(bundle), ...own(options)], fault),
  rollback: ({ root, install }: Options, fault?: Fault) =>
    act(root, ["rollback", ...own({ root, ...(install === undefined ? {} : { install }) })], fault),
  verify: ({ root }: Options) => act(root, ["deploy", "--verify"], undefined),
});

/** The built-in runner as a Windows program that works on C:\ itself. */
export const windowsRunner: Runner = runner("built-in, on Windows", builtIn);

/** The executable for Windows, killed at its calls of the system. With Node 20, which Wine can start, a released file obeys NODE_OPTIONS. */
export const windowsExecutable = (file: string): Runner =>
  runner("executable, on Windows", (root, argv, fault) => {
    const path = join(scratch(), "calls");
    const env = {
      NODE_OPTIONS: `--require=${windowsPath(PRELOAD)}`,
      TIERWRIGHT_TEST_CALLS: windowsPath(path),
      TIERWRIGHT_TEST_KILL: fault ? String(fault.at) : "",
    };
    return run(root, [file, ...argv], env, { path, events: callsOf }, fault);
  });
