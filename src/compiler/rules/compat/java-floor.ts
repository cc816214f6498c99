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
import { javaFloor, javaGap } from "../../verdict/java-floor.ts";
import { aboutPair, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

function* check(env: VerdictContext): Iterable<Problem> {
  const { tool, connector } = env.environment;
  const { row, cell, code } = lookUp(env.shared.matrix, tool.text, connector.text);
  const floor = env.release && javaFloor(env.release);
  const gap = row && javaGap(env.release, row);
  if (!row?.java || !floor || !gap) return;
  const { shipped } = gap;
  const explains = cell !== null && code !== null && !passes(code);
  const accepted = env.verdict.exception?.expired === false;
  const above = floor.evidence.filter((one) => one.version > shipped);
  const { matrix } = env.shared;
  const args: Args = {
    pair: [tool.text, connector.text],
    floor: floor.version,
    shipped,
    says: above.map((one) => one.words),
    row: row.tool.text,
    code: explains ? code : null,
    accepted,
  };
  yield javaFloorRule.at(placeOf(connector.span), args, {
    ...(matrix && !explains ? { needs: cellOf(matrix, row, connector.text) } : {}),
    pointer: connector.pointer,
    about: aboutPair(env),
    severity: explains && !accepted ? "info" : "warning",
    related: [
      { message: say`the tool ships Java ${shipped}`, place: placeOf(row.java.span) },
      ...above.map((one) => ({ message: say`the connector needs Java ${one.version}`, place: placeOf(one.span) })),
    ],
  });
}

interface Args {
  readonly pair: readonly [tool: string, connector: string];
  /** Lowest Java release that the connector needs (`floor`), and the Java release that the tool ships. */
  readonly floor: number;
  readonly shipped: number;
  /** Evidence that the connector needs the Java release `floor`, in words. */
  readonly says: readonly Text[];
  readonly row: string;
  /** The matrix code of the pair of tool and connector release; null if the pair passes. */
  readonly code: MatrixCode | null;
  /** True if an exception that has not expired accepts the code. */
  readonly accepted: boolean;
}

/** Returns the consequence of the two Java releases and the instruction for the user. */
function consequence({ pair, floor, shipped, row, code, accepted }: Args): { readonly note: Text; readonly help: Text } {
  const words = code && codeText(code.code, code.means?.text);
  const unloaded = say`the tool always runs its bundled runtime, so the connector's classes would not load`;
  if (words && accepted)
    return {
      note: say`an exception accepts the code ${words}, not a class version: ${unloaded}`,
      help: say`move the environment to a tool that ships Java ${floor} or to a connector for Java ${shipped}; if the matrix (row ${quotedName(row)}) or the kit's value is wrong, correct \`java\` there. JRE_HOME has no effect`,
    };
  if (words)
    return {
      note: say`this is a reason to block ${pairText(...pair)}, which is ${words}`,
      help: say`nothing to fix while the matrix blocks the pair; an exception would not make the classes load. JRE_HOME has no effect`,
    };
  return {
    note: unloaded,
    help: say`compare both values with the kit and the matrix (row ${quotedName(row)}): one of them is likely wrong. JRE_HOME has no effect`,
  };
}

const javaFloorRule = defineDiagnostic({
  id: "compat/java-floor",
  severity: "warning",
  title: "the connector needs a newer Java than the tool ships",
  why: "The tool always runs its bundled Java, whatever JRE_HOME says. A jar built for a newer Java does not load there (class version 65 is Java 21, 61 is Java 17). Where the matrix blocks the pair, this is the likely reason, and information. Where it passes, one value is wrong; an accepted code loads no class.",
  remedy: "Wait for a tool release with that Java, or correct the wrong `java`.",
  clauses: ["C5"],
  message: (found: Args) => {
    const { pair, floor, shipped, says } = found;
    const { note, help } = consequence(found);
    return {
      message: say`connector ${name(pair[1])} needs Java ${floor} and ${name(pair[0])} ships Java ${shipped}`,
      notes: [listTexts(says), note],
      help,
    };
  },
  fails: { file: "releases/2506/release.yaml", replace: "java: 17", with: "java: 21" },
  passes: [
    { file: "releases/matrix.yaml", replace: "tool: 2024x Refresh3, java: 17", with: "tool: 2024x Refresh3, java: 21" },
    { file: "releases/2506/release.yaml", replace: "java: 17\n", with: "" },
  ],
});

export const rule: VerdictRule = { ...javaFloorRule, scope: "environment", check };
