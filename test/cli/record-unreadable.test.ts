import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { SwapWorld } from "../../src/platform/machine.ts";
import { cli } from "../support/host.ts";
import { closeTiers, recorded, stage, world } from "./record-scene.ts";

/* Whoever reads receipts besides a deploy goes on without one that is damaged, and hides no fault of the program. */

afterEach(closeTiers);

const RECEIPTS = "C/Program Files/Tool/.swap/receipts";

/** A machine on which a look at the receipts fails. */
const failing =
  (fault: Error) =>
  (real: SwapWorld): SwapWorld => ({
    ...real,
    processes: () => Promise.resolve([]),
    files: {
      ...real.files,
      stat(path) {
        if (path.replaceAll("\\", "/").endsWith("/receipts")) throw fault;
        return real.files.stat(path);
      },
    },
  });

/** A workstation that was recorded, and the commands that look at its receipts. */
async function looking() {
  const at = await stage();
  await recorded(at, () => Promise.resolve());
  const { cwd, root } = at;
  const place = ["--store", "captures", "--root", root, "--format", "json"];
  const doctor = ["doctor", ...place, "--only", "plugin/last-swap,relay/left-behind"];
  const run = (argv: readonly string[], machine?: (real: SwapWorld) => SwapWorld) =>
    cli(argv, { cwd, recording: world(), ...(machine && { machine }) });
  return { root, run, doctor, status: ["record", "status", ...place] };
}

test("[G6] [H5] a fault of the program is not taken for a receipt that cannot be read", async () => {
  const { run, doctor, status } = await looking();
  for (const argv of [doctor, status]) {
    const { code, err } = await run(argv, failing(new TypeError("a fault of the program")));
    expect([code, err]).toEqual([4, expect.stringContaining("internal error (TypeError: a fault of the program)")]);
    const denied = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    expect([0, 1]).toContain((await run(argv, failing(denied))).code);
  }
});

test("[G6] [H5] a damaged receipt stops neither command, and doctor and deploy --verify report it", async () => {
  const { root, run, doctor, status } = await looking();
  mkdirSync(join(root, RECEIPTS), { recursive: true });
  writeFileSync(join(root, RECEIPTS, "000001-20261120T100000Z-abcdef.json"), "{");
  expect((await run(status)).code).toBe(0);
  const { code, out } = await run(doctor);
  expect(code).toBe(1);
  const { checks } = JSON.parse(out) as { readonly checks: readonly { id: string; state: string; says: string }[] };
  const swap = checks.find(({ id }) => id === "plugin/last-swap");
  expect(swap).toMatchObject({ state: "error", says: expect.stringMatching(/abcdef\.json cannot be read/) });
  const verified = await run(["deploy", "--verify", "--root", root, "--install", "C:\\Program Files\\Tool"]);
  expect([verified.code, verified.err]).toEqual([12, expect.stringMatching(/abcdef\.json cannot be read/)]);
});
