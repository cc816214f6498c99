/** The file names of a published bundle and of the files next to it, such as its checksums and signature (docs/bundles.md). */
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

/** Returns the file names of an environment's bundle and of the files that are published next to it. */
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
    // an environment's settings bundle and swap bundle can be in one folder, so their detection scripts need different names
    detect: `detect-${environment}${settings ? "-settings" : ""}.ps1`,
  };
}

/** Returns the text of a checksum file for `sha256sum -c`. The mark `*` (binary mode) stops Windows programs from converting line ends. */
export function sumsBytes(files: readonly { readonly name: string; readonly sha256: string }[]): Buffer {
  return Buffer.from(files.map(({ name, sha256 }) => `${sha256} *${name}\n`).join(""), "utf8");
}

/** Returns a bundle's serial as text: `serial 1795271701 (2026-11-21 14:35 UTC)`, without a time if it is not of the years 2001 to 9999. */
export const serialText = (serial: number): string =>
  serial < 1_000_000_000 || serial > 253_402_300_799
    ? `serial ${serial}`
    : `serial ${serial} (${new Date(serial * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC)`;
