import type { InitRequest } from "../documents.ts";

/** A GitHub action pinned to a commit. A tag can be moved to other code, a commit cannot. */
interface Action {
  readonly name: string;
  readonly commit: string;
  readonly version: string;
}

export const CHECKOUT: Action = {
  name: "actions/checkout",
  commit: "3d3c42e5aac5ba805825da76410c181273ba90b1",
  version: "v7.0.1",
};
const NODE: Action = { name: "actions/setup-node", commit: "820762786026740c76f36085b0efc47a31fe5020", version: "v7.0.0" };
export const UPLOAD: Action = {
  name: "actions/upload-artifact",
  commit: "bbbca2ddaa5d8feaa63e36b76fdaad77386f024f",
  version: "v7.0.0",
};
export const DOWNLOAD: Action = {
  name: "actions/download-artifact",
  commit: "3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c",
  version: "v8.0.1",
};
export const ATTEST: Action = { name: "actions/attest", commit: "1e69f48acb82d1966a394da916b4c1698aa569d6", version: "v4.2.2" };

export const uses = ({ name, commit, version }: Action): string => `${name}@${commit} # ${version}`;

/** Labels of the GitHub runner on a self-hosted server: from the input of a manual run, else from a GitHub variable, else a default. */
const RUNNER = '${{ fromJSON(inputs.runner || vars.TIERWRIGHT_RUNNER || \'["self-hosted", "linux"]\') }}';

/** Labels of the self-hosted GitHub runner, which reaches servers that no hosted runner can reach. */
export const OWN_RUNNER = '${{ fromJSON(vars.TIERWRIGHT_RUNNER || \'["self-hosted", "linux"]\') }}';

export const runsOn = ({ ghes }: InitRequest): string => (ghes ? RUNNER : "ubuntu-latest");

/** Returns the workflow trigger for manual runs; on a self-hosted server it has the labels of the GitHub runner as an input. */
export const byHand = ({ ghes }: InitRequest): string =>
  ghes
    ? `  workflow_dispatch:
    inputs:
      runner:
        description: labels of the runner, as JSON
        required: false
        type: string
`
    : "  workflow_dispatch:\n";

/** Shell settings with which every script stops at the first failing command, also inside a pipe. */
export const SHELL = `defaults:
  run:
    shell: bash
`;

/**
 * Returns the steps that check out the repository and install tierwright. An action installs Node, except on a self-hosted GitHub server,
 * whose runners must have it.
 */
export const setupSteps = ({ ghes }: InitRequest): string => `      - uses: ${uses(CHECKOUT)}
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

/** Returns the variable with the token for `gh`, which has another name on a self-hosted server (docs/offline.md). */
export const ghToken = ({ ghes }: InitRequest): string => `${ghes ? "GH_ENTERPRISE_TOKEN" : "GH_TOKEN"}: \${{ github.token }}`;

/** Returns the shell line that sets the server of the `gh` command; empty for github.com. */
export const ghHost = ({ ghes }: InitRequest): string =>
  ghes ? `          export GH_HOST="\${GITHUB_SERVER_URL#https://}"\n` : "";
