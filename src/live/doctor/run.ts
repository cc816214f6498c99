import { errnoWords, isRefusal, name, say, systemCode, words } from "../../kernel/index.ts";
import { failureWords } from "../../deploy/index.ts";
import type { Answer, Check, Need, State } from "./check.ts";
import type { Looked } from "./looked.ts";
import { NotGathered, onlyLooking, TimeOver } from "./station.ts";
import { answer, counted } from "./words.ts";

export interface CheckResult {
  readonly check: Check;
  readonly answer: Answer;
}

export interface DoctorRun {
  readonly checks: readonly Check[];
  readonly looked: Looked;
  /** The timeout of one check in milliseconds. */
  readonly patience: number;
  clock(): Date;
}

const LACKS: Readonly<Record<Need, (looked: Looked) => string | null>> = {
  environment: ({ wanted, noEnvironment }) => (wanted ? null : noEnvironment),
  repository: ({ shared }) => (shared ? null : "it needs the config repository: -C DIR says where it is"),
  receipt: (looked) =>
    looked.receipt() ? null : "no deploy has worked on this installation: there is no receipt to compare with",
  variables: ({ station: { variables, noVariables } }) => (variables ? null : noVariables),
  running: ({ station: { processes, source } }) =>
    processes ? null : source === "copy" ? "a copy of files runs no program" : "the archive does not say what ran",
  "own-machine": ({ station: { source } }) =>
    source === "machine" ? null : "it is asked on the workstation itself, without --root and --from",
};

/** Returns why a check cannot run; null if everything it needs is available. */
function lackOf({ needs }: Check, looked: Looked): string | null {
  for (const need of needs) {
    const lack = LACKS[need](looked);
    if (lack !== null) return lack;
  }
  return null;
}

const REPORT_IT = "this is a fault of tierwright, not of your workstation: please report it with the command you ran";

/** Converts an error that a check threw into an answer in words, without a stack trace. */
function failed(error: unknown, looked: Looked, patience: number): Answer {
  if (error instanceof NotGathered)
    return answer("skip", say`the archive does not say whether ${name(looked.station.shown(error.path))} is there`, {
      help: words("gather it again with the deploy.ps1 of this version, or run the check on the workstation"),
    });
  if (error instanceof TimeOver)
    return answer("error", say`it did not end within ${counted(Math.round(patience / 1000), "second")}, and was given up`, {
      help: words("is a drive or share slow or not connected? --timeout SECONDS waits longer"),
    });
  if (isRefusal(error)) return answer("error", words(error.message), { help: error.help === null ? null : words(error.help) });
  if (systemCode(error) !== "")
    return answer("error", say`the system refuses a look: ${words(failureWords(error))}`, {
      help: words(errnoWords(error) === null ? REPORT_IT : "run it as somebody who may read that, or make it readable"),
    });
  const kind = error instanceof Error ? error.name : "failure";
  return answer("error", say`the check itself failed (${name(kind)}), so nothing is known`, { help: words(REPORT_IT) });
}

/** Turns an answer into an error if its control failed, because the answer proves nothing then. No other code does this. */
function weighed(found: Answer): Answer {
  if (found.control?.outcome !== "failed" || found.state === "skip" || found.state === "error") return found;
  return {
    ...found,
    state: "error",
    says: say`nothing is known, for the control failed: ${found.control.says}`,
    details: [],
    help: words("is it the right installation, and may this account read it? --install DIR names another one"),
  };
}

async function oneCheck({ looked, patience, clock }: DoctorRun, check: Check): Promise<CheckResult> {
  const end = clock().getTime() + patience;
  const tick = (): void => {
    if (clock().getTime() > end) throw new TimeOver();
  };
  const own: Looked = { ...looked, station: { ...looked.station, files: onlyLooking(looked.station.files, tick) } };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeOver()), patience);
  });
  try {
    const lack = lackOf(check, own);
    if (lack !== null) return { check, answer: answer("skip", words(lack)) };
    const work = (async () => check.run(own))();
    return { check, answer: weighed(await Promise.race([work, late])) };
  } catch (error) {
    return { check, answer: failed(error, looked, patience) };
  } finally {
    clearTimeout(timer);
  }
}

export const inOrder = (checks: readonly Check[]): readonly Check[] =>
  [...checks].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/** Runs the checks one after the other. A check that fails or exceeds its timeout does not affect the others. */
export async function runChecks(run: DoctorRun): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of inOrder(run.checks)) results.push(await oneCheck(run, check));
  return results;
}

export type CheckCounts = Readonly<Record<State, number>>;

export function countStates(results: readonly CheckResult[]): CheckCounts {
  const of = (state: State) => results.filter(({ answer }) => answer.state === state).length;
  return { pass: of("pass"), warn: of("warn"), fail: of("fail"), skip: of("skip"), error: of("error") };
}

/** Returns exit code 1 if a check failed or did not finish. Skipped checks do not count, and warnings only if `warned` is set. */
export function doctorExit(results: readonly CheckResult[], warned = false): 0 | 1 {
  const { fail, error, warn } = countStates(results);
  return fail + error + (warned ? warn : 0) > 0 ? 1 : 0;
}
