/** The largest size in bytes of a YAML document that Tierwright parses; a larger one is reported. */
export const MAX_YAML_BYTES = 4 * 1024 * 1024;

/** The most lexical tokens of one YAML document; a kit lock with 10,000 files has a third of them. The limit bounds memory and time. */
export const MAX_TOKENS = 400_000;

/** The deepest nesting of maps and lists in a YAML document. The deepest document kind of a config repository needs six levels. */
export const MAX_DEPTH = 64;

/** The most invalid escapes in one double-quoted YAML value; a document with more of them is refused before it is composed. */
export const MAX_BAD_ESCAPES = 1_000;

/** The longest key of a YAML map in characters: YAML's own limit for a key on one line (1.2.2, 7.4.2). */
export const MAX_KEY_LENGTH = 1024;

/** The most values that YAML aliases can add to one document, each repeated value counted with those inside it. */
export const MAX_ALIAS_VALUES = 100_000;

/** The most problems that reading or the schema check each report for one file; further problems are only counted. */
export const MAX_PROBLEMS = 50;
