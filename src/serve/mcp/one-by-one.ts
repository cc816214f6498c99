/** Most tool calls that wait for an earlier one; further calls are refused. */
const MOST_WAITING = 64;

/**
 * A queue that runs tool calls one after another in the order of the requests, so that each answer reflects the state after the previous
 * call.
 */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get isFull(): boolean {
    return this.#waiting >= MOST_WAITING;
  }

  /** Adds a tool call to the queue and returns its result; null if `signal` stopped it while it waited. */
  async add<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
    this.#waiting += 1;
    const turn = this.#last.then(() => {
      this.#waiting -= 1;
      return signal.aborted ? null : work();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
