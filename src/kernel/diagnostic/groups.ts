import type { Finding } from "./finding.ts";
import type { RuleId } from "./ids.generated.ts";

/** The properties that all findings of a group share; the group is the part of their ids before the slash. */
export interface Group {
  /** True if an error of the group means that a part of a file was not read, so that no rule can check it. */
  readonly unread?: true;
  /** True if the group's findings are about the text of one file, so that an edit of a base file can be their cause. */
  readonly ofText?: true;
  /** True if no finding of the group can be suppressed by a comment or an `ignore:` entry (docs/rules.md). */
  readonly kept?: true;
  /** Ids of findings that can explain every finding of the group, in addition to those in the finding's own definition. */
  readonly because?: readonly RuleId[];
}

export const GROUPS: Readonly<Record<string, Group | undefined>> = {
  compat: { kept: true },
  conf: { ofText: true, because: ["kit/base-differs"] },
  repo: { ofText: true, because: ["kit/base-differs"], unread: true },
  secret: { kept: true },
};

/** Returns the group of a finding's id: the part before its slash. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf("/"));

/** Returns true for an error because of which a part of a document was not read, so that rules cannot check it. */
export const isUnread = ({ rule, severity }: Finding): boolean => severity === "error" && GROUPS[groupOf(rule)]?.unread === true;

/**
 * Returns true for an error because of which nothing of a file was read: the finding's definition says so (`unread` is "file"), or the
 * finding has no pointer because it is about the whole file.
 */
export const leavesFileUnread = (finding: Finding): boolean =>
  isUnread(finding) && (finding.unread === "file" || (finding.unread === undefined && finding.pointer === undefined));
