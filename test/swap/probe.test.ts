import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../support/repository.ts";
import { swapBundle, settingsBundle } from "./support/bundle.ts";
import { installation } from "./support/installation.ts";
import { inProcess } from "./support/in-process.ts";
import { snapshot, livePairs, wantedPairs, foreign, leftovers, liveFiles } from "./support/snapshot.ts";
import { CHANGES } from "./support/fault.ts";

vi.mock("../../src/io/swap-world.ts", async (original) => (await import("./support/faulty-world.ts")).faultyWorld(await original()));
test("probe", async () => {
  const w = temporaryFolder();
  const a = swapBundle(join(w, "a.zip"));
  const b = swapBundle(join(w, "b.zip"), { release: "2606" });
  const s = settingsBundle(join(w, "s.zip"), { release: "2606", tier: "pilot" });
  const root = installation(join(w, "root"), "hand-made");
  const before = foreign(root);
  for (const [f, o] of [[a, {}], [a, {}], [b, {}], [s, { switchEnvironment: true }]] as const) {
    const t = performance.now();
    const r = await inProcess.deploy(f, { root, ...o });
    console.log(r.code, r.out, r.err, r.events.length, r.events.filter((e) => CHANGES.has(e.name)).length, performance.now() - t);
  }
  console.log(liveFiles(root));
  expect(livePairs(root)).toEqual(wantedPairs("pilot"));
  expect(foreign(root)).toEqual(before);
  console.log((await inProcess.verify({ root })).out, (await inProcess.rollback({ root })).out);
  console.log(leftovers(root));
});
