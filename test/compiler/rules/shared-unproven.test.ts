import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { exampleRepository, run } from "../../support/repository.ts";

/** An address that two environments share, and a file server that nobody shows to belong to a tier, are two facts: both are reported. */

const DEMO = EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "";
const UNKNOWN = DEMO.replace('"https://plm.example.com:4544"', '"https://files.example.com:4544"').replace(/ {2}hosts: .*\n/, "");

interface Tier {
  readonly signIn?: string;
  readonly files?: string;
  readonly extra?: string;
}

const environment = (name: string, { signIn = "plm.example.com", files = "files.example.com", extra = "" }: Tier) =>
  UNKNOWN.replace("name: demo", `name: ${name}`)
    .replaceAll("plm.example.com", signIn)
    .replace("files.example.com", files)
    .replace("workstation:", `${extra}workstation:`);

const MEMBERS = (signIn: string) => `  members: { ${signIn}: [files.example.com] }\n`;

async function tierFindings(tiers: Readonly<Record<string, Tier>>) {
  const files = Object.entries(tiers).map(([name, tier]) => [`environments/${name}/environment.yaml`, environment(name, tier)]);
  const { findings } = await run(exampleRepository(Object.fromEntries(files)));
  return findings
    .filter(({ rule, severity }) => rule.startsWith("tier/") && severity === "error")
    .flatMap(({ rule, environment: one, environments = [one] }) => environments.map((name) => `${rule} ${name}`))
    .sort();
}

const SHARED = ["tier/shared-address copy", "tier/shared-address demo"];
const UNPROVEN = ["tier/half-switch copy", "tier/half-switch demo"];

describe("two environments on one file server", () => {
  test.each([
    ["with sign-in servers of their own", { demo: {}, copy: { signIn: "b.example.com" } }],
    ["with one sign-in server, copied as a whole", { demo: {}, copy: {} }],
  ])("%s: that neither proves it is reported beside", async (_, tiers) => {
    expect(await tierFindings(tiers)).toEqual([...UNPROVEN, ...SHARED]);
  });

  test("no finding of one fact depends on the other", async () => {
    const apart = await tierFindings({ demo: {}, copy: { signIn: "b.example.com", files: "c.example.com" } });
    expect(apart).toEqual(UNPROVEN);
    const proven = { demo: { extra: MEMBERS("plm.example.com") }, copy: { extra: MEMBERS("plm.example.com") } };
    expect(await tierFindings(proven)).toEqual(SHARED);
  });

  test("an address that a copy forgot is one finding if it is proven for the original", async () => {
    const tiers = { demo: { extra: MEMBERS("plm.example.com") }, copy: { signIn: "b.example.com" } };
    expect(await tierFindings(tiers)).toEqual(SHARED);
  });
});
