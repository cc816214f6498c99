import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SecretSource } from "../../../src/kernel/diagnostic/secret.ts";
import { runProgram } from "../../../src/platform/run-program.ts";
import { lookUpSecret } from "../../../src/platform/secrets.ts";
import type { SecretReference } from "../../../src/compiler/model/secret.ts";
import { temporaryFolder } from "../../support/repository.ts";

/* Real programs that give a secret, or do not end. */

const unix = process.platform !== "win32";
const world = { env: () => undefined, run: runProgram };
const reference = (source: SecretSource) => ({ type: "secret", source, pointer: "/x" }) as unknown as SecretReference;

async function faultOf(source: SecretSource, root = temporaryFolder()): Promise<string> {
  const answer = await lookUpSecret(reference(source), root, world, true);
  return "fault" in answer ? answer.fault : "none";
}

describe.runIf(unix)("[E3] a secret's program", () => {
  test("that prints without end is stopped", async () => {
    expect(await faultOf({ kind: "command", argv: ["yes"] })).toMatch(/^program yes was stopped: it printed more than 64 KiB/);
    expect(await faultOf({ kind: "command", argv: ["sh", "-c", "head -c 70000 /dev/zero; exit 0"] })).toMatch(/64 KiB/);
  });

  test("that does not end is stopped with everything it started", async () => {
    const folder = temporaryFolder();
    const script = `sh -c 'echo $$ > ${folder}/child; exec sleep 600' & echo $$ > ${folder}/own; wait`;
    const { stopped } = await runProgram(["sh", "-c", script], { milliseconds: 700 });
    expect(stopped).toBe("time");
    for (const name of ["own", "child"]) {
      const pid = Number(readFileSync(join(folder, name), "utf8"));
      await expect.poll(() => stateOf(pid)).toMatch(/^(gone|Z)$/);
    }
  });

  test("whose child keeps the output open is not waited for", async () => {
    const { stopped, stdout } = await runProgram(["sh", "-c", "echo said; sleep 600 & exit 0"], { milliseconds: 700 });
    expect([stopped, stdout]).toEqual(["time", "said\n"]);
  });
});

/** How the system calls a process's state; it may have been waited for already. */
function stateOf(pid: number): string {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1] ?? "gone";
  } catch {
    return "gone";
  }
}
