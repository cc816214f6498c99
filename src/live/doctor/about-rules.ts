import type { RuleId } from "../../kernel/index.ts";

/*
 * The rules about files of a repository that a check asks of the files of a workstation, too.
 */

export const BYTE_ORDER_MARK: readonly RuleId[] = ["conf/bom"];

/** Rules about what a backslash does. */
export const ESCAPES: readonly RuleId[] = [
  "conf/single-backslash",
  "conf/doubled-backslash",
  "conf/malformed-escape",
  "conf/slash-direction",
];

/** A password belongs into the file of a workstation: the rule is about what everybody reads in the repository. */
export const OF_REPOSITORY: readonly RuleId[] = ["secret/plain-value"];

/** Rules about what grows or tells secrets in a log4j2.xml; that nothing deletes the logs is true of every one, and `logs sweep` is for it. */
export const LOGGING: readonly RuleId[] = ["logging/debug-logger", "logging/unreadable-file"];
