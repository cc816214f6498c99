import { ENVIRONMENT, type InitRequest } from "./documents.ts";

/** An action at one commit. A tag can be moved to other code, a commit cannot. */
interface Action {
  readonly name: string;
  readonly commit: string;
  readonly version: string;
}

const CHECKOUT: Action = { name: "actions/checkout", commit: "3d3c42e5aac5ba805825da76410c181273ba90b1", version: "v7.0.1" };
const NODE: Action = { name: "actions/setup-node", commit: "820762786026740c76f36085b0efc47a31fe5020", version: "v7.0.0" };
const ATTEST: Action = {
  name: "actions/attest-build-provenance",
  commit: "a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32",
  version: "v4.1.0",
};

const uses = ({ name, commit, version }: Action): string => `${name}@${commit} # ${version}`;

/** On a server of one's own the labels of its runners differ: a variable of the organization says them, or whoever starts the workflow. */
const RUNNER = '${{ fromJSON(inputs.runner || vars.TIERWRIGHT_RUNNER || \'["self-hosted", "linux"]\') }}';

const runsOn = ({ ghes }: InitRequest): string => (ghes ? RUNNER : "ubuntu-latest");

/** Labels of the runner as an input of a run that is started by hand. */
const byHand = ({ ghes }: InitRequest): string =>
  ghes
    ? `  workflow_dispatch:
    inputs:
      runner:
        description: labels of the runner, as JSON
        required: false
        type: string
`
    : "  workflow_dispatch:\n";

/** The repository and the tool. Hosted runners bring Node by an action; a server's own runners have it. */
const prepared = ({ ghes }: InitRequest): string => `      - uses: ${uses(CHECKOUT)}
        with:
          fetch-depth: 0
          persist-credentials: false
${
  ghes
    ? `      - name: Node is on the runner
        run: node --version
`
    : `      - uses: ${uses(NODE)}
        with:
          node-version: "24"
          package-manager-cache: false
`
}      - run: npm ci --ignore-scripts
`;

const check = (
  request: InitRequest,
): string => `# Required for every change: nothing is merged that would not compile, or that the matrix blocks.
name: tierwright
on:
  pull_request:
  merge_group:   # without it a merge queue waits for ever
${request.ghes ? byHand(request) : ""}permissions: {}
concurrency:
  group: tierwright-\${{ github.event.pull_request.number || github.run_id }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
jobs:
  check:
    name: check
    runs-on: ${runsOn(request)}
    timeout-minutes: 15
    permissions:
      contents: read
    steps:
${prepared(request)}      - run: npx tierwright check --format github
      - run: npx tierwright compile --out dist --quiet
      - name: Summary
        if: always()
        run: npx tierwright check --format markdown >> "$GITHUB_STEP_SUMMARY" || true
`;

const scheduled = (request: InitRequest): string => `# Says two weeks ahead what will end: exceptions of the matrix.
name: tierwright ahead
on:
  schedule:
    - cron: "17 5 * * 1-5"
${byHand(request)}permissions: {}
jobs:
  ahead:
    name: check as of two weeks ahead
    runs-on: ${runsOn(request)}
    timeout-minutes: 15
    permissions:
      contents: read
    steps:
${prepared(request)}      - name: Check
        run: npx tierwright check --today "$(date -u -d '+14 days' +%F)" --format github
`;

/** Bytes that are built twice and are the same are not an accident of the runner. */
const built = `      - name: Build it twice, and compare
        env:
          TAG: \${{ github.ref_name }}
        run: |
          name="\${TAG%/*}"
          npx tierwright bundle "$name" --settings --out out
          npx tierwright bundle "$name" --settings --out again
          diff -r out again
`;

const publish = (
  request: InitRequest,
): string => `# A tag ENVIRONMENT/NUMBER (${ENVIRONMENT}/1) publishes the settings bundle of that environment. Without --settings it is the whole swap bundle, which needs the kit.
name: tierwright publish
on:
  push:
    tags: ["*/*"]
permissions: {}
concurrency:
  group: publish-\${{ github.ref }}
jobs:
  bundle:
    name: bundle
    runs-on: ${request.ghes ? '${{ fromJSON(vars.TIERWRIGHT_RUNNER || \'["self-hosted", "linux"]\') }}' : runsOn(request)}
    timeout-minutes: 30
    permissions:
      contents: write       # makes the release
${request.ghes ? "" : "      id-token: write       # names this workflow in the attestation\n      attestations: write\n"}    steps:
${prepared(request)}${built}${
  request.ghes
    ? ""
    : `      - uses: ${uses(ATTEST)}
        with:
          subject-path: out/*.zip
`
}      - name: Release
        env:
          GH_TOKEN: \${{ github.token }}
          TAG: \${{ github.ref_name }}
        run: gh release create "$TAG" out/* --title "$TAG" --notes-file "$(find out -name '*.report.md')" --verify-tag
`;

/** Names below .github/workflows/ with their text. */
export const workflows = (request: InitRequest): Readonly<Record<string, string>> => ({
  "tierwright.yml": check(request),
  "tierwright-ahead.yml": scheduled(request),
  "tierwright-publish.yml": publish(request),
});

/** What a server without internet has to hold a copy of, one a line. */
export function actionsToMirror(): string {
  const lines = [CHECKOUT].map(({ name, commit, version }) => `${name} ${commit} ${version}`);
  return `# Actions that the workflows use, each with its commit: mirror them (actions-sync) where the server has no GitHub Connect.\n${lines.join("\n")}\n`;
}
