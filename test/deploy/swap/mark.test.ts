import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { machineWorld } from "../../../src/platform/swap-world.ts";
import type { ProvenBundle } from "../../../src/deploy/swap/protocol/bundle.ts";
import { deploy, openingOf } from "../../../src/deploy/swap/run/deploy.ts";
import { layoutOf, targetsOf } from "../../../src/deploy/swap/protocol/targets.ts";
import { newestReceipt } from "../../../src/deploy/swap/records/receipts.ts";
import { recover } from "../../../src/deploy/swap/run/recover.ts";
import type { SwapFiles, SwapWorld } from "../../../src/platform/machine.ts";
import { sha256, swapParts } from "./support/bundle.ts";

function bundle(release: "2506" | "2606"): ProvenBundle {
  const { manifest, files } = swapParts({ release });
  const digest = sha256(JSON.stringify(manifest));
  const read = (path: string) => [Buffer.from(files[path] ?? "")];
  return { manifest, manifestSha256: digest, sha256: digest, name: release, key: null, vouched: [], signedBy: () => false, read };
}

/** Receipts cannot be written, and the power goes when the way back reaches a step. */
function failing(real: SwapWorld, step: string): SwapWorld {
  let dead = false;
  const broken = Object.fromEntries(
    Object.entries(real.files).map(([name, operation]) => [
      name,
      (...args: string[]) => {
        if (dead) throw new Error("the power is gone");
        if (name === "replace" && /\d{6}-.*\.json$/.test(args[1] ?? "")) throw Object.assign(new Error("no"), { code: "EIO" });
        return (operation as (...given: string[]) => unknown)(...args);
      },
    ]),
  ) as unknown as SwapFiles;
  const reached = (id: string) => {
    if (id === step) dead = true;
  };
  return { ...real, files: broken, reached };
}

test("[D4] a run that could not finish after the commit point and is cut off on its way back goes back, not into the same failure", async () => {
  const root = mkdtempSync(join(tmpdir(), "mark-"));
  try {
    const real = machineWorld({ now: () => new Date(), run: () => Promise.reject(new Error("none")) }, () => undefined);
    const where = { root, install: null, clientFile: null, cwd: root };
    const options = {
      where,
      allowed: { acceptDrift: false, switchEnvironment: false, allowDowngrade: null },
      whatIf: false,
      stageOnly: false,
      runner: "test",
    };
    await deploy(real, openingOf(bundle("2506")), options);
    const targets = targetsOf(bundle("2506").manifest, where);
    const layout = layoutOf(targets, where, real);
    const before = newestReceipt(real.files, layout)?.run;
    await expect(deploy(failing(real, "undo-out"), openingOf(bundle("2606")), options)).rejects.toMatchObject({ code: 12 });
    // the new folder stands there, and only the mark says that it has to go
    expect(real.files.list(join(targets.live, "lib"))).toContain("connector-2606.jar");
    expect(await recover(real, layout, targets, "x", root)).toMatchObject({ direction: "backward" });
    expect(real.files.list(join(targets.live, "lib"))).not.toContain("connector-2606.jar");
    expect(newestReceipt(real.files, layout)?.run).toBe(before);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
