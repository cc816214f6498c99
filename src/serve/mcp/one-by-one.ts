/** Most tool calls that wait for an earlier one; further calls are refused. */
const MOST_WAITING = 64;

/** A queue that runs work one after another in the order of the requests, so that each answer reflects the state after the previous one. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get isFull(): boolean {
    return this.#waiting >= MOST_WAITING;
  }

  /** Adds work to the queue. Returns null if it was stopped while it waited. */
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
