/** Work on a text that waits until the keys have rested; whoever asks meanwhile has it done at once. */
export class AtRest {
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(private readonly work: (uri: string) => Promise<void>) {}

  /** Does it after `rest` milliseconds without another call for the same text. */
  soon(uri: string, rest: number): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.set(
      uri,
      setTimeout(() => void this.now(uri), rest),
    );
  }

  /** Does what waits for this text; nothing when nothing does. */
  async now(uri: string): Promise<void> {
    const timer = this.#waiting.get(uri);
    if (!timer) return;
    clearTimeout(timer);
    this.#waiting.delete(uri);
    await this.work(uri);
  }
}
