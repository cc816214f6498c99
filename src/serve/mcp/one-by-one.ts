/** So many calls may wait; a client that asks for more than it can use is told. */
const MOST_WAITING = 64;

/** Work that is done one after another, in the order it was asked for: an answer is about what lies there after the one before it. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get isFull(): boolean {
    return this.#waiting >= MOST_WAITING;
  }

  /** What was stopped while it waited is left out, and gives null. */
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
