import { describe, expect, test } from "vitest";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, writeFiles } from "../support/repository.ts";

/* A list of some fifty elements is thousands of characters: of two such values the elements that differ are shown, wherever two are shown. */

const ELEMENTS = Array.from({ length: 54 }, (_, i) => `Block.Property${i + 1}|Real|kilogram`);
const CHANGED = ELEMENTS.with(4, "Block.Mass|Real|gram").with(53, "Block.Last|Real|metre");
const BASE = "releases/2506/base/connector.properties";
const line = (elements: readonly string[]) => `ELEMENT_VALUES=${elements.join(",")}\n`;

/** The example repository, in which the kit has such a list and the conf that was installed before another. */
function repository(): string {
  const folder = exampleRepository();
  edit(folder, BASE, "Transport=http\n", `Transport=http\n${line(ELEMENTS)}`);
  edit(
    folder,
    "environments/demo/environment.yaml",
    "authentication: password\n",
    "authentication: password\ncarryFrom: installed/connector.properties\n",
  );
  writeFiles(folder, {
    "environments/demo/installed/connector.properties": `LicenseDir=27000@lic.example.com\nTransport=http\nTRANSPORT=http\nIS_TCCS=false\n${line(CHANGED)}`,
  });
  return folder;
}

const FEW = (text: string) => {
  expect(text).toContain("element 5 is ");
  expect(text).toContain("element 54 is ");
  expect(text).toContain("'Block.Mass|Real|gram'");
  expect(text).not.toContain("Block.Property30|");
};

describe("[C7] long lists are compared by element", () => {
  test("by kit carry", async () => {
    const { out, code } = await cli(["kit", "carry", "demo"], { cwd: repository() });
    expect(code).toBe(0);
    FEW(out);
    expect(out).toContain("the kit has 'Block.Property5|Real|kilogram'");
  });

  test("by why, of what is overridden", async () => {
    const { out, code } = await cli(["why", "demo", "ELEMENT_VALUES"], { cwd: repository() });
    expect(code).toBe(0);
    const overrides = out.slice(out.indexOf("overrides"));
    FEW(overrides);
    expect(overrides).toContain("element 5 is 'Block.Property5|Real|kilogram', above it is 'Block.Mass|Real|gram'");
  });

  test("by kit diff, and JSON has both values whole", async () => {
    const folder = repository();
    const copy = { [BASE.replace("2506", "2606")]: line(CHANGED) };
    writeFiles(folder, {
      ...copy,
      "releases/2606/release.yaml": 'apiVersion: tierwright/v1\nkind: ConnectorRelease\nrelease: "2606"\nwrites: []\n',
    });
    const { out, code } = await cli(["kit", "diff", "2506", "2606"], { cwd: folder });
    expect(code).toBe(0);
    FEW(out);
    expect(out).toContain("before it was 'Block.Property5|Real|kilogram'");
    const json = await cli(["kit", "diff", "2506", "2606", "--format", "json"], { cwd: folder });
    expect(JSON.parse(json.out).keys.connector.changed).toContainEqual({
      key: "ELEMENT_VALUES",
      before: ELEMENTS.join(","),
      after: CHANGED.join(","),
    });
  });
});
