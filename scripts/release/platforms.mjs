/**
 * The platforms that a release has an executable for. `runner` is the machine of the publish workflow that makes and tries it, `debian` the
 * architecture's name in a .deb, `winget` that in a winget manifest.
 */
export const PLATFORMS = [
  { name: "linux-x64", runner: "ubuntu-24.04", debian: "amd64" },
  { name: "linux-arm64", runner: "ubuntu-24.04-arm", debian: "arm64" },
  { name: "win-x64", runner: "windows-2025", winget: "x64" },
  { name: "win-arm64", runner: "windows-11-arm", winget: "arm64" },
  { name: "darwin-arm64", runner: "macos-15" },
  { name: "darwin-x64", runner: "macos-15-intel" },
];

/** Returns the name of a platform's executable among the files of a release. */
export const fileOf = ({ name }) => `tierwright-${name}${name.startsWith("win-") ? ".exe" : ""}`;
