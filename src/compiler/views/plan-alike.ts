import { groupedBy, plain, plural } from "../../kernel/index.ts";
import type { PlanFinding } from "../plan/plan.ts";
import { describeAffected } from "./plan-words.ts";

/** Findings of one rule with one message; the first is shown in full, the others only by their places. */
export interface Alike {
  readonly first: PlanFinding;
  readonly others: readonly PlanFinding[];
}

/** Returns findings grouped by rule, severity and message, in the order of the first finding of each group. */
export const alike = (items: readonly PlanFinding[]): readonly Alike[] =>
  [
    ...groupedBy(items, ({ finding }) => JSON.stringify([finding.rule, finding.severity, plain(finding.message)])).values(),
  ].flatMap(([first, ...others]) => (first ? [{ first, others }] : []));

/** Returns the place of a finding and its environments, as two texts; the place is null if it has none. */
export const placeOfAlike = ({ finding }: PlanFinding): readonly [place: string | null, who: string] => [
  finding.at ? `${finding.at.file}:${finding.at.line}` : null,
  describeAffected(finding),
];

/** Returns in words how many findings have the message of the shown one, to follow its place; empty if there are none. */
export const othersWords = ({ others }: Alike): string =>
  others.length === 0 ? "" : ` and ${plural(others.length, "more place")}`;
