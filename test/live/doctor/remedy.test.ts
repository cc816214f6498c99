import { describe, expect, test } from "vitest";
import { keyFields } from "../../../src/compiler/index.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { cli } from "../../support/host.ts";
import { run } from "../../support/repository.ts";
import { kitRepository } from "../../deploy/bundle/repository.ts";
import { CLIENT, CONF, examined, LOGGER, withLines, workstation } from "./scene.ts";

/** The example repository with a setting of each kind in both files, and a second environment of another tier. */
function repository(): string {
  const demo = (EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "").replace(
    "  sessionAgent: none\n",
    "  sessionAgent: none\n  set:\n    connector: { SteretypeNameTrucationLimit: 61 }\n    client: { READ_TIMEOUT_SECONDS: 60 }\n",
  );
  return kitRepository({
    "environments/demo/environment.yaml": demo,
    "environments/other/environment.yaml": demo
      .replace("name: demo", "name: other")
      .replaceAll("plm.example.com", "other.example.com")
      .replace("10.20.0.11", "10.20.0.12")
      .replace("READ_TIMEOUT_SECONDS: 60", "READ_TIMEOUT_SECONDS: 90"),
  });
}

const SET = { connector: ["SteretypeNameTrucationLimit=61"], client: ["READ_TIMEOUT_SECONDS=60"], logger: [] };

const missing = (): never => {
  throw new Error("demo does not compile");
};

/** A workstation that is as demo of that repository says, but for lines of one file. */
const machine = async (role: keyof typeof SET, ...lines: readonly string[]): Promise<string> =>
  workstation({
    [CONF]: await withLines("connector", [...SET.connector, ...(role === "connector" ? lines : [])]),
    [CLIENT]: await withLines("client", [...SET.client, ...(role === "client" ? lines : [])]),
    [LOGGER]: await withLines("logger", role === "logger" ? lines : []),
  });

describe("[H5] the remedy names a bundle that changes what differs", async () => {
  const { kept } = await run(repository(), { keep: "demo" });
  const keys = (["connector", "client", "logger"] as const).flatMap((role) =>
    [...(kept?.compiled.files[role]?.keys.values() ?? [])]
      .filter(({ decision }) => role !== "client" || decision.layer !== "kit")
      .map(({ key, decision: { layer, value } }) => ({ role, key, value, bundle: layer === "write" ? "settings" : "swap" })),
  );

  test("the environment has keys of each kind", () => {
    expect(new Set(keys.map(({ role, bundle }) => `${role} ${bundle}`))).toEqual(
      new Set(["connector settings", "connector swap", "client settings", "client swap", "logger swap"]),
    );
  });

  test.each(keys)("$role $key: the $bundle bundle", async ({ role, key, value, bundle }) => {
    const at = repository();
    for (const other of ["", "x", "C\\:/nowhere", "https\\://x.example.com\\:1/tc"].filter((text) => text !== value)) {
      const root = await machine(role, `${key}=${other}`);
      const { document, of } = await examined(root, ["demo"], { repository: at });
      expect(of("environment/values").help, other).toMatch(new RegExp(`install the ${bundle} bundle \\(`));
      const refused = document.checks.filter(
        ({ id, help }: { id: string; help: string | null }) =>
          /^(?:environment|tier)\//.test(id) &&
          /install the (?:settings|swap) bundle/.test(help ?? "") &&
          !/--accept-drift/.test(help ?? ""),
      );
      expect(
        refused.filter(({ id }: { id: string }) => id !== "tier/context-root"),
        other,
      ).toEqual([]);
      if (bundle === "settings") continue;
      const wrong = document.checks.filter(({ help }: { help: string | null }) => /the settings bundle/.test(help ?? ""));
      expect(wrong, other).toEqual([]);
    }
  });

  test("of both kinds, and of a key that no compiled file has: the swap bundle", async () => {
    const at = repository();
    for (const lines of [["TC_SERVER_URL=x", "STAGING_DIR=x"], ["ADDED=x"]]) {
      const { of } = await examined(await machine("connector", ...lines), ["demo"], { repository: at });
      expect(of("environment/values").help).toMatch(/install the swap bundle \(/);
    }
  });

  test.each(keys)("$role $key, right here: where check accepts it", async ({ role, key, value }) => {
    const root = await machine(role, `${key}=${value === "x" ? "y" : "x"}`);
    const { of } = await examined(root, ["demo"], { repository: repository() });
    const decision = kept?.compiled.files[role]?.keys.get(key)?.decision;
    const field = keyFields(kept?.compiled.site ?? missing(), kept?.compiled.release ?? null).find(
      (one) => one.file === role && one.key === key,
    );
    const { help } = of("environment/values");
    if (field || decision?.layer === "write") {
      expect(help).not.toContain("workstation.set");
      expect(help).toMatch(
        new RegExp(`if a value here is right, change ${field?.field ?? "(?:tier\\.|connector\\.)\\w+"}[\\w. ]* \\(for ${key}\\)`),
      );
    } else expect(help).toMatch(/if a value here is right, add them to the environment's YAML \(workstation\.set/);
  });

  test("after a switch by a settings bundle, and the swap bundle makes the check pass", async () => {
    const cwd = repository();
    const given = { cwd, env: { SOURCE_DATE_EPOCH: "1" } };
    const root = await machine("logger");
    const done = async (...words: readonly string[]) => {
      const { code, out, err } = await cli(words, given);
      expect(code, `${words.join(" ")}: ${out}${err}`).toBe(0);
    };
    for (const words of [["demo"], ["other", "--settings"], ["other"]]) await done("bundle", ...words, "--out", "b");
    await done("deploy", "b/demo-2506.zip", "--root", root);
    const looked = async () => (await examined(root, ["other"], { repository: cwd })).of("environment/values");
    expect((await looked()).help).toContain(
      "(demo is installed, so it needs --switch-environment, and a changed value --accept-drift)",
    );
    await done("deploy", "b/other-settings.zip", "--root", root, "--switch-environment");
    expect((await looked()).help).toContain("(a changed value needs --accept-drift)");
    const { details, help } = await looked();
    expect(details.join("\n")).toContain("READ_TIMEOUT_SECONDS");
    expect(help).toMatch(/install the swap bundle \(`tierwright bundle other`\)/);
    await done("deploy", "b/other-2506.zip", "--root", root, "--accept-drift");
    expect((await looked()).state).toBe("pass");
  });
});
