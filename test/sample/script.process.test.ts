import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ROOT, filesBelow } from "./support/sample.ts";

const SCRIPT = join(ROOT, "scripts/sample.mjs");

function sample(args: readonly string[], env: Record<string, string> = {}) {
  const run = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: "utf8", env: { ...process.env, ...env } });
  return { code: run.status, output: run.stdout + run.stderr };
}

describe("scripts/sample.mjs", () => {
  let out: string;
  beforeEach(() => {
    out = mkdtempSync(join(tmpdir(), "sample-"));
  });
  afterEach(() => rmSync(out, { recursive: true, force: true }));

  test("the same bytes in another time zone and locale", () => {
    expect(sample(["--out", out], { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8" }).code).toBe(0);
    const written = filesBelow("releases", out);
    expect(written.length).toBeGreaterThan(30);
    const different = written.filter(
      (path) => !readFileSync(join(out, "releases", path)).equals(readFileSync(join(ROOT, "releases", path))),
    );
    expect(different).toEqual([]);
  });

  test("--check names a missing, a changed and a stray file, and writing fixes all three", () => {
    sample(["--out", out]);
    const at = (path: string) => join(out, "releases/2506", path);
    rmSync(at("kit/mapping.xml"));
    appendFileSync(at("base/client.properties"), "X=1\n");
    writeFileSync(at("kit/plugin/lib/plm-connector-2406.jar"), "left over");
    const check = sample(["--check", "--out", out]);
    expect(check.code).toBe(1);
    expect(check.output.split("\n")).toEqual(
      expect.arrayContaining([
        "missing: releases/2506/kit/mapping.xml",
        "differs: releases/2506/base/client.properties",
        "not generated: releases/2506/kit/plugin/lib/plm-connector-2406.jar",
      ]),
    );
    sample(["--out", out]);
    expect(sample(["--check", "--out", out])).toEqual({ code: 0, output: "" });
  });
});
