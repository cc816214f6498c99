import { cellOf } from "./needs.ts";
import { placeOf } from "../../source/tree.ts";
import { lookUp, passes } from "../../verdict/cell.ts";
import { javaFeature, javaFloor } from "../../verdict/java-floor.ts";
import { codeWords, listWords, pairWords } from "../../verdict/words.ts";
import type { VerdictRule } from "./verdict-rule.ts";

export const rule: VerdictRule = {
  id: "compat/java-floor",
  scope: "environment",
  severity: "warning",
  title: "the connector needs a newer Java than the one that the tool ships",
  why:
    "The tool always runs its bundled runtime, whatever JRE_HOME says. A jar built for a newer Java does not load there (class version 65 is Java 21, 61 is Java 17). " +
    "Where the matrix does not pass the pair this is the likely reason, and the finding is information; where it passes, one of the two statements is wrong.",
  remedy:
    "Wait for a tool release that ships the Java the connector needs, or correct the `java` that is stated wrongly. Setting JRE_HOME does not help.",
  clauses: ["C5"],
  fails: { file: "releases/2506/release.yaml", replace: "java: 17", with: "java: 21" },
  passes: [
    { file: "releases/matrix.yaml", replace: "tool: 2024x Refresh3, java: 17", with: "tool: 2024x Refresh3, java: 21" },
    { file: "releases/2506/release.yaml", replace: "java: 17\n", with: "" },
  ],
  *check(env) {
    const { tool, connector } = env.environment;
    const { row, cell, code } = lookUp(env.shared.matrix, tool.text, connector.text);
    const floor = env.release && javaFloor(env.release);
    const shipped = row?.java ? javaFeature(row.java.text) : null;
    if (!row?.java || !floor || shipped === null || floor.version <= shipped) return;
    const explains = cell !== null && code !== null && !passes(code);
    const above = floor.evidence.filter((one) => one.version > shipped);
    const pair = pairWords(tool.text, connector.text);
    const { matrix } = env.shared;
    yield {
      ...(matrix && !explains ? { needs: cellOf(matrix, row, connector.text) } : {}),
      at: placeOf(connector.span),
      pointer: connector.pointer,
      severity: explains ? "info" : "warning",
      message:
        `connector ${connector.text} needs Java ${floor.version} and ${tool.text} ships Java ${shipped} (${listWords(above.map((one) => one.words))})` +
        (explains
          ? `: this explains why ${pair} is ${codeWords(code.code, code.means?.text ?? null)}`
          : ": the tool always runs its bundled runtime, so the connector's classes would not load"),
      help: explains
        ? "Nothing to mend here: the code of the matrix stands. The tool's bundled runtime counts; JRE_HOME changes nothing."
        : `Check the statement against the kit and the matrix (row '${row.tool.text}'): one of the two is likely wrong. JRE_HOME changes nothing.`,
      related: [
        { message: `the tool ships Java ${shipped}`, place: placeOf(row.java.span) },
        ...above.map((one) => ({ message: `the connector needs Java ${one.version}`, place: placeOf(one.span) })),
      ],
    };
  },
};
