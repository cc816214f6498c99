import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files } from "../../support/repository.ts";

/* One change that reaches several environments is told once, whichever layer of the YAML it comes by. */

const DEMO = "environments/demo/environment.yaml";
const SITE = "environments/site.yaml";
const demo = EXAMPLE_REPOSITORY[DEMO] ?? "";
const HEIR = `apiVersion: tierwright/v1
kind: Environment
name: heir
extends: demo
connector: "2506"
tool: 2024x Refresh3
`;

const withHeir = (own = ""): Files => ({ "environments/heir/environment.yaml": HEIR + own });

async function groups(before: Files, after: Files): Promise<readonly (readonly string[])[]> {
  const cwd = exampleRepository(after);
  const { out } = await cli(["plan", "--base", exampleRepository(before), "--format", "json"], { cwd });
  return JSON.parse(out).groups;
}

const changed = (text: string, from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replaceAll(from, to);
};

describe("[B7] one group", () => {
  test.each([
    ["a value", "27000@lic", "27001@lic"],
    ["the tier, sign-in and files", "plm.example.com", "plm2.example.com"],
    ["only the sign-in", "signIn: https://plm.example.com:8443", "signIn: https://plm2.example.com:8443"],
    ["a level of the log", "logging:\n", "logging:\n  levels: { com.example.connection: ERROR }\n"],
  ])("is a change of %s in an environment and in the one that extends it", async (_, from, to) => {
    const after = { ...withHeir(), [DEMO]: changed(demo, from, to) };
    expect(await groups(withHeir(), after)).toEqual([["demo", "heir"]]);
  });

  test("is a default that one environment is alone with, and another inherits", async () => {
    const site = (server: string) => ({
      [SITE]: `${EXAMPLE_REPOSITORY[SITE]}defaults: { workstation: { licenseServer: ${server} } }\n`,
      [DEMO]: changed(demo, "  licenseServer: 27000@lic.example.com\n", ""),
    });
    const after = { ...withHeir(), ...site("2@b") };
    expect(await groups({ ...withHeir(), ...site("1@a") }, after)).toEqual([["demo", "heir"]]);
    // one that says the value itself, as the defaults do
    const own = { ...withHeir("workstation: { licenseServer: 2@b }\n"), ...site("2@b") };
    expect(await groups({ ...withHeir(), ...site("1@a") }, own)).toEqual([["demo", "heir"]]);
  });

  test("is a level of the log although the kits' files have other lines around it", async () => {
    const xml = EXAMPLE_REPOSITORY["releases/2506/base/log4j2.xml"];
    const base = (release: string, text: unknown) => ({ [`releases/${release}/base/log4j2.xml`]: text as string });
    const newer: Files = Object.fromEntries(
      Object.entries(EXAMPLE_REPOSITORY).flatMap(([path, content]) =>
        path.startsWith("releases/2506/base/") ? [[path.replace("2506", "2606"), content]] : [],
      ),
    );
    const release = changed(EXAMPLE_REPOSITORY["releases/2506/release.yaml"] as string, 'release: "2506"', 'release: "2606"');
    const all: Files = {
      ...newer,
      "releases/2606/release.yaml": release.replace(/^kit:.*\n/m, ""),
      ...base(
        "2606",
        changed(String(xml), "<!-- client library logging -->", "<!-- client library logging -->\n<!-- 2606 -->\n"),
      ),
      "releases/matrix.yaml": changed(EXAMPLE_REPOSITORY["releases/matrix.yaml"] as string, '"2606": P', '"2606": A'),
      "environments/heir/environment.yaml": HEIR.replace('connector: "2506"', 'connector: "2606"'),
    };
    const after = { ...all, [DEMO]: changed(demo, "logging:\n", "logging:\n  levels: { com.example.connection: ERROR }\n") };
    expect(await groups(all, after)).toEqual([["demo", "heir"]]);
  });
});

describe("[B7] groups of their own", () => {
  test("have environments that come to another value, or from another one", async () => {
    const own = (server: string) => withHeir(`workstation: { licenseServer: ${server} }\n`);
    const other = { [DEMO]: changed(demo, "27000@lic", "27001@lic") };
    expect(await groups(own("1@a"), { ...own("27001@lic.example.com"), ...other })).toEqual([["demo"], ["heir"]]);
    expect(await groups(withHeir(), { ...own("2@b"), ...other })).toEqual([["demo"], ["heir"]]);
  });
});
