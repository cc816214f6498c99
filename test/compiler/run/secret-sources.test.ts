import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProgram } from "../../../src/platform/run-program.ts";
import { isVariableName, lookUpSecret } from "../../../src/platform/secrets.ts";
import type { SecretSource } from "../../../src/kernel/diagnostic/secret.ts";
import type { SecretReference } from "../../../src/compiler/model/secret.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, temporaryFolder } from "../../support/repository.ts";

/* What a reference may name: an ordinary small file, a program that ends and says little, a variable by a name that is one. */

const unix = process.platform !== "win32";
const none: string[] = [];
const world = { env: () => undefined, run: runProgram };
const reference = (source: SecretSource) => ({ type: "secret", source, pointer: "/x" }) as unknown as SecretReference;

async function faultOf(source: SecretSource, root = temporaryFolder()): Promise<string> {
  const answer = await lookUpSecret(reference(source), root, world, true);
  return "fault" in answer ? answer.fault : "none";
}

describe("[E3] a secret's file", () => {
  test.runIf(unix)("that is a pipe, a device, a folder or a link to one is said in words at once", async () => {
    const root = temporaryFolder();
    execFileSync("mkfifo", [join(root, "pipe")]);
    mkdirSync(join(root, "folder"));
    symlinkSync("/dev/zero", join(root, "zero"));
    for (const path of ["pipe", "/dev/zero", "/dev/null", "zero"])
      expect(await faultOf({ kind: "file", path }, root)).toBe(`file ${path} cannot be read: it is not an ordinary file`);
    expect(await faultOf({ kind: "file", path: "folder" }, root)).toMatch(/it is a folder/);
    expect(await faultOf({ kind: "file", path: "gone" }, root)).toMatch(/it does not exist/);
  });

  test("of 8 GB is not read, and one of 64 KiB is", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "large"), "");
    truncateSync(join(root, "large"), 8 * 1024 ** 3);
    expect(await faultOf({ kind: "file", path: "large" }, root)).toMatch(/more than 64 KiB/);
    writeFileSync(join(root, "key"), "k".repeat(64 * 1024));
    expect(await faultOf({ kind: "file", path: "key" }, root)).toBe("none");
  });
});

describe("[E3] a secret's program", () => {
  test("is held to both limits by the commands", async () => {
    const asked: unknown[] = [];
    const run = async (_: readonly string[], limits: unknown) => {
      asked.push(limits);
      return { code: 0, stdout: "x", stopped: "time" as const };
    };
    const answer = await lookUpSecret(
      reference({ kind: "command", argv: ["vault", "read"] }),
      "/",
      { env: () => undefined, run },
      true,
    );
    expect(asked).toEqual([{ largest: 65536, milliseconds: 60_000 }]);
    expect(answer).toEqual({ fault: "program vault was stopped: it did not end within 60 seconds" });
  });
});

describe("[E3] a variable's name", () => {
  const PASTED = [
    "DB_PASSWORD=hunter2-canary",
    "hunter2-canary!",
    "ghp_canaryA1b2C3d4E5f6G7h8",
    "c0ffee12canary34567",
    "a b canary",
    `canary${"x".repeat(80)}`,
  ];

  test.each(PASTED)("that may be the value itself is not shown: %s", async (name) => {
    expect(isVariableName(name)).toBe(false);
    const folder = exampleRepository();
    const path = "environments/demo/environment.yaml";
    edit(
      folder,
      path,
      "  embeddedBrowser: system\n",
      `  embeddedBrowser: system\n  set: { connector: { SteretypeNameTrucationLimit: { env: '${name}' } } }\n`,
    );
    for (const argv of [
      ["secrets", "check"],
      ["compile", "--with-secrets"],
      ["check"],
      ["compile"],
      ["why", "demo", "SteretypeNameTrucationLimit"],
    ])
      for (const form of argv[0] === "why" ? [none] : [none, ["--format", "json"]]) {
        const { out, err, code } = await cli([...argv, ...form], { cwd: folder });
        expect(out + err, argv.join(" ")).not.toMatch(/canary/);
        expect([0, 1]).toContain(code);
      }
  });

  test.each(["TCSSO_CLIENT_SECRET", "DB2_PASSWORD", "password", "myPassword", "_X", "KEY_2026"])("is shown: %s", (name) => {
    expect(isVariableName(name)).toBe(true);
  });
});
