import { ENVIRONMENT, type InitRequest } from "../documents.ts";
import { ATTEST, DOWNLOAD, ghHost, ghToken, OWN_RUNNER, prepared, runsOn, SHELL, UPLOAD, uses } from "./steps.ts";

/** Bytes that are built twice and are the same are not an accident of the runner. */
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

/** Attested by GitHub: what runs code of packages may not write, what may write runs none. */
const hosted = (request: InitRequest): string => `  bundle:
    name: built twice
    runs-on: ${runsOn(request)}
    timeout-minutes: 30
    permissions:
      contents: read
    steps:
${prepared(request)}${BUILT}      - uses: ${uses(UPLOAD)}
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

/** A server of one's own has no attestations, and perhaps no artifacts. */
const own = (request: InitRequest): string => `  bundle:
    name: bundle
    runs-on: ${OWN_RUNNER}
    timeout-minutes: 30
    permissions:
      contents: write       # makes the release
    steps:
${prepared(request)}${BUILT}${release(request)}`;

/** A tag publishes an environment's bundle. */
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
