import type { Controlled, Question } from "./question.ts";

/** Thrown when a probe or check exceeds its timeout. */
export class TimeOver extends Error {}

/**
 * The input of one probe or check, with a function that converts its answer to a result, and a function that is called when it has ended.
 */
export interface Opened<Input, Answer, Result> {
  readonly input: Input;
  /** Converts the answer of a probe or check to its entry in the list of results. */
  result(answer: Answer): Result;
  /**
   * Called when the result of a probe or check is known. A probe or check that timed out still runs then; it must have no effect after this
   * call.
   */
  close?(): void;
}

/**
 * The input of `runQuestions`: the probes of a tier, or the checks of a workstation, with the functions that prepare each one and convert
 * its result.
 */
export interface Run<Input, Answer extends Controlled, Need extends string, Q extends Question<Input, Answer, Need>, Result> {
  readonly questions: readonly Q[];
  /** The timeout of one probe or check with its controls, in milliseconds. */
  readonly patience: number;
  /** The functions that return why a precondition of a probe or check is not met, by precondition; null if it is met. */
  readonly lacks: Readonly<Record<Need, () => string | null>>;
  /** Called before each probe or check, to report progress. */
  begins?(question: Q): void;
  open(question: Q): Opened<Input, Answer, Result>;
  /**
   * Returns the answer for a probe or check that was skipped because a precondition is not met.
   * @param lack the reason in words
   */
  skipped(lack: string): Answer;
  /** Returns the answer for a probe or check that exceeded its timeout. */
  late(): Answer;
  /** Converts an error that a probe or check threw into an answer in words, without a stack trace. */
  failed(error: unknown): Answer;
  /** Returns the answer to report in place of `answer`, which cannot be trusted because its control failed. */
  distrusted(answer: Answer): Answer;
}

/**
 * Returns the result of a promise. Rejects with TimeOver after `patience` milliseconds, which does not stop the operation behind the
 * promise.
 */
async function withTimeout<T>(work: Promise<T>, patience: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeOver()), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function askOne<I, A extends Controlled, N extends string, Q extends Question<I, A, N>, R>(
  run: Run<I, A, N, Q, R>,
  question: Q,
): Promise<R> {
  const { input, result, close } = run.open(question);
  try {
    for (const need of question.needs) {
      const lack = run.lacks[need]();
      if (lack !== null) return result(run.skipped(lack));
    }
    const answer = await withTimeout((async () => question.run(input))(), run.patience);
    return result(answer.control?.outcome === "failed" ? run.distrusted(answer) : answer);
  } catch (error) {
    return result(error instanceof TimeOver ? run.late() : run.failed(error));
  } finally {
    close?.();
  }
}

/** Returns probes or checks in the order in which `runQuestions` asks them: by their `order`, then by id. */
export const inOrder = <Q extends { readonly id: string; readonly order: number }>(questions: readonly Q[]): readonly Q[] =>
  [...questions].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/**
 * Runs probes or checks one after the other, each when the one before has ended or exceeded its timeout. One that fails does not affect the
 * others.
 */
export async function runQuestions<I, A extends Controlled, N extends string, Q extends Question<I, A, N>, R>(
  run: Run<I, A, N, Q, R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const question of inOrder(run.questions)) {
    run.begins?.(question);
    results.push(await askOne(run, question));
  }
  return results;
}

/** Counts how often each state of a check, or outcome of a probe, occurs in `states`; one of `all` that does not occur has the count 0. */
export function countEach<S extends string>(states: readonly S[], all: readonly S[]): Readonly<Record<S, number>> {
  const counts = Object.fromEntries(all.map((state) => [state, 0]));
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts as Record<S, number>;
}
