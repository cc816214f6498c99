import type { Example } from "../../../kernel/index.ts";

/** Returns an example that gives the tool and connector release of the example repository another matrix code than A. */
export function pairWithCode(code: string): Example {
  return { file: "releases/matrix.yaml", replace: '"2506": A, "2606": P', with: `"2506": ${code}, "2606": P` };
}

export interface ExceptionExample {
  /** Code in the example's matrix for its tool and connector release; if absent, the code that the exception names (`verdict`). */
  readonly cell?: string;
  readonly verdict?: string;
  readonly tool?: string;
  readonly until?: string;
  readonly owner?: string;
  readonly today?: string;
}

/** Returns an example whose tool and connector release have the code P and one exception, unless `change` has other values. */
export function withException(change: ExceptionExample): Example {
  const {
    verdict = "P",
    cell = verdict,
    tool = "2024x Refresh3",
    until = "2036-12-31",
    owner = "plm-team",
    today = "2036-06-30",
  } = change;
  return {
    file: "releases/exceptions.yaml",
    with: `apiVersion: tierwright/v1
kind: Exceptions
exceptions:
  - { tool: ${tool}, connector: "2506", verdict: ${verdict}, environments: [demo], reason: trial, owner: ${owner}, until: ${until} }
`,
    also: [pairWithCode(cell)],
    options: { today },
  };
}
