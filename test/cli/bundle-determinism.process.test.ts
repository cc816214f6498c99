import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { withoutGit } from "../deploy/bundle/git.ts";
import { copyOfSample, outputs } from "../deploy/bundle/sample.ts";
import { temporaryFolder } from "../support/repository.ts";
import { builtCli, runBuilt } from "./built.ts";

/*
 * The sample's own bundle, built by the built command under circumstances that must not matter (D1): same inputs, same bytes.
 */

const ENV = { SOURCE_DATE_EPOCH: "1790000000" };

let command = "";
let expected: ReadonlyMap<string, Buffer> = new Map();

/** Builds production's bundle and gives every file of it. */
function built(words: readonly string[], given: Parameters<typeof runBuilt>[2]): ReadonlyMap<string, Buffer> {
  const out = join(temporaryFolder(), "out");
  const { code, err } = runBuilt(command, ["bundle", "production", "--quiet", "--out", out, ...words], {
    ...given,
    env: { ...ENV, ...withoutGit(), ...given.env },
  });
  expect(code, err).toBe(0);
  return outputs(out);
}

/** Fails with the names of the files that differ, not with their bytes. */
function expectSame(found: ReadonlyMap<string, Buffer>): void {
  expect([...found.keys()]).toEqual([...expected.keys()]);
  expect(
    [...found].filter(([name, bytes]) => !bytes.equals(expected.get(name) ?? Buffer.alloc(0))).map(([name]) => name),
  ).toEqual([]);
}

beforeAll(async () => {
  command = await builtCli();
  expected = built([], { cwd: copyOfSample() });
});

describe("[D1] the sample's bundle is the same, byte for byte, with its sidecars", () => {
  test("built again", () => {
    expect([...expected.keys()]).toEqual([
      "deploy.ps1",
      "detect-production.ps1",
      "production-2506.cdx.json",
      "production-2506.report.md",
      "production-2506.zip",
      "production-2506.zip.sha256",
    ]);
    expectSame(built([], { cwd: copyOfSample() }));
  });

  test.each([
    ["in another time zone", { TZ: "Pacific/Kiritimati" }],
    ["in another time zone west of Greenwich", { TZ: "America/St_Johns" }],
    ["in another locale", { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" }],
    ["in the C locale without a home", { LANG: "C", LC_ALL: "C", HOME: "/nonexistent", USER: "nobody" }],
    ["with TIERWRIGHT_KITS set, where the repository holds its kits", { TIERWRIGHT_KITS: "/nonexistent" }],
  ])("%s", (_, env) => {
    expectSame(built([], { cwd: copyOfSample(), env }));
  });

  test.skipIf(process.platform === "win32")("under another umask", () => {
    for (const mask of ["077", "000"])
      expectSame(built([], { cwd: copyOfSample(), before: ["sh", "-c", `umask ${mask}; exec "$@"`, "sh"] }));
  });

  test("from files that were created in another order", () => {
    const reversed = (path: string) => [...path].map((c) => String.fromCharCode(0xffff - c.charCodeAt(0))).join("");
    const mixed = (path: string) => [...path].reverse().join("");
    for (const rank of [reversed, mixed]) expectSame(built([], { cwd: copyOfSample(rank) }));
  });

  test("from YAML with Windows line ends", () => {
    const folder = copyOfSample();
    const yaml = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
    expect(yaml.length).toBeGreaterThan(8);
    for (const path of yaml) writeFileSync(join(folder, path), readFileSync(join(folder, path), "utf8").replaceAll("\n", "\r\n"));
    expectSame(built([], { cwd: folder }));
  });

  test("from another current folder", () => {
    const sample = copyOfSample();
    expectSame(built(["-C", sample], { cwd: temporaryFolder() }));
    expectSame(built(["-C", "../.."], { cwd: join(sample, "releases", "2506") }));
  });

  test("whatever day it is", () => {
    expectSame(built(["--today", "2030-01-01"], { cwd: copyOfSample() }));
  });
});
