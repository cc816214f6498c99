import {
  type Problem,
  type Text,
  codeText,
  defineDiagnostic,
  listTexts,
  name,
  pairText,
  placeOf,
  quotedName,
  say,
} from "../../../kernel/index.ts";
import { cellOf } from "./needs.ts";
import type { MatrixCode } from "../../model/matrix.ts";
import { lookUp, passes } from "../../verdict/cell.ts";
import { javaFeature, javaFloor } from "../../verdict/java-floor.ts";
import { aboutPair, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

function* check(env: VerdictContext): Iterable<Problem> {
  const { tool, connector } = env.environment;
  const { row, cell, code } = lookUp(env.shared.matrix, tool.text, connector.text);
  const floor = env.release && javaFloor(env.release);
  const shipped = row?.java ? javaFeature(row.java.text) : null;
  if (!row?.java || !floor || shipped === null || floor.version <= shipped) return;
  const explains = cell !== null && code !== null && !passes(code);
  const above = floor.evidence.filter((one) => one.version > shipped);
  const { matrix } = env.shared;
  const args: Args = {
    pair: [tool.text, connector.text],
    floor: floor.version,
    shipped,
    says: above.map((one) => one.words),
    row: row.tool.text,
    blocking: explains ? code : null,
  };
  yield javaFloorRule.at(placeOf(connector.span), args, {
    ...(matrix && !explains ? { needs: cellOf(matrix, row, connector.text) } : {}),
    pointer: connector.pointer,
    about: aboutPair(env),
    severity: explains ? "info" : "warning",
    related: [
      { message: say`the tool ships Java ${shipped}`, place: placeOf(row.java.span) },
      ...above.map((one) => ({ message: say`the connector needs Java ${one.version}`, place: placeOf(one.span) })),
    ],
  });
}

interface Args {
  readonly pair: readonly [tool: string, connector: string];
  /** Java release that the connector needs (`floor`), and the one that the tool ships. */
  readonly floor: number;
  readonly shipped: number;
  /** Evidence that the connector needs that Java release, in words. */
  readonly says: readonly Text[];
  readonly row: string;
  /**
   * The matrix code that blocks the pair of tool and connector release, most likely because of the Java release; null if the pair passes.
   */
  readonly blocking: MatrixCode | null;
}

const javaFloorRule = defineDiagnostic({
  id: "compat/java-floor",
  severity: "warning",
  title: "the connector needs a newer Java than the tool ships",
  why: "The tool always runs its bundled Java, whatever JRE_HOME says. A jar built for a newer Java does not load there (class version 65 is Java 21, 61 is Java 17). Where the matrix does not pass the pair, this is the likely reason and the finding is information; where it passes, one of the two values is wrong.",
  remedy: "Wait for a tool release with that Java, or correct the wrong `java`.",
  clauses: ["C5"],
  message: ({ pair, floor, shipped, says, row, blocking }: Args) => ({
    message: say`connector ${name(pair[1])} needs Java ${floor} and ${name(pair[0])} ships Java ${shipped}`,
    notes: [
      listTexts(says),
      blocking
        ? say`this explains why ${pairText(...pair)} is ${codeText(blocking.code, blocking.means?.text)}`
        : say`the tool always runs its bundled runtime, so the connector's classes would not load`,
    ],
    help: blocking
      ? say`nothing to fix here: the matrix code applies. The tool uses its bundled runtime; JRE_HOME has no effect`
      : say`compare both values with the kit and the matrix (row ${quotedName(row)}): one of them is likely wrong. JRE_HOME has no effect`,
  }),
  fails: { file: "releases/2506/release.yaml", replace: "java: 17", with: "java: 21" },
  passes: [
    { file: "releases/matrix.yaml", replace: "tool: 2024x Refresh3, java: 17", with: "tool: 2024x Refresh3, java: 21" },
    { file: "releases/2506/release.yaml", replace: "java: 17\n", with: "" },
  ],
});

export const rule: VerdictRule = { ...javaFloorRule, scope: "environment", check };
