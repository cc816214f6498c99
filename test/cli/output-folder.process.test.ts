import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { twoEnvironments, writeFiles } from "../support/repository.ts";
import { builtCli, runBuilt } from "./built.ts";
import { civil, treeOf } from "./civil.ts";

/* A real process that may write no more: what stood before stays. */

const unix = process.platform !== "win32";

describe.runIf(unix)("a disk that takes no more", () => {
  let command = "";
  beforeAll(async () => {
    command = await builtCli();
  });

  test("is an input/output error, the last good files stay and nothing half-written lies about", async () => {
    const folder = twoEnvironments();
    expect(runBuilt(command, ["compile"], { cwd: folder }).code).toBe(0);
    const good = treeOf(join(folder, "dist"));
    writeFiles(folder, {
      "releases/2506/base/logger.properties": `isPayloadRequired=false\n${"# as long as it takes\n".repeat(200)}`,
    });
    // no file of this process may grow beyond 1,024 bytes; the signal that goes with it is ignored
    const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 2; exec "$@"', "sh"];
    const found = await civil((argv) => runBuilt(command, argv, { cwd: folder, before: limited }), ["compile"]);
    expect(found.code).toBe(2);
    expect(treeOf(join(folder, "dist"))).toEqual(good);
  });

  test("whatever the exit code: the last good files stay, and nothing half-written lies about", () => {
    const folder = twoEnvironments();
    expect(runBuilt(command, ["compile"], { cwd: folder }).code).toBe(0);
    const good = treeOf(join(folder, "dist"));
    writeFiles(folder, {
      "releases/2506/base/logger.properties": `isPayloadRequired=false\n${"# as long as it takes\n".repeat(200)}`,
    });
    const found = runBuilt(command, ["compile"], {
      cwd: folder,
      before: ["sh", "-c", 'trap "" XFSZ; ulimit -f 2; exec "$@"', "sh"],
    });
    expect(found.code).toBeGreaterThan(0);
    expect(treeOf(join(folder, "dist"))).toEqual(good);
  });
});
