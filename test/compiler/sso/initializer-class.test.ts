import { describe, expect, test } from "vitest";
import { EXAMPLE_KIT } from "../../../src/kernel/diagnostics/kit/example-kit.ts";
import { plain } from "../../../src/kernel/diagnostic/text.ts";
import { jar } from "../kit/kits.ts";
import { exampleRepository, type Files, run } from "../../support/repository.ts";

const JARS = Object.keys(EXAMPLE_KIT).filter((path) => path.endsWith(".jar"));
const [FIRST = ""] = JARS;
const kit = (path: string) => `releases/2506/kit/${path}`;
const PROPERTY = "com.teamcenter.ss.client.SSOSessionInitializer";

/** The kit's jars; the first one holds these classes, too. */
const jars = (...classes: readonly string[]): Files => ({
  ...Object.fromEntries(JARS.map((path) => [kit(path), jar({ "a/Other.class": 61 })])),
  [kit(FIRST)]: jar(Object.fromEntries([...classes, "a/First.class"].map((name) => [name, 61]))),
});

const sso = (initializer: string) => ({
  "environments/demo/sso.yaml": `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }] }
connector: { loginUrl: '', appId: '', sessionFlag: '', initializer: '${initializer}' }
`,
});

async function told(initializer: string, files: Files = {}): Promise<readonly string[]> {
  const { findings } = await run(exampleRepository({ ...sso(initializer), ...files }));
  return findings
    .filter(({ rule }) => rule === "sso/absent-initializer")
    .map(({ message, at }) => `${at?.line}:${at?.column} ${plain(message)}`);
}

describe("[B6] a class that no jar of the kit holds is the absent initializer", () => {
  test.each([
    ["the declared default", "com.example.sso.DefaultSessionInitializer"],
    ["a class of any name", "com.example.sso.OwnInitializer"],
    ["the simple name of one that is there", "SessionInitializer"],
    ["one in another case", "com.example.sso.sessionInitializer"],
    ["the property's own name", PROPERTY],
  ])("%s", async (_, name) => {
    const found = await told(name, jars("com/example/sso/SessionInitializer.class"));
    expect(found).toEqual([`5:69 connector.initializer names '${name}', which no jar contains`]);
  });

  test.each([
    [
      "with 'Default' in its name",
      "com.example.sso.DefaultSessionInitializer",
      "com/example/sso/DefaultSessionInitializer.class",
    ],
    ["that is called as the property is", PROPERTY, "com/teamcenter/ss/client/SSOSessionInitializer.class"],
    ["within another class", "com.example.Sso$Start", "com/example/Sso$Start.class"],
    ["for newer runtimes alone", "com.example.Sso", "META-INF/versions/17/com/example/Sso.class"],
  ])("one %s that a jar holds is not", async (_, name, entry) => {
    expect(await told(name, jars(entry))).toEqual([]);
  });
});

describe("[B6] a kit whose jars cannot all be read", () => {
  test.each([
    ["the kit is not here", {}],
    ["one jar is no zip", { ...jars(), [kit(FIRST)]: "not a zip" }],
  ])("%s: a class may be there, and the property's own name is none", async (_, files: Files) => {
    expect(await told("com.example.sso.DefaultSessionInitializer", files)).toEqual([]);
    expect(await told(PROPERTY, files)).toHaveLength(1);
  });

  test("without a class no jar is read and nothing is reported", async () => {
    expect(await told("", jars())).toEqual([]);
  });
});
