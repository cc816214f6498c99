import { describe, expect, test } from "vitest";
import { below, read, readData } from "./project.ts";

const manifest = readData("package.json") as Record<"dependencies" | "devDependencies" | "scripts", Record<string, string>>;
/** A folder of this repository, which `npm ci` links and whose script builds. */
const BUILD = "@tierwright/build";
const DECLARED = Object.keys(manifest.devDependencies)
  .filter((name) => name !== BUILD)
  .sort();

describe("dependencies", () => {
  test("are those that docs/dependencies.md gives a reason for", () => {
    const rows = [...read("docs/dependencies.md").matchAll(/^\| ([@a-z][^ ]*) \| (.+) \|$/gm)].filter(
      ([, name]) => name !== "package",
    );
    expect(rows.map(([, name]) => name).sort()).toEqual(DECLARED);
    for (const [, , reason] of rows) expect((reason as string).length).toBeGreaterThan(20);
  });

  test("are pinned, and none is needed at run time", () => {
    expect(manifest.dependencies).toBeUndefined();
    for (const name of DECLARED) expect(manifest.devDependencies[name]).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  test("are used: imported, run by a script, or types of what is", () => {
    const files = [...below("src", /\.ts$/), ...below("test", /\.ts$/), ...below("scripts", /\.mjs$/), "vitest.config.ts"];
    const used = `${files.map(read).join("\n")}\n${Object.values(manifest.scripts).join("\n")}`;
    const command: Record<string, string> = { "@biomejs/biome": "biome check", typescript: "tsc -p" };
    const unused = DECLARED.filter((name) => !name.startsWith("@types/")).filter((name) => {
      const imported = new RegExp(`["']${name}(?:/[^"']*)?["']`);
      return !used.includes(command[name] ?? "\0") && !imported.test(used);
    });
    expect(unused).toEqual([]);
  });

  test("run no install script but esbuild's, and are locked by hash and not by a host", () => {
    const lock = readData("package-lock.json") as { packages: Record<string, Record<string, unknown>> };
    const packages = Object.entries(lock.packages).filter(([path]) => path !== "" && !path.endsWith(BUILD));
    expect(packages.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path)).toEqual(["node_modules/esbuild"]);
    expect(lock.packages[`node_modules/${BUILD}`]).toEqual({ resolved: "scripts/on-install", link: true });
    for (const [path, { integrity, resolved }] of packages.filter(([path]) => path !== "scripts/on-install")) {
      expect(integrity, path).toMatch(/^sha512-/);
      expect(resolved, path).toBeUndefined();
    }
  });

  test("are locked for every platform, Windows among them: no optional binary is missing", () => {
    const lock = readData("package-lock.json") as { packages: Record<string, { optionalDependencies?: Record<string, string> }> };
    const wanted = Object.values(lock.packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
    expect(wanted.filter((name) => !(`node_modules/${name}` in lock.packages))).toEqual([]);
    for (const tool of ["@biomejs/cli", "@esbuild/", "@rolldown/binding", "@typescript/"]) {
      expect(
        wanted.filter((name) => name.startsWith(tool) && name.includes("win32-x64")),
        tool,
      ).toHaveLength(1);
    }
  });
});
