/** Clause -> lines of Markdown, each a test or an executed rule. */
export function clauseProofs(): Promise<ReadonlyMap<string, readonly string[]>>;
export function outputs(): Promise<readonly { path: string; text: string; kept: boolean }[]>;
