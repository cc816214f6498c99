/** File names of a published bundle by kind (docs/bundles.md). */
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
    // a settings bundle and a swap bundle are in one folder, so their detection scripts need different names
    detect: `detect-${environment}${settings ? "-settings" : ""}.ps1`,
  };
}

/** Returns the text of a checksum file for `sha256sum -c`, with the mark of binary mode (`*`) so that Windows tools agree. */
export function sumsBytes(files: readonly { readonly name: string; readonly sha256: string }[]): Buffer {
  return Buffer.from(files.map(({ name, sha256 }) => `${sha256} *${name}\n`).join(""), "utf8");
}

/** Returns a serial as text, with the UTC time if the number can be a time of the years 2001 to 9999: `serial 1795271701 (2026-11-21 14:35 UTC)`. */
export const serialText = (serial: number): string =>
  serial < 1_000_000_000 || serial > 253_402_300_799
    ? `serial ${serial}`
    : `serial ${serial} (${new Date(serial * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC)`;
