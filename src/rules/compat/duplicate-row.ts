import type { MatrixRow } from "../../model/matrix.ts";
import { placeOf } from "../../source/tree.ts";
import { toolRowKey } from "../../verdict/tool-row.ts";
import type { RepositoryRule } from "../rule.ts";

export const rule: RepositoryRule = {
  id: "compat/duplicate-row",
  scope: "repository",
  severity: "error",
  title: "two rows of the matrix are the same tool release",
  why:
    "Rows are matched by release, not by spelling: '2024x Refresh3' and '2024xR3' are one row. With two of them it is not certain which code counts; " +
    "until it is mended the code that does not pass counts.",
  remedy: "Keep one row and put all its cells there.",
  clauses: ["C2"],
  fails: {
    file: "releases/matrix.yaml",
    replace: '"2506": A, "2606": P } }\n',
    with: '"2506": A, "2606": P } }\n  - { tool: 2024xR3, java: 17, connectors: { "2706": A } }\n',
  },
  passes: [
    {
      file: "releases/matrix.yaml",
      replace: '"2506": A, "2606": P } }\n',
      with: '"2506": A, "2606": P } }\n  - { tool: 2024x Refresh3 Hot Fix 1, java: 17, connectors: { "2506": A } }\n',
    },
  ],
  *check({ matrix }) {
    const first = new Map<string, MatrixRow>();
    for (const row of matrix?.rows ?? []) {
      const key = toolRowKey(row.tool.text);
      const earlier = first.get(key);
      if (!earlier) {
        first.set(key, row);
        continue;
      }
      const same = earlier.tool.text === row.tool.text;
      yield {
        at: placeOf(row.tool.span),
        pointer: row.tool.pointer,
        message:
          `row '${row.tool.text}' ${same ? "stands twice" : `is the same tool release as row '${earlier.tool.text}'`}: which of the two counts for a pair is not certain; ` +
          "where they disagree the code that does not pass is taken",
        help: `Put the cells of both into one row and remove the other.`,
        related: [{ message: `the first row, '${earlier.tool.text}'`, place: placeOf(earlier.tool.span) }],
      };
    }
  },
};
