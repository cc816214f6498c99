/** Work on open documents that is delayed until the user stops typing, or done at once when a request needs its result. */
export class AtRest {
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly work: (uri: string) => Promise<void>) {}

  /** Runs the work on the document `uri` once `rest` milliseconds have passed without another call for it. */
  soon(uri: string, rest: number): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.set(
      uri,
      setTimeout(() => void this.now(uri), rest),
    );
  }

  /** Runs the delayed work on a document at once. Does nothing if no work is delayed. */
  async now(uri: string): Promise<void> {
    const timer = this.#waiting.get(uri);
    if (!timer) return;
    clearTimeout(timer);
    this.#waiting.delete(uri);
    await this.work(uri);
  }
}
