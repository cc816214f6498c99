import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { java } from "./jvm.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 << 20 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${stderr}`);
  return stdout;
}

function jarsOf(release: string): string[] {
  const lib = join(ROOT, "releases", release, "kit/plugin/lib");
  return readdirSync(lib)
    .filter((name) => name.endsWith(".jar"))
    .map((name) => join(lib, name));
}

/** jar, version, class, outcome of every class. */
function loaded(release: string): string[][] {
  return java("LoadJars", { args: jarsOf(release) })
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split("\t"));
}

/** java prints its settings to standard error. */
function javaVersion(): number {
  const { stderr } = spawnSync("java", ["-XshowSettings:properties", "-version"], { encoding: "utf8" });
  return Number(/java\.specification\.version = (\d+)/.exec(stderr)?.[1]);
}

test("a Java 17 runtime loads every class of kit 2506, and those of 2606 only where it is 21 or newer", () => {
  const version = javaVersion();
  expect(version).toBeGreaterThanOrEqual(17);
  for (const release of ["2506", "2606"]) {
    const rows = loaded(release);
    expect(rows.length).toBeGreaterThan(10);
    const expected = release === "2606" && version < 21 ? /^needs a newer Java$/ : new RegExp(`^(${release}|interface)$`);
    const wrong = rows.filter(([jar = "", built = "", , outcome = ""]) =>
      jar.startsWith("json-lite") ? outcome !== built : built !== `${release}.0` || !expected.test(outcome),
    );
    expect(wrong).toEqual([]);
  }
}, 60_000);

test("javap reads every class of both kits with the major version of its release", () => {
  for (const [release, major] of [
    ["2506", 61],
    ["2606", 65],
  ] as const) {
    const rows = loaded(release);
    for (const jar of jarsOf(release)) {
      const names = rows.filter(([name = ""]) => jar.endsWith(name)).map(([, , name = ""]) => name);
      const text = run("javap", ["-v", "-cp", jar, ...names]);
      const majors = [...text.matchAll(/major version: (\d+)/g)].map((match) => Number(match[1]));
      expect(majors).toEqual(names.map(() => (jar.includes("json-lite") ? 52 : major)));
    }
  }
}, 120_000);
