import type { RuleId } from "../../kernel/index.ts";

/*
 * Rules of `check` that checks of `doctor` also apply to the files of a workstation.
 */

export const BYTE_ORDER_MARK: readonly RuleId[] = ["conf/bom"];

/** Rules about backslashes in values of properties files. */
export const ESCAPES: readonly RuleId[] = [
  "conf/single-backslash",
  "conf/doubled-backslash",
  "conf/malformed-escape",
  "conf/slash-direction",
];

/**
 * Rules that apply to files of the repository only: a password belongs in the properties file on the workstation, not in the repository.
 */
export const OF_REPOSITORY: readonly RuleId[] = ["secret/plain-value"];

/**
 * Rules about DEBUG loggers in log4j2.xml, which make logs grow and reveal secrets. The rule that nothing deletes old logs is left out: it
 * would be reported for every workstation, and `logs sweep` deletes old logs.
 */
export const LOGGING: readonly RuleId[] = ["logging/debug-logger", "logging/unreadable-file"];
