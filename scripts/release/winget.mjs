import { stringify } from "yaml";
import { OLDEST, PLATFORMS } from "./platforms.mjs";

/** The version of winget's manifest format (microsoft/winget-cli, schemas/JSON/manifests). */
const FORMAT = "1.10.0";
const ID = "Tierwright.Tierwright";

const page = (kind, content) =>
  `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.${FORMAT}.schema.json\n${stringify(
    { PackageIdentifier: ID, ...content, ManifestType: kind, ManifestVersion: FORMAT },
    { lineWidth: 0 },
  )}`;

/** Returns the three winget manifests of a release (path -> YAML): the executables are portable, and winget makes the command tierwright. */
export function winget({ version, home, description, executables }) {
  const installers = PLATFORMS.filter((platform) => platform.winget).map((platform) => ({
    Architecture: platform.winget,
    InstallerUrl: executables[platform.name].url,
    InstallerSha256: executables[platform.name].sha256.toUpperCase(),
  }));
  const folder = `winget/manifests/t/Tierwright/Tierwright/${version}`;
  return {
    [`${folder}/${ID}.yaml`]: page("version", { PackageVersion: version, DefaultLocale: "en-US" }),
    [`${folder}/${ID}.installer.yaml`]: page("installer", {
      PackageVersion: version,
      MinimumOSVersion: OLDEST.windows.winget,
      InstallerType: "portable",
      Commands: ["tierwright"],
      Installers: installers,
    }),
    [`${folder}/${ID}.locale.en-US.yaml`]: page("defaultLocale", {
      PackageVersion: version,
      PackageLocale: "en-US",
      Publisher: "Tierwright",
      PublisherUrl: home,
      PackageName: "Tierwright",
      PackageUrl: home,
      License: "Apache-2.0",
      ShortDescription: description,
    }),
  };
}
