import { PropertiesDocument, SecretValue, sha256 } from "../../kernel/index.ts";
import type { BundleManifest, FileRecord } from "../bundle/manifest.ts";
import { PLUGIN_PREFIX, pluginTree } from "../bundle/tree.ts";
import { allSecretKeys } from "../swap/inspect/machine-secrets.ts";
import type { SuppliedSecrets } from "../swap/protocol/supplied-secrets.ts";
import type { ProvenBundle } from "../swap/protocol/bundle.ts";

/** A host name that never resolves (RFC 2606), so that a rehearsal names no real tier except the bundle's own. */
const HOST = "rehearsal.invalid";

/** Returns a value of a settings file with the host of each URL replaced by `host`, as for another tier. */
function elsewhere(value: string, host: string): string {
  return value.replace(/(?<=[a-z0-9+.-]:\/\/)[^/:,;\s]+/gi, () => host);
}

const otherValues = (manifest: BundleManifest, host: string): BundleManifest["values"] =>
  manifest.values.map((value) =>
    value.unit && value.value !== undefined ? { ...value, value: elsewhere(value.value, host) } : value,
  );

const record = (path: string, bytes: Buffer): FileRecord => ({
  path,
  size: bytes.length,
  sha256: sha256(bytes),
});

function inMemory(bundle: ProvenBundle, manifest: BundleManifest, own: ReadonlyMap<string, Buffer>, name: string): ProvenBundle {
  const kept = manifest.files.filter((file) => !own.has(file.path));
  const files = [...kept, ...[...own].map(([path, bytes]) => record(path, bytes))].sort((a, b) => (a.path < b.path ? -1 : 1));
  const tree = pluginTree(files);
  const whole = { ...manifest, files, tree: tree.files === 0 ? null : tree };
  const digest = sha256(JSON.stringify(whole));
  return {
    manifest: whole,
    manifestSha256: digest,
    sha256: digest,
    name,
    key: bundle.key,
    vouched: bundle.vouched,
    signedBy: bundle.signedBy,
    read: (path) => {
      const bytes = own.get(path);
      return bytes ? [bytes] : bundle.read(path);
    },
  };
}

/** Returns stand-in values by key, one for every secret that one of the bundles declares. */
export const standInSecrets = (...bundles: readonly ProvenBundle[]): SuppliedSecrets =>
  new Map(
    bundles
      .flatMap(({ manifest }) => [...allSecretKeys(manifest)])
      .map((key) => [key, { value: new SecretValue("rehearsal-only") }]),
  );

/** A jar that only the stand-in for an older build has: the swap to the rehearsed bundle must delete it. */
export const LEFTOVER = "lib/leftover-of-the-older-build.jar";

/** Returns a stand-in for an older build, made of the bundle itself: other addresses, another profile, and an additional jar. */
export function olderBuild(bundle: ProvenBundle): ProvenBundle {
  const { manifest } = bundle;
  const values = otherValues(manifest, `older.${HOST}`);
  const bytes = (path: string) => Buffer.concat([...bundle.read(path)]);
  const own = new Map<string, Buffer>([[PLUGIN_PREFIX + LEFTOVER, Buffer.from("an older build\n")]]);
  const edit = (path: string, role: "connector" | "client") => {
    if (!manifest.files.some((file) => file.path === path)) return;
    const changes = values.flatMap((value) =>
      value.file === role && value.value !== undefined ? [{ key: value.key, value: value.value }] : [],
    );
    own.set(path, PropertiesDocument.parse(bytes(path)).edit(changes).bytes());
  };
  edit(PLUGIN_PREFIX + manifest.plugin.conf, "connector");
  edit("client/CommonClient.properties", "client");
  const profile = `profile/${manifest.paths.profile ?? ""}`;
  if (manifest.files.some((file) => file.path === profile)) own.set(profile, Buffer.from("an older profile\n"));
  const older = { ...manifest, connector: "older", serial: Math.max(0, manifest.serial - 1), values };
  return inMemory(bundle, older, own, "a stand-in for the older build");
}

/** Returns a stand-in for a settings bundle that switches the connector of the given bundle to another tier. */
export function otherSettings(bundle: ProvenBundle): ProvenBundle {
  const { manifest } = bundle;
  const values = otherValues(manifest, `other.${HOST}`).filter((value) => value.unit);
  const settings: BundleManifest = { ...manifest, kind: "settings", values, files: [], tree: null, log4j2: [], mapping: null };
  return inMemory(bundle, settings, new Map(), "settings of another tier");
}
