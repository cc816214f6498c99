/** The most words of docs/, without docs/traceability.md, which the build makes. */
export const MOST_WORDS = 60_000;

/** Returns whether a path is a page of docs/ whose words count. */
export const isCounted = (path: string): boolean => /^docs\/.+\.md$/.test(path) && path !== "docs/traceability.md";

/** Returns the number of words of a text as `wc -w` counts them: runs of characters between white space. */
export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
