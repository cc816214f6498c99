import type { InitRequest } from "../documents.ts";
import { byHand, ghHost, ghToken, setupSteps, runsOn, SHELL } from "./steps.ts";

/** Returns the GitHub workflow that checks the repository as if it were two weeks later and reports the result in one GitHub issue. */
export const ahead = (
  request: InitRequest,
): string => `# Reports two weeks ahead what will end: exceptions of the matrix, and anything else that depends on the date. It keeps one issue: opened, updated,
# closed when nothing ends any more, reopened. There is never a second one.
name: tierwright ahead
on:
  schedule:
    - cron: "17 5 * * 1-5"
${byHand(request)}permissions: {}
concurrency:
  group: tierwright-ahead   # two runs at once could open two issues
  cancel-in-progress: false
${SHELL}jobs:
  ahead:
    name: as of two weeks ahead
    runs-on: ${runsOn(request)}
    timeout-minutes: 15
    permissions:
      contents: read
      issues: write
    steps:
${setupSteps(request)}      - name: Check
        id: check
        run: |
          day=$(date -u -d '+14 days' +%F)
          code=0
          npx --no-install tierwright check --today "$day" --format markdown --most-bytes 60000 > "$RUNNER_TEMP/ahead.md" || code=$?
          cat "$RUNNER_TEMP/ahead.md" >> "$GITHUB_STEP_SUMMARY"
          echo "code=$code" >> "$GITHUB_OUTPUT"
          [ "$code" -le 1 ] # what could not be read is neither clean nor a finding
      - name: Keep one issue
        env:
          ${ghToken(request)}
          CODE: \${{ steps.check.outputs.code }}
        run: |
${ghHost(request)}          issues="repos/$GITHUB_REPOSITORY/issues"
          mark='<!-- tierwright: two weeks ahead -->'
          # listed, not searched: the search finds a new issue only later
          gh api --paginate "$issues?state=all&creator=github-actions%5Bbot%5D&per_page=100" \\
            --jq ".[] | select((has(\\"pull_request\\") | not) and ((.body // \\"\\") | startswith(\\"$mark\\"))) | \\"\\(.number) \\(.state)\\"" \\
            | sort -n > "$RUNNER_TEMP/issues"
          number='' state=''
          read -r number state < "$RUNNER_TEMP/issues" || true
          { echo "$mark"; echo "As of two weeks ahead:"; echo; cat "$RUNNER_TEMP/ahead.md"; } > "$RUNNER_TEMP/issue.md"
          if [ "$CODE" != 0 ] && [ -z "$number" ]; then
            gh api --silent --method POST "$issues" -f title='Within two weeks something ends' -F "body=@$RUNNER_TEMP/issue.md"
          elif [ "$CODE" != 0 ]; then
            gh api --silent --method PATCH "$issues/$number" -f state=open -F "body=@$RUNNER_TEMP/issue.md"
          elif [ "$state" = open ]; then
            gh api --silent --method POST "$issues/$number/comments" -f body='Nothing ends within two weeks any more.'
            gh api --silent --method PATCH "$issues/$number" -f state=closed -f state_reason=completed
          fi
`;
