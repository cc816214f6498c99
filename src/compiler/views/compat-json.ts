import { type Verdict, plain } from "../../kernel/index.ts";
import type { Matrix } from "../model/matrix.ts";
import { passes } from "../verdict/cell.ts";
import { javaFloor } from "../verdict/java-floor.ts";
import type { CompatReport } from "./compat.ts";
import { reasonsFor } from "./compat-reasons.ts";
import { jsonDocument, verdictJson } from "../../report/index.ts";

function sourceJson({ path, source }: Matrix) {
  return {
    file: path,
    title: source.title?.text ?? null,
    revision: source.revision?.text ?? null,
    date: source.date?.text ?? null,
  };
}

const codesJson = (matrix: Matrix) =>
  Object.fromEntries(
    [...matrix.codes.values()].map((code) => [
      code.code,
      { means: code.means?.text ?? null, gate: passes(code) ? "pass" : "block", acceptable: code.acceptable },
    ]),
  );

const rowsJson = (matrix: Matrix) =>
  matrix.rows.map((row) => ({
    tool: row.tool.text,
    java: row.java?.text ?? null,
    connectors: Object.fromEntries([...row.cells.values()].map((cell) => [cell.connector, cell.code.text])),
  }));

/** Returns a verdict with its reasons. `environment` is null if the pair was given on the command line. */
function answerJson(verdict: Verdict, { shared, today }: CompatReport) {
  return {
    ...verdictJson(verdict),
    environment: verdict.environment === "" ? null : verdict.environment,
    reasons: reasonsFor(verdict, shared, today).map(({ rule, severity, message, notes, help }) => ({
      rule,
      severity,
      message: plain(message),
      notes: (notes ?? []).map(plain),
      help: help === undefined ? null : plain(help),
    })),
  };
}

/** Returns the document of `compat --format json`, schema tierwright/compat/v1. */
export function compatJson(report: CompatReport): string {
  const { matrix, releases } = report.shared;
  const document = {
    schema: "tierwright/compat/v1",
    source: matrix && sourceJson(matrix),
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
  return jsonDocument(document);
}

/** Returns one line for a GitHub job matrix: `matrix: ${{ fromJSON(...) }}`. */
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
