import { join } from "node:path";
import type { BundleManifest } from "../../../../src/deploy/bundle/manifest.ts";
import type { Found, LiveFile } from "../../../../src/deploy/swap/inspect/preflight.ts";
import { loadValues } from "../../../../src/deploy/swap/inspect/values.ts";
import type { ProvenBundle } from "../../../../src/deploy/swap/protocol/bundle.ts";
import type { Targets } from "../../../../src/deploy/swap/protocol/targets.ts";
import type { FileChange } from "../../../../src/deploy/swap/stage/staged-files.ts";
import { sha256, swapParts } from "./bundle.ts";
import { CLIENT, INSTALL, LIVE, record, SWAP } from "./sample-records.ts";

export const LOG4J2 = join(CLIENT, "..", "log4j2.xml");
export const PROFILE = join(INSTALL, "p.mdzip");
export const STRAY = join(INSTALL, "plugins", "p.mdzip");
export const targets: Targets = {
  install: INSTALL,
  plugins: join(INSTALL, "plugins"),
  live: LIVE,
  swap: SWAP,
  client: CLIENT,
  log4j2: LOG4J2,
  profiles: [{ id: "profile-1", path: PROFILE }],
  strays: [STRAY],
  knownProfiles: [],
  roots: [],
  windowsInstall: "C:\\tool",
};
export const WHERE = { root: null, install: null, clientFile: null, cwd: INSTALL };

export const value = (file: "connector" | "client" | "logger", key: string, text: string) => ({
  file,
  key,
  value: text,
  unit: false,
});
export const secret = (file: "connector" | "client" | "logger", key: string) => ({ file, key, secret: "NAME", unit: false });

/** A small bundle: `files` as in the zip. */
export function bundleOf(
  manifest: Partial<BundleManifest> = {},
  contents: Readonly<Record<string, string>> = FILES,
): ProvenBundle {
  const files = Object.entries(contents).map(([path, content]) => ({ path, ...record(content) }));
  const whole: BundleManifest = { ...swapParts().manifest, values: [value("client", "c", "2")], log4j2: [], ...manifest, files };
  return {
    manifest: whole,
    manifestSha256: sha256("manifest"),
    sha256: sha256("zip"),
    name: "production-2506.zip",
    key: null,
    vouched: [],
    signedBy: () => false,
    read: (path) => [Buffer.from(contents[path] ?? "")],
  };
}
export const FILES: Readonly<Record<string, string>> = {
  "client/CommonClient.properties": "c=2\n",
  "plugin/conf/connector.properties": "a=2\n",
  "plugin/conf/logger.properties": "l=1\n",
  "plugin/lib/x.jar": "jar",
  "profile/PLM_Profile.mdzip": "profile",
};
export const liveFile = (path: string, text: string): LiveFile => ({
  path,
  bytes: Buffer.from(text),
  values: loadValues(path, Buffer.from(text)),
});
export const none: Found = {
  receipt: null,
  secrets: { connector: new Set(), client: new Set(), logger: new Set() },
  tree: null,
  conf: null,
  logger: null,
  client: null,
  tool: { expected: "row", found: null, proven: false, java: null },
  doubt: null,
  strays: [],
  processes: [],
  flags: [],
  supplied: new Map(),
};
export const text = (change: FileChange | null | undefined) =>
  change && { ...change, before: change.before?.toString() ?? null, after: change.after?.toString() ?? null };
