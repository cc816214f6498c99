const work: (() => void)[] = [];

/**
 * Leaves work for the end of the test file. An `afterAll` of a helper's own would not do: files share what they import, and it would stand
 * in the first of them alone.
 */
export function atFileEnd(last: () => void): void {
  work.push(last);
}

/** test/support/scratch.ts calls it, once a file. */
export function endFile(): void {
  for (const last of work.splice(0)) last();
}
