import { describe, expect, test } from "vitest";
import { libraryPath, parsePlugin } from "../../../src/kernel/formats/plugin/descriptor.ts";
import { filesBelow, descriptorFaults } from "../../../src/compiler/kit/descriptor.ts";

const plugin = (attributes: string, ...libraries: readonly string[]) =>
  `<plugin id="a.b" ${attributes}><runtime>${libraries.map((name) => `<library name="${name}"/>`).join("")}</runtime></plugin>`;

function faultsOf(xml: string, paths: readonly string[]) {
  const { descriptor } = parsePlugin(Buffer.from(xml));
  return descriptor ? descriptorFaults(descriptor, paths).map(({ kind, what }) => `${kind} ${what}`) : null;
}

describe("plugin.xml", () => {
  test("[C6] is read with the place of every text", () => {
    const xml = `<?xml version="1.0"?>\n<plugin id='a.b' version="2" internalVersion="3" ownClassloader="TRUE" class-lookup="LocalFirst"/>`;
    const { descriptor } = parsePlugin(Buffer.from(xml));
    expect(descriptor).toMatchObject({ version: "2", internalVersion: "3", ownClassLoader: true, libraries: [] });
    const id = descriptor?.id;
    expect(id && xml.slice(id.start, id.end)).toBe("a.b");
  });

  test.each([
    ["no XML", "plugin"],
    ["another root", "<resource/>"],
    ["an open tag", "<plugin id='a'>"],
    ["nothing", ""],
  ])("[C6] %s is no descriptor, and says why", (_, text) => {
    const { descriptor, problem } = parsePlugin(Buffer.from(text));
    expect(descriptor).toBeNull();
    expect(problem?.message.length).toBeGreaterThan(10);
  });

  test("[C6] libraries listed and absent, present and unlisted, and outside of the folder", () => {
    expect(
      faultsOf(plugin("", "lib/a.jar", "lib/b.jar", "..\\c.jar", "C:/d.jar"), ["lib/a.jar", "lib/e.jar", "readme.txt"]),
    ).toEqual(["absent lib/b.jar", "outside ..\\c.jar", "outside C:/d.jar", "unlisted lib/e.jar"]);
  });

  test("[C6] names are compared as Windows does; a listed folder counts by what is in it", () => {
    expect(faultsOf(plugin("", "LIB\\A.jar", "./lib/b.jar", "classes/"), ["lib/a.jar", "lib/b.jar", "classes/X.class"])).toEqual(
      [],
    );
  });

  test.each([
    ['class-lookup="LocalFirst"', ["inert LocalFirst"]],
    ['class-lookup="LocalFirst" ownClassloader="false"', ["inert LocalFirst"]],
    ['class-lookup="LocalFirst" ownClassloader="true"', []],
    ['class-lookup="GlobalFirst"', []],
    ["", []],
  ])("[C6] LocalFirst has effect only with a class loader of its own: %s", (attributes, wanted) => {
    expect(faultsOf(plugin(attributes), [])).toEqual(wanted);
  });

  test("paths of libraries stay in the folder or are none", () => {
    expect(["a/../b.jar", "../b.jar", "/b.jar", "\\\\s\\b.jar", " ", "a//./b.jar"].map(libraryPath)).toEqual([
      "b.jar",
      null,
      null,
      null,
      null,
      "a/b.jar",
    ]);
    expect(filesBelow("a/b", ["a/b/c", "a/bc", "d"])).toEqual(["c"]);
    expect(filesBelow("", ["a"])).toEqual(["a"]);
  });
});
