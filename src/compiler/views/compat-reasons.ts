import { type Problem, type Scalar, type Severity, SourceText, type Verdict, say } from "../../kernel/index.ts";
import type { SharedModel } from "../model/repository.ts";
import { rule as blocked } from "../rules/compat/blocked.ts";
import { rule as javaFloor } from "../rules/compat/java-floor.ts";
import { rule as noCell } from "../rules/compat/no-cell.ts";
import { rule as noRelease } from "../rules/compat/no-release.ts";
import { rule as noRow } from "../rules/compat/no-row.ts";
import { rule as tierOutOfRange } from "../rules/compat/tier-out-of-range.ts";
import { rule as tierUndecided } from "../rules/compat/tier-undecided.ts";
import { rule as unknownCodeRule, unknownCode } from "../rules/compat/unknown-code.ts";
import type { VerdictContext, VerdictRule } from "../rules/compat/verdict-rule.ts";
import { lookUp } from "../verdict/cell.ts";

/** The rules that check a verdict and need nothing else of an environment. A test proves that none is missing. */
export const VERDICT_RULES: readonly VerdictRule[] = [
  noRow,
  noCell,
  blocked,
  noRelease,
  tierOutOfRange,
  tierUndecided,
  javaFloor,
];

/** A reason for a verdict, in the words of the rule that `check` reports. */
export interface Reason extends Problem {
  readonly rule: string;
  readonly severity: Severity;
}

/** Returns a text from the command line as a YAML scalar, so that rules can check it. Its place has no meaning and is not shown. */
function asked(text: string): Scalar {
  const source = new SourceText("", text);
  return { type: "scalar", text, value: text, style: "plain", span: { source, start: 0, end: text.length }, pointer: "" };
}

/** Returns the reasons for a verdict on an environment, or on a pair of tool and connector release without one. */
export function reasonsFor(verdict: Verdict, shared: SharedModel, today: string): readonly Reason[] {
  const { environment: name, tool, connector, tier } = verdict;
  const context: VerdictContext = {
    environment: { name, tool: asked(tool), connector: asked(connector), tier: { release: asked(tier) } },
    release: shared.releases.get(connector) ?? null,
    shared,
    verdict,
    options: { today },
  };
  const found = VERDICT_RULES.flatMap((rule) =>
    [...rule.check(context)].map(
      (problem): Reason => ({ ...problem, rule: rule.id, severity: problem.severity ?? rule.severity }),
    ),
  );
  return [...unknown(verdict, shared), ...found];
}

/**
 * Returns the reason for a pair whose code is not in the legend of the matrix; none for other pairs. The rule on unknown codes itself
 * checks the whole matrix.
 */
function unknown({ tool, connector }: Verdict, { matrix }: SharedModel): readonly Reason[] {
  const { row, cell, code } = lookUp(matrix, tool, connector);
  if (!matrix || !row || !cell || code) return [];
  const { at, ...problem } = unknownCode(matrix, row, cell, "question");
  const related = at ? [{ message: say`the cell`, place: at }] : [];
  return [{ ...problem, at, related, rule: unknownCodeRule.id, severity: unknownCodeRule.severity }];
}
