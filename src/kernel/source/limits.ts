/** The largest size in bytes of a YAML document that is parsed. */
export const MAX_YAML_BYTES = 4 * 1024 * 1024;

/** Most lexical tokens of one document: 10,000 files of a kit lock need a third of it; reading them takes about 250 MB and a second. */
export const MAX_TOKENS = 400_000;

/** Deepest nesting of a document. The deepest document of a config repository needs six levels. */
export const MAX_DEPTH = 64;

/** Most backslashes of one value in double quotes that start no escape. */
export const MAX_BAD_ESCAPES = 1_000;

/** Longest key in characters: the limit of YAML for a key on one line (1.2.2, 7.4.2). */
export const MAX_KEY_LENGTH = 1024;

/** The most values that aliases can add to one document. */
export const MAX_ALIAS_VALUES = 100_000;

/** The most problems of one kind of check that are reported for one file; the others are only counted. */
export const MAX_PROBLEMS = 50;
