import { join } from "node:path";
import type { BundleManifest } from "../../../../src/deploy/bundle/manifest.ts";
import type { SwapWorld } from "../../../../src/platform/machine.ts";
import type { ProvenBundle } from "../../../../src/deploy/swap/protocol/bundle.ts";
import { type DeployOptions, deploy, openingOf } from "../../../../src/deploy/swap/run/deploy.ts";
import { sha256 } from "./bundle.ts";
import { MemoryFiles } from "./memory-files.ts";
import { PLUGIN } from "./releases.ts";
import { bundleOf, FILES, value } from "./sample-bundle.ts";
import { CLIENT, INSTALL, LIVE, memoryWorld } from "./sample-records.ts";

/* Whole deploys on files in memory. */

export const CONF = join(LIVE, "conf", "connector.properties");
export const JAR = join(LIVE, "lib", "x.jar");
export const PROFILE = join(INSTALL, "profiles", "PLM_Profile.mdzip");
export const STALE = join(INSTALL, "plugins", "p.mdzip");
export const CONTENTS = { ...FILES, "plugin/plugin.xml": `<plugin id="${PLUGIN.id}" name="x" version="1" class="x"/>` };
export const paths: BundleManifest["paths"] = {
  ...bundleOf().manifest.paths,
  log4j2: null,
  profiles: ["{install}\\profiles\\PLM_Profile.mdzip"],
  strays: ["{install}\\plugins\\p.mdzip"],
  roots: [],
};
export const swap = (contents: Readonly<Record<string, string>> = {}, more: Partial<BundleManifest> = {}): ProvenBundle => ({
  ...bundleOf({ paths, tree: { sha256: sha256("tree"), files: 4 }, ...more }, { ...CONTENTS, ...contents }),
  manifestSha256: sha256(JSON.stringify([contents, more])),
});
export const settings = (values: BundleManifest["values"]): ProvenBundle => ({
  ...bundleOf({ paths: { ...paths, profile: null, profiles: [], strays: [] }, kind: "settings", tree: null, values }, {}),
  manifestSha256: sha256(JSON.stringify(values)),
});
export const NEXT = swap(
  { "client/CommonClient.properties": "c=3\n", "plugin/lib/x.jar": "JAR" },
  { values: [value("client", "c", "3")] },
);

export const where = { root: null, install: INSTALL, clientFile: CLIENT, cwd: INSTALL };
export const bare = () => new MemoryFiles().folder(join(INSTALL, "plugins")).folder(join(PROFILE, "..")).file(CLIENT, "c=1\n");
export const running = { processes: () => Promise.resolve([{ pid: 7, name: "tool", user: null, path: INSTALL, started: null }]) };

let runs = 0;
/** Time and name of a run of the next second. */
export function moment(): Pick<SwapWorld, "now" | "token"> {
  const at = Date.UTC(2026, 0, 1, 0, 0, ++runs);
  const token = String(runs).padStart(6, "0");
  return { now: () => new Date(at), token: () => token };
}

export function run(files: MemoryFiles, bundle: ProvenBundle, more: Partial<DeployOptions> = {}, world: Partial<SwapWorld> = {}) {
  const options: DeployOptions = {
    where,
    allowed: { acceptDrift: false, switchEnvironment: false, allowDowngrade: null },
    whatIf: false,
    stageOnly: false,
    runner: "tierwright 0.1.0",
    ...more,
  };
  return deploy(memoryWorld(files, { ...moment(), ...world }), openingOf(bundle), options);
}
export const accepting = { allowed: { acceptDrift: true, switchEnvironment: false, allowDowngrade: null } };
export async function installed(): Promise<MemoryFiles> {
  const files = bare();
  await run(files, swap());
  files.done.length = 0;
  return files;
}
