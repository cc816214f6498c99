/** Files of a published bundle, by what they are (docs/bundles.md). */
export interface BundleNames {
  readonly name: string;
  readonly zip: string;
  readonly sums: string;
  readonly signature: string;
  readonly sbom: string;
  readonly report: string;
  readonly deploy: string;
  readonly detect: string;
}

/** The names that a bundle of an environment and its sidecars have in the folder they are published in. */
export function bundleNames(environment: string, connector: string, settings: boolean): BundleNames {
  const name = `${environment}-${settings ? "settings" : connector}`;
  return {
    name,
    zip: `${name}.zip`,
    sums: `${name}.zip.sha256`,
    signature: `${name}.zip.sig`,
    sbom: `${name}.cdx.json`,
    report: `${name}.report.md`,
    deploy: "deploy.ps1",
    // a settings bundle beside the swap bundle must not take its detection away
    detect: `detect-${environment}${settings ? "-settings" : ""}.ps1`,
  };
}

/** Lines that `sha256sum -c` reads: binary mode, so that Windows' tools agree. */
export function sumsBytes(files: readonly { readonly name: string; readonly sha256: string }[]): Buffer {
  return Buffer.from(files.map(({ name, sha256 }) => `${sha256} *${name}\n`).join(""), "utf8");
}
