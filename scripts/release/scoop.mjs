import { OLDEST } from "./platforms.mjs";

/**
 * Returns the scoop manifest of a release as JSON: both Windows executables, each under the name tierwright.exe. Format: the schema of
 * ScoopInstaller/Scoop (`architecture`, `bin`, `checkver`, `autoupdate`); "#/NAME" renames a download. An update takes each
 * digest from the line of SHA256SUMS that ends with the download's own name; tried with scoop's own updater on PowerShell 7.6.9.
 */
export function scoop({ version, home, description, executables }) {
  const of = (name, url, hash) => [name, { url: `${url}#/tierwright.exe`, ...hash }];
  const each = [
    ["64bit", executables["win-x64"]],
    ["arm64", executables["win-arm64"]],
  ];
  const manifest = {
    version,
    description,
    homepage: home,
    license: "Apache-2.0",
    notes: `tierwright needs ${OLDEST.windows.words}.`,
    architecture: Object.fromEntries(each.map(([name, { url, sha256 }]) => of(name, url, { hash: sha256 }))),
    bin: "tierwright.exe",
    checkver: { github: home },
    autoupdate: {
      architecture: Object.fromEntries(each.map(([name, { url }]) => of(name, url.replace(`/v${version}/`, "/v$version/"), {}))),
      hash: { url: "$baseurl/SHA256SUMS" },
    },
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}
