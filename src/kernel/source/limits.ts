/** Most bytes of a YAML document that are read; the reader passes at most one more, and then nothing is parsed. */
export const MAX_YAML_BYTES = 4 * 1024 * 1024;

/** Most lexical tokens of one document: 10,000 files of a kit lock need a third of it; reading them takes about 250 MB and a second. */
export const MAX_TOKENS = 400_000;

/** Deepest nesting that is read. The deepest document of a config repository needs six. */
export const MAX_DEPTH = 64;

/** Most backslashes of one value in double quotes that start no escape. */
export const MAX_BAD_ESCAPES = 1_000;

/** Longest key: what YAML allows for a key on one line (1.2.2, 7.4.2). */
export const MAX_KEY_LENGTH = 1024;

/** Most values that aliases may add to a document. */
export const MAX_ALIAS_VALUES = 100_000;

/** Most problems of one kind of check that are told of one file. */
export const MAX_PROBLEMS = 50;
