import { OLDEST } from "./platforms.mjs";

const SYSTEMS = [
  ["on_macos", "on_arm", "darwin-arm64"],
  ["on_macos", "on_intel", "darwin-x64"],
  ["on_linux", "on_arm", "linux-arm64"],
  ["on_linux", "on_intel", "linux-x64"],
];

/** Returns a string as a Ruby literal without interpolation. */
const ruby = (text) => `"${text.replace(/["\\#]/g, "\\$&")}"`;

/**
 * Returns the Homebrew formula of a release: one executable for each system, installed as bin/tierwright, and a test that runs it. Homebrew
 * refuses a description of more than 80 characters, so it ends at the first colon.
 */
export function formula({ version, home, description, executables }) {
  const blocks = ["on_macos", "on_linux"].flatMap((system) => [
    `  ${system} do`,
    ...(system === "on_macos" ? [`    depends_on macos: ${OLDEST.macos.homebrew}`, ""] : []),
    ...SYSTEMS.filter(([of]) => of === system).flatMap(([, processor, name]) => [
      `    ${processor} do`,
      `      url ${ruby(executables[name].url)}, using: :nounzip`,
      `      sha256 ${ruby(executables[name].sha256)}`,
      "    end",
    ]),
    "  end",
    "",
  ]);
  return `${[
    "class Tierwright < Formula",
    `  desc ${ruby(description.replace(/[:.].*$/, ""))}`,
    `  homepage ${ruby(home)}`,
    `  version ${ruby(version)}`,
    '  license "Apache-2.0"',
    "",
    ...blocks,
    "  def install",
    '    bin.install Dir["tierwright-*"].first => "tierwright"',
    "  end",
    "",
    "  test do",
    '    assert_match version.to_s, shell_output("#{bin}/tierwright --version")',
    "  end",
    "end",
  ].join("\n")}\n`;
}
