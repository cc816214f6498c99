import { type Finding, type Verdict, plain } from "../../kernel/index.ts";
import type { Matrix } from "../model/matrix.ts";
import type { SharedModel } from "../model/repository.ts";
import { passes } from "../verdict/cell.ts";
import { exceptionFor, isInForce } from "../verdict/exception.ts";
import { whyNotAcceptable } from "../verdict/exception-use.ts";
import { javaFloor } from "../verdict/java-floor.ts";
import { sourceOf } from "../verdict/matrix-words.ts";
import type { Selection } from "../verdict/selection.ts";
import { reasonsFor } from "./compat-reasons.ts";
import { verdictJson } from "../../report/index.ts";

/** The result of `tierwright compat`, from which its JSON document is made. */
export interface CompatReport {
  readonly shared: SharedModel;
  /** Verdicts on the environments, sorted by name, or the one on the pair of tool and connector release that the command line gives. */
  readonly verdicts: readonly Verdict[];
  /** Environments without a verdict, because their YAML cannot be read. */
  readonly unread: readonly string[];
  /** Findings on the files that a verdict depends on. */
  readonly problems: readonly Finding[];
  /** The row or column of the compatibility matrix that the command line selects; absent if it selects none. */
  readonly selection?: Selection;
  /** Date for which the verdicts are judged (YYYY-MM-DD, UTC). */
  readonly today: string;
}

const codesJson = (matrix: Matrix) =>
  Object.fromEntries(
    [...matrix.codes.values()].map((code) => [
      code.code,
      {
        means: code.means?.text ?? null,
        gate: passes(code) ? ("pass" as const) : ("block" as const),
        acceptable: code.acceptable,
      },
    ]),
  );

const rowsJson = (matrix: Matrix) =>
  matrix.rows.map((row) => ({
    tool: row.tool.text,
    java: row.java?.text ?? null,
    connectors: Object.fromEntries([...row.cells.values()].map((cell) => [cell.connector, cell.code.text])),
  }));

/**
 * Returns the environments for which an exception accepts the tool and connector release of a verdict today. Returns none if the pair has
 * no code or no exception can accept its code.
 */
function acceptedFor({ tool, connector, cell }: Verdict, { shared: { matrix, exceptions }, today }: CompatReport) {
  if (cell === null || whyNotAcceptable(matrix, cell) !== null) return [];
  const names = new Set((exceptions?.exceptions ?? []).flatMap((one) => one.environments.map((name) => name.text)));
  return [...names].flatMap((environment) => {
    const exception = exceptionFor(exceptions, { environment, tool, connector, code: cell });
    if (!exception || !isInForce(exception, today)) return [];
    const { reason, owner, until } = exception;
    return [{ environment, reason: reason.text, owner: owner.text, until: until.text }];
  });
}

/** Returns a verdict and its reasons as data for JSON. `environment` is null if the pair was given on the command line. */
function answerJson(verdict: Verdict, report: CompatReport) {
  const asked = verdict.environment === "";
  return {
    ...verdictJson(verdict),
    environment: asked ? null : verdict.environment,
    ...(asked && { acceptedFor: acceptedFor(verdict, report) }),
    reasons: reasonsFor(verdict, report.shared, report.today).map(({ rule, severity, message, notes, related, help }) => ({
      rule,
      severity,
      message: plain(message),
      notes: (notes ?? []).map(plain),
      related: (related ?? []).map(({ message: words, place: { file, line, column } }) => ({
        message: plain(words),
        file,
        line,
        column,
      })),
      help: help === undefined ? null : plain(help),
    })),
  };
}

/** Returns the document of `compat`, schema tierwright/compat/v1. */
export function compatDocument(report: CompatReport) {
  const { matrix, releases } = report.shared;
  return {
    schema: "tierwright/compat/v1",
    today: report.today,
    source: matrix && sourceOf(matrix),
    codes: matrix ? codesJson(matrix) : {},
    rows: matrix ? rowsJson(matrix) : [],
    releases: [...releases.values()].map((release) => ({
      connector: release.name,
      java: javaFloor(release)?.version ?? null,
      certifiedTiers: release.certifiedTiers.map((tier) => tier.text),
    })),
    verdicts: report.verdicts.map((verdict) => answerJson(verdict, report)),
    unread: report.unread,
    ...(report.selection && { selection: report.selection }),
    problems: report.problems.map(({ rule, severity, message, notes, at }) => ({
      rule,
      severity,
      message: plain(message),
      notes: (notes ?? []).map(plain),
      file: at?.file ?? null,
      line: at?.line ?? null,
      column: at?.column ?? null,
    })),
  };
}

export type CompatDocument = ReturnType<typeof compatDocument>;

/** Returns the verdicts as one line of JSON, for the job matrix of a GitHub workflow: `matrix: ${{ fromJSON(...) }}`. */
export function jobMatrixJson(verdicts: readonly Verdict[]): string {
  const include = verdicts.map(({ environment, tool, connector, tier, matrix, gate }) => ({
    environment,
    tool,
    connector,
    tier,
    matrix,
    gate,
  }));
  return `${JSON.stringify({ include })}\n`;
}
