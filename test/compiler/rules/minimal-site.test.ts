import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";
import { inWords } from "../../support/said.ts";

/* A minimal site.yaml leaves things out: what it leaves out is derived from the kit, or asked for. Nothing is lost without a word. */

const SITE = "environments/site.yaml";
const CONNECTOR = "releases/2506/base/connector.properties";
const PROFILE = "profile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }\n";

async function told(folder: string): Promise<string[]> {
  const { findings } = await run(folder);
  return findings
    .filter(({ severity }) => severity !== "info")
    .map(inWords)
    .map(({ rule, severity, at, message, help }) => `${severity} ${rule} ${at?.file}:${at?.line} ${message} | ${help}`);
}

async function why(folder: string, key: string) {
  const { code, out } = await cli(["why", "demo", key, "--format", "json"], { cwd: folder });
  return { code, answers: JSON.parse(out).answers as { value: string; layer: string }[] | undefined };
}

describe("[B5] without tool.envPrefix", () => {
  test("the import working directory goes to the key that the kit's conf has", async () => {
    const folder = exampleRepository();
    edit(folder, SITE, "  envPrefix: CAMEO\n", "");
    expect(await why(folder, "CAMEOTCIntImportWorkingDir")).toMatchObject({
      code: 0,
      answers: [{ value: "D:\\plm\\import", layer: "workstation" }],
    });
    expect((await why(folder, "TCIntImportWorkingDir")).answers).toBeUndefined();
    expect(await told(folder)).toEqual([]);
  });

  test.for([
    ["has no such key", ""],
    ["has two such keys", "CAMEOTCIntImportWorkingDir=\nMAGICTCIntImportWorkingDir=\n"],
  ] as const)("where the kit's conf %s, the key that nothing reads is said", async ([, lines]) => {
    const folder = exampleRepository();
    edit(folder, SITE, "  envPrefix: CAMEO\n", "");
    edit(folder, CONNECTOR, "CAMEOTCIntImportWorkingDir=\n", lines);
    const found = (await told(folder)).filter((line) => line.includes("TCIntImportWorkingDir"));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("conf/unknown-key");
    expect(found[0]).toContain("envPrefix");
  });
});

describe("[C8] the profile of a kit", () => {
  test.for([
    ["without `profile:`", "", `${SITE}:1`, "names no `profile.file`, so a bundle does not bring it"],
    ["with a file and no copies", "profile: { file: PLM_Profile.mdzip }\n", `${SITE}:9`, "names no place"],
    ["with an empty list", "profile: { file: PLM_Profile.mdzip, copies: [] }\n", `${SITE}:9`, "names no place"],
    [
      "with one place",
      "profile: { file: PLM_Profile.mdzip, copies: ['C:\\Users\\Public'] }\n",
      `${SITE}:9`,
      "names one place only",
    ],
  ] as const)("%s of the site is a warning that shows the values to write", async ([, line, place, words]) => {
    const folder = exampleRepository();
    edit(folder, SITE, PROFILE, line);
    const found = await told(folder);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`warning kit/profile-place ${place} `);
    expect(found[0]).toContain(words);
    expect(found[0]).toContain("set `profile.file` to PLM_Profile.mdzip, and `profile.copies` to both places");
    expect(found[0]).toContain("['{install}\\profiles', 'C:\\Users\\Public']");
  });

  test("a kit without a profile needs none", async () => {
    const folder = exampleRepository();
    edit(folder, SITE, PROFILE, "");
    edit(
      folder,
      "releases/2506/release.yaml",
      "kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }",
      "kit: { plugin: plugin }",
    );
    edit(folder, "releases/2506/kit.lock.yaml", "plugin/lib/PLM_Profile.mdzip", "plugin/lib/notes.txt");
    expect((await told(folder)).filter((line) => line.includes("profile-place"))).toEqual([]);
  });
});
