import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { machineWorld } from "../../../src/platform/swap-world.ts";
import { rehearse } from "../../../src/deploy/rehearse/rehearse.ts";
import type { ProvenBundle } from "../../../src/deploy/swap/protocol/bundle.ts";
import type { SwapFiles, SwapWorld } from "../../../src/platform/machine.ts";
import { type BundleShape, swapParts } from "../swap/support/bundle.ts";

/** The bundle as `deploy` would have opened it. */
function opened(shape: BundleShape): ProvenBundle {
  const { manifest, files } = swapParts(shape);
  const digest = createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
  return {
    manifest,
    manifestSha256: digest,
    sha256: digest,
    name: `${manifest.environment}-${manifest.connector}.zip`,
    key: null,
    vouched: [],
    signedBy: () => false,
    read: (path) => [Buffer.from(files[path] ?? "")],
  };
}

// asking the system for all its processes is a third of the time; test/deploy/swap/machine.test.ts does
const real = (): SwapWorld => ({
  ...machineWorld({ now: () => new Date(), run: () => Promise.resolve({ code: 0, stdout: "" }) }, () => undefined),
  processes: () => Promise.resolve([]),
});

const broken = (change: Partial<SwapFiles>): SwapWorld => {
  const world = real();
  return { ...world, files: { ...world.files, ...change } };
};

describe("a rehearsal", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "rehearse-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const play = (world: SwapWorld, from: ProvenBundle | null = null, bundle = opened({ release: "2606" })) =>
    rehearse(world, root, bundle, from, "tierwright test");

  test("[D3] [D4] [D5] plays install, repeat, upgrade, power cuts, switch and rollbacks, and all hold", async () => {
    const scenes = await play(real());
    expect(scenes.filter((scene) => !scene.ok)).toEqual([]);
    expect(scenes.map((scene) => scene.name)).toEqual([
      "first install of an older build (a stand-in)",
      "the same again",
      "upgrade to production-2606.zip",
      "rollback of the upgrade",
      "power failure simulated at every step of the upgrade",
      "settings switch with the tool open",
      "rollback of the switch",
      "power failure simulated at every step of a switch",
    ]);
    expect(scenes[4]?.lines[0]).toMatch(/^\d\d steps: \d+ × rolled back, [1-9]\d* × completed, never half-installed$/);
  });

  test("[D4] takes the bundle that workstations have as the older build", async () => {
    const scenes = await play(real(), opened({ release: "2506" }));
    expect(scenes.every((scene) => scene.ok)).toBe(true);
    expect(scenes[0]?.name).toBe("first install of production-2506.zip");
  });

  const secret = (file: "connector" | "client", key: string) =>
    ({ file, key, secret: `/workstation/set/${file}/${key}`, unit: false }) as const;

  test("[D11] plays a bundle with secrets with stand-in values, says so, and every scene holds", async () => {
    const values = [secret("connector", "PROXY_PASSWORD"), secret("client", "APP_TOKEN")];
    const scenes = await play(real(), null, opened({ release: "2606", values }));
    expect(scenes.filter((scene) => !scene.ok)).toEqual([]);
    expect(scenes).toHaveLength(8);
    expect(scenes[0]?.lines).toContainEqual("stand-in values for 2 secrets of a workstation: PROXY_PASSWORD, APP_TOKEN");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".properties"));
    const conf = files.filter((name) => !name.includes(".swap")).map((name) => readFileSync(join(root, name), "latin1"));
    expect(conf.join("\n")).toMatch(/^PROXY_PASSWORD=./m);
    expect(conf.join("\n")).not.toContain("@secret(");
  });

  test("[D11] plays an upgrade that brings a new secret", async () => {
    const [before, after] = [[secret("connector", "OLD_SECRET")], [secret("connector", "NEW_SECRET")]];
    const scenes = await play(real(), opened({ release: "2506", values: before }), opened({ release: "2606", values: after }));
    expect(scenes.filter((scene) => !scene.ok)).toEqual([]);
    expect(scenes[0]?.lines).toContainEqual("stand-in values for 2 secrets of a workstation: OLD_SECRET, NEW_SECRET");
  });

  test("[D11] says nothing of secrets where a bundle has none", async () => {
    const scenes = await play(real());
    expect(JSON.stringify(scenes)).not.toMatch(/secret/);
  });

  test("[D4] says which scene does not hold when the client file is never really written", async () => {
    const { files } = real();
    const scenes = await play(
      broken({ replace: (from, to) => (to.endsWith("CommonClient.properties") ? files.remove(from) : files.replace(from, to)) }),
    );
    expect(scenes.some((scene) => !scene.ok)).toBe(true);
    expect(scenes.find((scene) => !scene.ok)?.lines.join("\n")).toContain("CommonClient.properties");
  });

  test("[D4] does not hold when a disk forgets journals: a power cut then leaves no way back", async () => {
    const { files } = real();
    const scenes = await play(
      broken({ replace: (from, to) => (to.endsWith("journal.json") ? files.remove(from) : files.replace(from, to)) }),
    );
    const cut = scenes.find((scene) => scene.name === "power failure simulated at every step of the upgrade");
    expect(cut?.ok).toBe(false);
  });
});
