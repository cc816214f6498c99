import { createHash } from "node:crypto";
import type { ByteSink, ByteSource } from "../../../src/kernel/archive/bytes.ts";
import { ZipWriter } from "../../../src/kernel/archive/writer.ts";
import { manifestBytes } from "../../../src/deploy/publish/compose.ts";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import { pluginTree } from "../../../src/deploy/bundle/tree.ts";

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Files of a small bundle, in ordinal order. */
export const FILES: Readonly<Record<string, string>> = {
  "client/CommonClient.properties": "URL=https\\://plm.example.com\\:8443/tc\n",
  "client/log4j2.xml": "<Configuration/>\n",
  "plugin/conf/connector.properties":
    "TC_SERVER_URL=https\\://plm.example.com\\:8443/tc\nPROXY_PASSWORD=@secret(/workstation/set/connector/PROXY_PASSWORD)\n",
  "plugin/lib/plm-connector-2506.jar": "stands for the connector's classes\n",
  "plugin/plugin.xml": "<plugin id='com.example.plm.connector'/>\n",
  "profile/PLM_Profile.mdzip": "stands for the profile\n",
};

/** A sound manifest of these files; `changes` replace fields. */
export function manifestOf(
  files: Readonly<Record<string, string | Uint8Array>> = FILES,
  changes: Partial<BundleManifest> = {},
): BundleManifest {
  const records = Object.entries(files)
    .map(([path, data]) => ({ path, size: Buffer.from(data).length, sha256: sha256(Buffer.from(data)) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    schema: "tierwright/bundle/v1",
    kind: "swap",
    environment: "production",
    connector: "2506",
    serial: 1790000000,
    compiler: "tierwright 0.1.0",
    source: { commit: "4b825dc642cb6eb9a060e54bf8d69288fbee4904", changed: false },
    tool: {
      name: "Cameo Systems Modeler",
      row: "2024x Refresh3",
      versionFrom: { file: "bin\\tool.properties", pattern: "version=(.+)" },
    },
    plugin: {
      folder: "com.example.plm.connector",
      id: "com.example.plm.connector",
      conf: "conf/connector.properties",
      logger: null,
    },
    java: "17",
    verdict: { matrix: "A", reason: null, tierRange: true, exception: null },
    paths: {
      install: "C:\\Program Files\\Cameo Systems Modeler 2024x Refresh3",
      client: "C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties",
      log4j2: "C:\\ProgramData\\Example\\MBSE\\bhm\\log4j2.xml",
      profile: "PLM_Profile.mdzip",
      profiles: ["{install}\\profiles\\PLM_Profile.mdzip", "C:\\Users\\Public\\PLM_Profile.mdzip"],
      roots: ["{install}\\plugins"],
      strays: ["{install}\\plugins\\PLM_Profile.mdzip"],
    },
    values: [
      { file: "connector", key: "TC_SERVER_URL", value: "https://plm.example.com:8443/tc", unit: true },
      { file: "client", key: "URL", value: "https://plm.example.com:8443/tc", unit: true },
      { file: "connector", key: "PROXY_PASSWORD", secret: "/workstation/set/connector/PROXY_PASSWORD", unit: false },
    ],
    keep: ["STAGING_DIR"],
    log4j2: [{ what: "trigger", name: "MAIN", value: "50 MB" }],
    expect: [{ key: "TC_SERVER_URL", value: "https://old.example.com:8443/tc" }],
    carried: {
      from: "environments/production/installed/connector.properties",
      keys: ["LicenseDir"],
      added: [],
      dropped: ["OLD"],
    },
    mapping: { path: "mapping.xml", size: 3, sha256: sha256(Buffer.from("<m>")), judged: false, counts: { elementMappings: 3 } },
    tree: pluginTree(records),
    files: records,
    ...changes,
  };
}

/** A settings bundle's manifest. */
export const settingsManifest = (changes: Partial<BundleManifest> = {}): BundleManifest => {
  const { paths, values } = manifestOf();
  return manifestOf(
    {},
    {
      kind: "settings",
      values: values.filter(({ unit }) => unit),
      log4j2: [],
      carried: null,
      mapping: null,
      tree: null,
      paths: { ...paths, log4j2: null, profile: null, profiles: [], strays: [] },
      ...changes,
    },
  );
};

/** An archive in memory. */
export class MemorySink implements ByteSink {
  bytes: Buffer = Buffer.alloc(0);
  write(bytes: Uint8Array): void {
    this.bytes = Buffer.concat([this.bytes, bytes]);
  }
  writeAt(position: number, bytes: Uint8Array): void {
    this.bytes.set(bytes, position);
  }
}

export const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read(position, length) {
    if (position < 0 || position + length > bytes.length) throw new Error("read outside of the archive");
    return bytes.subarray(position, position + length);
  },
});

/** The zip of entries in the order given; contents may contradict the manifest. */
export function zipOf(entries: readonly (readonly [string, string | Uint8Array])[]): Buffer {
  const sink = new MemorySink();
  const writer = new ZipWriter(sink);
  for (const [name, data] of entries) writer.add(name, [Buffer.from(data)]);
  writer.finish();
  return sink.bytes;
}

/** A bundle: its manifest first, then the files in order. */
export function bundleOf(
  manifest: BundleManifest = manifestOf(),
  files: Readonly<Record<string, string | Uint8Array>> = manifest.kind === "swap" ? FILES : {},
): Buffer {
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return zipOf([["manifest.json", manifestBytes(manifest)], ...sorted]);
}
