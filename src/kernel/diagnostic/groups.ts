import type { RuleId } from "./ids.generated.ts";

/** What all findings of a group have in common. */
export interface Group {
  /** An error says what could not be read: nobody can judge that. */
  readonly unread?: true;
  /** Its findings are about the text of one file: an edit of a kit's file shows in them. */
  readonly ofText?: true;
  /** None of its findings can be suppressed (docs/rules.md). */
  readonly kept?: true;
  /** Ids that explain each finding of the group, beside those of its definition. */
  readonly because?: readonly RuleId[];
}

export const GROUPS: Readonly<Record<string, Group | undefined>> = {
  compat: { kept: true },
  conf: { ofText: true, because: ["kit/base-differs"] },
  repo: { ofText: true, because: ["kit/base-differs"], unread: true },
  secret: { kept: true },
};

/** Returns the part of an id before its slash. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf("/"));
