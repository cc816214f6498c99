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

/**
 * The oldest system on which Node 24 starts (nodejs/node, BUILDING.md, "Platform list"), as package managers name it: winget's
 * MinimumOSVersion, Homebrew's name of macOS 13, and the words that people read.
 */
export const OLDEST = {
  linux: { words: "Linux with glibc 2.28 or newer", glibc: "2.28" },
  windows: { words: "Windows 10, Windows Server 2016 or newer", winget: "10.0.14393.0" },
  macos: { words: "macOS 13.5 or newer", homebrew: ":ventura" },
};

/**
 * The Node version with which executables and the package are made and tested. test/house/release.test.ts checks that the publish workflow
 * and .ci/run, which cannot import it, name the same version. Other workflows release nothing and use the newest Node of this major
 * version, so that they fail first if a patch of Node breaks something.
 */
export const NODE = "24.21.0";
