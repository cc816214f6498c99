import { ENVIRONMENT, type InitRequest } from "../documents.ts";
import { ATTEST, DOWNLOAD, ghHost, ghToken, OWN_RUNNER, setupSteps, runsOn, SHELL, UPLOAD, uses } from "./steps.ts";

/** Steps that build the bundle twice and compare the bytes, which shows that the build is reproducible. */
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

/**
 * The job that signs scripts (Authenticode) if the repository has a certificate; without one it changes nothing. A signature changes a
 * script's bytes, so each published digest of the script is replaced, too.
 */
const SIGNED = `  sign:
    name: scripts signed
    needs: bundle
    runs-on: windows-latest
    timeout-minutes: 10
    permissions: {}
    steps:
      - uses: ${uses(DOWNLOAD)}
        with:
          name: bundle
          path: out
      - name: Sign the scripts where a certificate is given
        id: sign
        shell: pwsh
        env:
          CERTIFICATE: \${{ secrets.CODE_SIGNING_PFX }}        # the PFX file in base64; without it nothing is signed
          PASSWORD: \${{ secrets.CODE_SIGNING_PASSWORD }}
          TIMESTAMP: \${{ vars.TIMESTAMP_SERVER }}             # keeps the signature valid after the certificate ends
        run: |
          $ErrorActionPreference = 'Stop'
          if (-not $env:CERTIFICATE) { Write-Host 'No CODE_SIGNING_PFX: the scripts are not signed.'; exit 0 }
          $bytes = [Convert]::FromBase64String($env:CERTIFICATE)
          $certificate = [System.Security.Cryptography.X509Certificates.X509Certificate2]::new($bytes, $env:PASSWORD)
          $how = @{ Certificate = $certificate; HashAlgorithm = 'SHA256' }
          if ($env:TIMESTAMP) { $how.TimestampServer = $env:TIMESTAMP }
          foreach ($script in Get-ChildItem out -Filter *.ps1) {
            $before = (Get-FileHash -LiteralPath $script.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
            [void](Set-AuthenticodeSignature -LiteralPath $script.FullName @how)
            $signer = (Get-AuthenticodeSignature -LiteralPath $script.FullName).SignerCertificate
            if (-not $signer -or $signer.Thumbprint -cne $certificate.Thumbprint) { throw "$($script.Name) was not signed" }
            $after = (Get-FileHash -LiteralPath $script.FullName -Algorithm SHA256).Hash.ToLowerInvariant()
            foreach ($file in Get-ChildItem out | Where-Object Name -Match '\\.(sha256|report\\.md)$') {
              $text = [System.IO.File]::ReadAllText($file.FullName)
              [System.IO.File]::WriteAllText($file.FullName, $text.Replace($before, $after))
            }
          }
          'signed=true' >> $env:GITHUB_OUTPUT
      - if: steps.sign.outputs.signed == 'true'
        uses: ${uses(UPLOAD)}
        with:
          name: bundle
          path: out/
          overwrite: true
          if-no-files-found: error
          retention-days: 5
`;

/** Returns jobs with GitHub's attestation. The job that runs code of npm packages cannot write; the one that can write runs none. */
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
${SIGNED}  release:
    name: attested and released
    needs: sign
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

/** Returns the job for a self-hosted GitHub server, which has no attestations and possibly no storage for workflow artifacts. */
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
