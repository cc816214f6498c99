import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { ZipWriter } from "../../../../src/kernel/archive/writer.ts";
import type { BundleManifest, DecidedValue, FileRecord } from "../../../../src/deploy/bundle/manifest.ts";
import { ordinal, treeDigest } from "../../../../src/deploy/bundle/tree.ts";
import {
  clientText,
  confText,
  LOG4J2_TEXT,
  PATHS,
  PLUGIN,
  pairs,
  pluginFiles,
  profileText,
  type Release,
  ROW,
  type Tier,
} from "./releases.ts";

export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

export interface BundleShape {
  readonly release?: Release;
  readonly tier?: Tier;
  readonly serial?: number;
  /** Files beside or instead of the usual ones; null: left out. Names as in the zip. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  readonly conf?: string;
  readonly manifest?: Partial<BundleManifest>;
  readonly paths?: Partial<BundleManifest["paths"]>;
  /** Decided values beside the 14 pairs. */
  readonly values?: readonly DecidedValue[];
}

const recordOf = (path: string, content: string | Uint8Array): FileRecord => ({
  path,
  size: Buffer.from(content).length,
  sha256: sha256(content),
});

const decided = (tier: Tier): DecidedValue[] => pairs(tier).map(({ file, key, value }) => ({ file, key, value, unit: true }));

/** A settings bundle brings no profile and no log4j2.xml, so its manifest names no place for them. */
const NOTHING_BROUGHT = { log4j2: null, profile: null, profiles: [], strays: [] };

function manifestOf(shape: BundleShape, kind: BundleManifest["kind"], files: readonly FileRecord[]): BundleManifest {
  const { release = "2506", tier = "production" } = shape;
  const tree = files.filter(({ path }) => path.startsWith("plugin/")).map((file) => ({ ...file, path: file.path.slice(7) }));
  return {
    schema: "tierwright/bundle/v1",
    kind,
    environment: tier,
    connector: release,
    serial: shape.serial ?? 1_790_000_000 + Number(release),
    compiler: "tierwright 0.1.0",
    source: { commit: "0123456789abcdef0123456789abcdef01234567", changed: false },
    tool: { name: "Tool", row: ROW, versionFrom: { file: "bin\\tool.properties", pattern: "^version=(.+)$" } },
    plugin: PLUGIN,
    java: "17",
    verdict: { matrix: "A", reason: null, tierRange: true, exception: null },
    paths: { ...PATHS, ...(kind === "settings" ? NOTHING_BROUGHT : {}), ...shape.paths },
    values: [...decided(tier), ...(shape.values ?? [])],
    keep: [],
    log4j2: kind === "swap" ? [{ what: "trigger", name: "MAIN", value: "50 MB" }] : [],
    expect: null,
    carried: null,
    mapping: null,
    tree: kind === "swap" ? { sha256: treeDigest(tree), files: tree.length } : null,
    files,
    ...shape.manifest,
  };
}

/** The zip of a manifest and its files, byte for byte as a bundle is. */
export function zipped(manifest: string | Uint8Array, files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts: Buffer[] = [];
  const sink = {
    write: (bytes: Uint8Array) => void parts.push(Buffer.from(bytes)),
    writeAt(position: number, bytes: Uint8Array) {
      let at = 0;
      for (const part of parts) {
        if (position >= at && position < at + part.length) return void Buffer.from(bytes).copy(part, position - at);
        at += part.length;
      }
      throw new Error("nothing was written there");
    },
  };
  const writer = new ZipWriter(sink);
  writer.add("manifest.json", [Buffer.from(manifest)]);
  for (const name of Object.keys(files).sort(ordinal)) writer.add(name, [Buffer.from(files[name] ?? "")]);
  writer.finish();
  return Buffer.concat(parts);
}

const text = (manifest: BundleManifest): string => `${JSON.stringify(manifest, null, 1)}\n`;

/** A settings file that says what the rows of values say, as the compiler's does. */
function withRows(content: string | Uint8Array, file: DecidedValue["file"], rows: readonly DecidedValue[]): string {
  let all = typeof content === "string" ? content : Buffer.from(content).toString("latin1");
  for (const row of rows.filter((each) => each.file === file)) {
    const value = (row.secret !== undefined ? `@secret(${row.secret})` : (row.value ?? "")).replaceAll("\\", "\\\\");
    const line = new RegExp(`^${row.key.replace(/[^\\w]/g, "\\$&")}=.*$`, "m");
    all = line.test(all) ? all.replace(line, () => `${row.key}=${value}`) : `${all}${row.key}=${value}\n`;
  }
  return all;
}

/** What a swap bundle of this shape holds. */
export function swapParts(shape: BundleShape = {}): { manifest: BundleManifest; files: Record<string, string | Uint8Array> } {
  const { release = "2506", tier = "production" } = shape;
  const usual: Record<string, string | Uint8Array> = {
    "profile/PLM_Profile.mdzip": profileText(release),
    "client/CommonClient.properties": clientText(tier),
    "client/log4j2.xml": LOG4J2_TEXT,
  };
  for (const [path, content] of Object.entries(pluginFiles(release, shape.conf ?? confText(release, tier))))
    usual[`plugin/${path}`] = content;
  const files: Record<string, string | Uint8Array> = {};
  for (const [path, content] of Object.entries({ ...usual, ...shape.files })) if (content !== null) files[path] = content;
  for (const [path, file] of [
    ["plugin/conf/connector.properties", "connector"],
    ["client/CommonClient.properties", "client"],
  ] as const)
    if (files[path] !== undefined && !(shape.files && path in shape.files))
      files[path] = withRows(files[path], file, shape.values ?? []);
  const records = Object.keys(files)
    .sort(ordinal)
    .map((path) => recordOf(path, files[path] ?? ""));
  return { manifest: manifestOf(shape, "swap", records), files };
}

/** Writes a swap bundle; gives its path. */
export function swapBundle(path: string, shape: BundleShape = {}): string {
  const { manifest, files } = swapParts(shape);
  writeFileSync(path, zipped(text(manifest), files));
  return path;
}

/** Writes a settings bundle: the manifest alone. */
export function settingsBundle(path: string, shape: BundleShape = {}): string {
  writeFileSync(path, zipped(text(manifestOf(shape, "settings", [])), {}));
  return path;
}
