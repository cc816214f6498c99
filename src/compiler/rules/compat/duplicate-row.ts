import { type Problem, defineDiagnostic, placeOf, quotedName, say } from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { MatrixRow } from "../../model/matrix.ts";
import { toolRowKey } from "../../verdict/tool-row.ts";
import type { RepositoryRule } from "../rule.ts";

function* check({ matrix }: RepositoryView): Iterable<Problem & { environment?: string }> {
  const first = new Map<string, MatrixRow>();
  for (const row of matrix?.rows ?? []) {
    const key = toolRowKey(row.tool.text);
    const earlier = first.get(key);
    if (!earlier) {
      first.set(key, row);
      continue;
    }
    yield duplicateRow.at(
      placeOf(row.tool.span),
      { row: row.tool.text, first: earlier.tool.text },
      {
        pointer: row.tool.pointer,
        related: [{ message: say`the first row, ${quotedName(earlier.tool.text)}`, place: placeOf(earlier.tool.span) }],
      },
    );
  }
}

const duplicateRow = defineDiagnostic({
  id: "compat/duplicate-row",
  severity: "error",
  title: "two rows of the matrix are the same tool release",
  why: "'2024x Refresh3' and '2024xR3' are one row. Rows are matched by release, not by spelling. With two rows it is ambiguous which code applies; until it is fixed, the code that does not pass is used.",
  remedy: "Keep one row with all its cells.",
  clauses: ["C2"],
  message: ({ row, first }: { readonly row: string; readonly first: string }) => ({
    message:
      row === first
        ? say`row ${quotedName(row)} appears twice`
        : say`row ${quotedName(row)} is the same tool release as row ${quotedName(first)}`,
    notes: [say`it is ambiguous which row applies; where they disagree, the code that does not pass is used`],
    help: say`put the cells of both into one row and remove the other`,
  }),
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
});

export const rule: RepositoryRule = { ...duplicateRow, scope: "repository", check };
