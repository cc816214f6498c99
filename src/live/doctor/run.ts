import { errnoWords, isRefusal, name, say, systemCode, words } from "../../kernel/index.ts";
import { failureWords } from "../../deploy/index.ts";
import { countEach, runQuestions, TimeOver } from "../checks/run.ts";
import type { Answer, Check, Need, State } from "./check.ts";
import type { Looked } from "./looked.ts";
import { NotGathered, onlyLooking } from "./station.ts";
import { GATHER_AGAIN, answer, describeCount } from "./words.ts";

export interface CheckResult {
  readonly check: Check;
  readonly answer: Answer;
}

export interface DoctorRun {
  readonly checks: readonly Check[];
  readonly looked: Looked;
  /** The timeout of one check of `doctor` in milliseconds. */
  readonly patience: number;
  clock(): Date;
}

/** Returns a function for each precondition of a check: it returns why the precondition is not met, or null if it is met. */
const lacksOf = (looked: Looked): Readonly<Record<Need, () => string | null>> => ({
  environment: () => (looked.wanted ? null : looked.noEnvironment),
  repository: () => (looked.shared ? null : "it needs the config repository: -C DIR says where it is"),
  receipt: () => (looked.receipt() ? null : "no deploy has worked on this installation: there is no receipt to compare with"),
  variables: () => (looked.station.variables ? null : looked.station.noVariables),
  running: () =>
    looked.station.processes
      ? null
      : looked.station.source === "copy"
        ? "a copy of files runs no program"
        : "the archive does not say what ran",
  "own-machine": () =>
    looked.station.source === "machine" ? null : "it is asked on the workstation itself, without --root and --from",
});

const REPORT_IT = "this is a fault of tierwright, not of your workstation: please report it with the command you ran";

/**
 * Converts an error that a check threw into an answer in words, without a stack trace. A check that needs a file which a `-Collect` archive
 * says nothing about is skipped.
 */
function failed(error: unknown, looked: Looked): Answer {
  if (error instanceof NotGathered)
    return answer("skip", say`the archive does not say whether ${name(looked.station.shown(error.path))} is there`, {
      help: GATHER_AGAIN,
    });
  if (isRefusal(error)) return answer("error", words(error.message), { help: error.help === null ? null : words(error.help) });
  if (systemCode(error) !== "")
    return answer("error", say`the system refuses a look: ${words(failureWords(error))}`, {
      help: words(errnoWords(error) === null ? REPORT_IT : "run it as somebody who may read that, or make it readable"),
    });
  const kind = error instanceof Error ? error.name : "failure";
  return answer("error", say`the check itself failed (${name(kind)}), so nothing is known`, { help: words(REPORT_IT) });
}

const late = (patience: number): Answer =>
  answer("error", say`it did not end within ${describeCount(Math.round(patience / 1000), "second")}, and was given up`, {
    help: words("is a drive or share slow or not connected? --timeout SECONDS waits longer"),
  });

/**
 * Replaces the answer of a check whose control failed by an error without details, because the answer proves nothing. An answer `skip` or
 * `error` is returned unchanged.
 */
function distrusted(found: Answer): Answer {
  if (found.state === "skip" || found.state === "error") return found;
  return {
    ...found,
    state: "error",
    says: say`nothing is known, for the control failed: ${found.control?.says ?? []}`,
    details: [],
    help: words("is it the right installation, and may this account read it? --install DIR names another one"),
  };
}

/**
 * Runs checks one after the other and returns their answers. A check that still runs after its timeout ends at its next access to a file.
 */
export const runChecks = ({ checks, looked, patience, clock }: DoctorRun): Promise<readonly CheckResult[]> =>
  runQuestions({
    questions: checks,
    patience,
    lacks: lacksOf(looked),
    open(check: Check) {
      const end = clock().getTime() + patience;
      const tick = (): void => {
        if (clock().getTime() > end) throw new TimeOver();
      };
      const input: Looked = { ...looked, station: { ...looked.station, files: onlyLooking(looked.station.files, tick) } };
      return { input, result: (found: Answer) => ({ check, answer: found }) };
    },
    skipped: (lack) => answer("skip", words(lack)),
    late: () => late(patience),
    failed: (error) => failed(error, looked),
    distrusted,
  });

export const countStates = (results: readonly CheckResult[]): Readonly<Record<State, number>> =>
  countEach(
    results.map(({ answer: { state } }) => state),
    ["pass", "warn", "fail", "skip", "error"],
  );

/** Returns exit code 1 if a check failed or did not finish, or, with `warned`, gave a warning; otherwise 0. Skipped checks do not count. */
export function doctorExit(results: readonly CheckResult[], warned = false): 0 | 1 {
  const { fail, error, warn } = countStates(results);
  return fail + error + (warned ? warn : 0) > 0 ? 1 : 0;
}
