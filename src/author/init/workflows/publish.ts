import { ENVIRONMENT, type InitRequest } from "../documents.ts";
import { ATTEST, DOWNLOAD, ghHost, ghToken, OWN_RUNNER, setupSteps, runsOn, SHELL, UPLOAD, uses } from "./steps.ts";

/** Steps that build the bundle twice and compare: equal bytes show that the build is reproducible. */
const BUILT = `      - name: Build it twice, and compare
        env:
          TAG: \${{ github.ref_name }}
        run: |
          name="\${TAG%/*}"
          npx --no-install tierwright bundle --settings --out out -- "$name"
          npx --no-install tierwright bundle --settings --out again -- "$name"
          diff -r out again
`;

const release = (request: InitRequest): string => `      - name: Release
        env:
          ${ghToken(request)}
          GH_REPO: \${{ github.repository }}
          TAG: \${{ github.ref_name }}
        run: |
${ghHost(request)}          gh release create "$TAG" out/* --title "$TAG" --notes-file "$(find out -name '*.report.md')" --verify-tag
`;

/** Returns jobs with attestation by GitHub: the job that runs package code cannot write, and the job that can write runs no package code. */
const hosted = (request: InitRequest): string => `  bundle:
    name: built twice
    runs-on: ${runsOn(request)}
    timeout-minutes: 30
    permissions:
      contents: read
    steps:
${setupSteps(request)}${BUILT}      - uses: ${uses(UPLOAD)}
        with:
          name: bundle
          path: out/
          if-no-files-found: error
          retention-days: 5
  release:
    name: attested and released
    needs: bundle
    runs-on: ${runsOn(request)}
    timeout-minutes: 10
    permissions:
      contents: write       # makes the release
      id-token: write       # names this workflow in the attestation
      attestations: write
    steps:
      - uses: ${uses(DOWNLOAD)}
        with:
          name: bundle
          path: out
      - uses: ${uses(ATTEST)}
        with:
          subject-path: out/*.zip
${release(request)}`;

/** Returns the job for a self-hosted server, which has no attestations and possibly no artifacts. */
const own = (request: InitRequest): string => `  bundle:
    name: bundle
    runs-on: ${OWN_RUNNER}
    timeout-minutes: 30
    permissions:
      contents: write       # makes the release
    steps:
${setupSteps(request)}${BUILT}${release(request)}`;

/** Returns the workflow that publishes an environment's bundle when a tag is pushed. */
export const publish = (
  request: InitRequest,
): string => `# A tag ENVIRONMENT/NUMBER (${ENVIRONMENT}/1) publishes the settings bundle of that environment. Without --settings it is the whole swap bundle, which needs the kit.
name: tierwright publish
on:
  push:
    tags: ["*/*"]
permissions: {}
concurrency:
  group: publish-\${{ github.ref }}
  cancel-in-progress: false
${SHELL}jobs:
${request.ghes ? own(request) : hosted(request)}`;
