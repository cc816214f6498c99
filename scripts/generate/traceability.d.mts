type Proofs = ReadonlyMap<string, readonly string[]>;

/** Returns the proofs of each clause: lines of Markdown, each for a test or an executed rule. */
export function clauseProofs(): Promise<Proofs>;
export function pageOf(proofs: Proofs): string;
