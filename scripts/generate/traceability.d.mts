type Proofs = ReadonlyMap<string, readonly string[]>;

/** Clause -> lines of Markdown, each a test or an executed rule. */
export function clauseProofs(): Promise<Proofs>;
export function pageOf(proofs: Proofs): string;
