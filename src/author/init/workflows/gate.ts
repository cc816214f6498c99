import type { InitRequest } from "../documents.ts";
import { byHand, setupSteps, runsOn, SHELL } from "./steps.ts";

/** Returns the GitHub workflow that must pass for every pull request. */
export const gate = (
  request: InitRequest,
): string => `# Required for every change: it must compile, and the matrix must not block it.
name: tierwright
on:
  pull_request:
  merge_group:   # without it a merge queue waits for ever
${request.ghes ? byHand(request) : ""}permissions: {}
concurrency:
  group: tierwright-\${{ github.event.pull_request.number || github.run_id }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
${SHELL}jobs:
  check:
    name: check
    runs-on: ${runsOn(request)}
    timeout-minutes: 15
    permissions:
      contents: read
    steps:
${setupSteps(request)}      - name: Plan the change
        env:
          BASE: \${{ github.event.pull_request.base.sha || github.event.merge_group.base_sha }}
        run: |
          words=(check)   # where there is no base to compare with
          if [ -n "$BASE" ]; then words=(plan "--base=$BASE"); fi
          code=0
          npx --no-install tierwright "\${words[@]}" --format github || code=$?
          npx --no-install tierwright "\${words[@]}" --format markdown >> "$GITHUB_STEP_SUMMARY" || true
          exit "$code"
      - name: It compiles
        run: npx --no-install tierwright compile --out dist --quiet
`;
