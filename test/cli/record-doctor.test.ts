import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import { cli } from "../support/host.ts";
import { closeTiers, DNS, LIVE, recorded, stage, world } from "./record-scene.ts";

afterEach(closeTiers);

const ASKED = ["--only", "relay/left-behind,tier/half-switch,tier/one-unit,tier/context-root"];

test.each([
  ["without the store", []],
  ["with it", ["--store", "captures"]],
])("[G6] [H5] doctor --root beside a running relay is not red, %s; when it has ended it is", async (_, store) => {
  const at = await stage();
  const { cwd, root } = at;
  const argv = ["doctor", "demo", "--root", root, ...ASKED, ...store, "--format", "json"];
  const seen: string[] = [];
  const look = async (recording: RecordingWorld) => {
    const { code, out } = await cli(argv, { cwd, dns: DNS, recording });
    const { checks } = JSON.parse(out) as { readonly checks: readonly { readonly id: string; readonly state: string }[] };
    seen.push(...checks.map(({ id, state }) => `${id} ${state}`));
    return code;
  };
  let code: number | null = null;
  await recorded(at, async ({ bundle }, recording) => {
    await cli(["deploy", bundle.there, "--switch-environment", "--root", root], { cwd });
    code = await look(recording);
    expect(seen.filter((one) => one.endsWith(" fail"))).toEqual([]);
    expect(seen).toContain("relay/left-behind warn");
    expect(seen).toContain(`tier/half-switch ${store.length > 0 ? "pass" : "warn"}`);
    seen.length = 0;
  });
  expect(code).toBe(0);
  // without ENV, the receipt of the recording names the recorded environment
  const { out } = await cli(["doctor", ...argv.slice(2)], { cwd, dns: DNS, recording: world() });
  expect(JSON.parse(out)).toMatchObject({ environment: "demo" });
  expect(await look(world())).toBe(1);
  expect(seen).toEqual(expect.arrayContaining(["relay/left-behind fail", "tier/half-switch warn"]));
});

test("[G6] [H5] doctor --root knows a recording in this account's own store that was made for that root, and no other", async () => {
  const at = await stage();
  const { cwd, root } = at;
  await recorded(at, async ({ bundle }) => {
    await cli(["deploy", bundle.there, "--switch-environment", "--root", root], { cwd });
    cpSync(join(cwd, "out/demo/connector/logger.properties"), join(root, "C", LIVE, "conf/logger.properties"));
    const copy = join(cwd, "copy");
    cpSync(root, copy, { recursive: true });
    const told = async (folder: string) => {
      const argv = ["doctor", "demo", "--root", folder, "--only", "relay/left-behind,environment/values", "--format", "json"];
      const { out } = await cli(argv, { cwd, dns: DNS, recording: { ...world(), store: () => join(cwd, "captures") } });
      return JSON.stringify(JSON.parse(out).checks);
    };
    expect(await told(root)).toMatch(/the relay of recording \S+ \(demo\), which runs/);
    expect(await told(root)).toContain(`end the recording with \`tierwright record stop demo --root ${root}\``);
    expect(await told(copy)).not.toContain("the relay of recording");
  });
});

test("[D9] [G6] [H5] doctor and verify name the end of the recording for a change that was made during it", async () => {
  const at = await stage();
  const { cwd, root } = at;
  await recorded(at, async ({ bundle }) => {
    await cli(["deploy", bundle.there, "--switch-environment", "--root", root], { cwd });
    writeFileSync(join(root, "C", LIVE, "left.jar"), "");
    const argv = ["doctor", "demo", "--root", root, "--only", "plugin/last-swap", "--format", "json"];
    const { checks } = JSON.parse((await cli(argv, { cwd })).out);
    const { err } = await cli(["deploy", "--verify", "--root", root, "--install", "C:\\Program Files\\Tool"], { cwd });
    expect(checks[0].state).toBe("fail");
    for (const advice of [checks[0].help, err]) {
      expect(advice).toContain(`end the recording with \`tierwright record stop demo --root ${root}`);
      expect(advice).not.toContain("installing the bundle again");
    }
    expect(err).toMatch(/ --install [^`]*Tool[^`]*` \(and the --store/);
  });
});
