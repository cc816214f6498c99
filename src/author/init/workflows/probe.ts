import { ENVIRONMENT, type InitRequest } from "../documents.ts";
import { byHand, OWN_RUNNER, setupSteps, runsOn, SHELL, UPLOAD, uses } from "./steps.ts";

/** Returns the workflow step that uploads the result of `probe`; empty for a self-hosted GitHub server, which may store no artifacts. */
const kept = ({ ghes }: InitRequest): string =>
  ghes
    ? ""
    : `      - name: Keep what was answered
        if: always()
        uses: ${uses(UPLOAD)}
        with:
          name: probe
          path: probe.json
          retention-days: 7   # as long as check uses it
`;

/** Returns the workflow that probes the running tier on working days (docs/probe.md). */
export const probe = (
  request: InitRequest,
): string => `# Probes the running tier on working days, from a runner that reaches it. It does nothing until the variables TIERWRIGHT_PROBE_ENV (${ENVIRONMENT}) and
# TIERWRIGHT_PROBE_USER and the secret TIERWRIGHT_PROBE_PASSWORD are there. Never for a pull request: it could name another address, and would be given the password.
name: tierwright probe
on:
  schedule:
    - cron: "47 5 * * 1-5"
${byHand(request)}permissions: {}
concurrency:
  group: tierwright-probe   # one sign-in at a time
  cancel-in-progress: false
${SHELL}jobs:
  probe:
    name: the tier itself
    # a run that somebody starts by hand could be one of any branch, whose files name the address that the password goes to
    if: vars.TIERWRIGHT_PROBE_ENV != '' && github.ref_name == github.event.repository.default_branch
    runs-on: ${request.ghes ? runsOn(request) : OWN_RUNNER}
    timeout-minutes: 15
    permissions:
      contents: read
    steps:
${setupSteps(request)}      - name: Probe
        env:
          PROBED: \${{ vars.TIERWRIGHT_PROBE_ENV }}
          PROBE_USER: \${{ vars.TIERWRIGHT_PROBE_USER }}
          PROBE_PASSWORD: \${{ secrets.TIERWRIGHT_PROBE_PASSWORD }}
        run: |
          umask 077 # a profile that others may read is refused
          node -p 'JSON.stringify({ user: process.env.PROBE_USER, password: { env: "PROBE_PASSWORD" } })' > "$RUNNER_TEMP/probe.yaml"
          code=0
          npx --no-install tierwright probe "$PROBED" --profile "$RUNNER_TEMP/probe.yaml" --format json > probe.json || code=$?
          npx --no-install tierwright check "$PROBED" --probe probe.json --format markdown >> "$GITHUB_STEP_SUMMARY" || true
          rm -f "$RUNNER_TEMP/probe.yaml"
          exit "$code"
${kept(request)}`;
