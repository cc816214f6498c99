import { describe, expect, test } from "vitest";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { exampleRepository } from "../../support/repository.ts";
import { checked, CLIENT, CONF, examined, withLines, workstation } from "./scene.ts";

/** demo with a secret in each of two files. */
const repository = (): string =>
  exampleRepository({
    "environments/demo/environment.yaml": (EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "").replace(
      "  sessionAgent: none\n",
      "  sessionAgent: none\n  set:\n    connector: { PROXY_PASSWORD: { env: PROXY_PASSWORD } }\n    client: { APP_TOKEN: { env: APP_TOKEN } }\n",
    ),
  });

const machine = async (connector: readonly string[], client: readonly string[] = ["APP_TOKEN=tiger-8"]): Promise<string> =>
  workstation({ [CONF]: await withLines("connector", connector), [CLIENT]: await withLines("client", client) });

describe("[D11] [H5] the secrets of a workstation", () => {
  test("that it has a value of are no finding: every check is green, and an installed password is no fault of the repository", async () => {
    const root = await machine(["PROXY_PASSWORD=tiger-7"]);
    const { code, document, out } = await examined(root, ["demo"], { repository: repository() });
    const red = document.checks.filter(({ state }: { state: string }) => !["pass", "skip"].includes(state));
    expect(red).toEqual([]);
    expect(code).toBe(0);
    expect(out).not.toMatch(/tiger/);
  });

  test("that nothing declares are not called a fault of the repository either", async () => {
    const root = await machine(["DB_PASSWORD=tiger-7"]);
    const { state, details } = await checked("files/keys", root);
    expect({ state, details }).toEqual({ state: "pass", details: [] });
  });

  test("a line that is spelt wrong is told although a password is on it", async () => {
    const root = await machine(["PROXY_PASSWORD=tiger-7 "]);
    const { state, details } = await checked("files/keys", root, { repository: repository() });
    expect(state).not.toBe("pass");
    expect(JSON.stringify(details)).not.toMatch(/tiger|repository/);
  });

  test.each([
    ["PROXY_PASSWORD=", "is empty"],
    ["PROXY_PASSWORD=\\u0020", "holds only blanks"],
    ["PROXY_PASSWORD=changeme", "holds a placeholder"],
    ["PROXY_PASSWORD=${PROXY_PASSWORD}", "holds a placeholder"],
    ["PROXY_PASSWORD=(hidden)", "holds a placeholder"],
    ["OTHER=1", "is missing"],
  ])("'%s' is still to be set, and the words name the machine, the file and what to do", async (line, why) => {
    const root = await machine([line]);
    const { state, says, details, help } = await checked("environment/values", root, { repository: repository() });
    expect(state).toBe("fail");
    expect(says).toBe(`1 secret of demo is still to be set on ${root}`);
    expect(details[0]).toBe(`connector.properties: PROXY_PASSWORD, a secret, ${why}`);
    expect(help).toMatch(/set it there by hand.*--secrets FILE/);
    expect(JSON.stringify({ says, details, help })).not.toMatch(/changeme/);
  });

  test("of both files are counted together, beside values that are others", async () => {
    const root = await machine(["PROXY_PASSWORD=", "TC_SSO_APP_ID=other"], ["APP_TOKEN=<token>"]);
    const { says, help } = await checked("environment/values", root, { repository: repository() });
    expect(says).toMatch(/^1 value is not that of demo.*; 2 secrets of demo are still to be set on /);
    expect(help).toMatch(/--settings[\s\S]*--secrets FILE/);
  });
});
