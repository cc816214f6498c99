import { expect, test } from "vitest";
import { archive, collectedFiles, driveFiles, scene } from "./scene.ts";

/** Release, tool and files of a workstation that nothing decides at once: the way out that the finding names, and paths of another machine. */

const PLUGIN = "C/Program Files/2024x Refresh3/plugins/com.example.plm.connector";
const CLIENT_FILE = "C/ProgramData/Example/MBSE/bhm/CommonClient.properties";
const pluginOf = (version: string) => `<plugin id="com.example.plm.connector" version="${version}"><runtime/></plugin>`;
const renamed = (version: string) =>
  scene({})
    .text("releases/2506/base/plugin.xml")
    .replace(/(<plugin[^>]* version=)"[^"]*"/, `$1"${version}"`);

test.each([
  ["2506.0", "; by its number it is 2506"],
  ["2506.0.0", "; by its number it is 2506"],
  ["2506.1", ""],
  ["25060", ""],
  ["7", ""],
])("[B7] an unknown plugin.xml of version %s", async (version, hint) => {
  for (const files of [
    { ...driveFiles("WS-001"), [`WS-001/${PLUGIN}/plugin.xml`]: pluginOf(version) },
    collectedFiles("WS-001", {}, { "connector/plugin.xml": pluginOf(version) }),
  ]) {
    const at = scene(files, { "releases/2506/base/plugin.xml": renamed("9.9") });
    const { findings } = await at.json(["--from", "WS-001"], ["--tool", "2024x Refresh3", "--tier-release", "2506"]);
    const told = findings.find(({ rule }) => rule === "repo/unusable-workstation");
    expect(told?.notes).toContain(`its plugin.xml has version ${version}, which identifies no release of this repository${hint}`);
    expect(told?.help).toBe("name it with --release R, one of 2506");
  }
});

test.each([
  [`WS-001/${CLIENT_FILE}`, /^set client\.file in environments\/site\.yaml to its path on the workstation, or add it/],
  [`WS-001/${PLUGIN}/conf/connector.properties`, /^correct tool\.install, connector\.folder or connector\.conf in environ/],
])("[B7] a folder laid out like the workstation without %s names the field with its path", async (lacks, help) => {
  const { [lacks]: _, ...files } = driveFiles("WS-001");
  const { findings } = await scene(files).json(["--from", "WS-001"]);
  expect(findings.map((found) => [found.rule, found.help])).toEqual([["repo/unusable-workstation", expect.stringMatching(help)]]);
});

test.each([
  ["C:\\Program Files\\2024x Refresh3", []],
  ["/srv/ws/C/Program Files/2024x Refresh3", []],
  ["D:\\C\\ws\\C\\Program Files\\2024x Refresh3", []],
  ["/srv/ws/E/Program Files/2024x Refresh3", ["repo/unusable-workstation"]],
  ["/opt/tool", ["repo/unusable-workstation"]],
])("[B7] an archive of the installation %s names its tool if the site has it there", async (install, problems) => {
  const at = scene({ "a.zip": archive({}, { "notes.txt": `installation ${install}\n` }) });
  const { findings, environments } = await at.json(["--from", "a.zip"], ["--release", "2506", "--tier-release", "2506"]);
  expect(findings.map(({ rule }) => rule).filter((rule) => rule.startsWith("repo/"))).toEqual(problems);
  if (problems.length > 0) return;
  expect(environments[0]?.tool).toBe("2024x Refresh3");
  expect(at.text("environments/new/environment.yaml")).not.toContain("install:");
});
