import {
  type CompiledEnvironment,
  type CompiledKey,
  type KnownProfile,
  type Release,
  editLog4j2,
  log4j2Edits,
  verdictRecord,
} from "../../compiler/index.ts";
import { broughtDeletion } from "../../kernel/index.ts";
import { BUNDLE_SCHEMA, type BundleManifest, type DecidedValue } from "../bundle/manifest.ts";
import type { BundlePart, PluginPlaces } from "./parts.ts";
import { pluginTree } from "../bundle/tree.ts";
import { windowsPaths } from "./windows-paths.ts";

/** The parts of a bundle's manifest that do not come from the compiled environment. */
export interface BundleFacts {
  readonly kind: BundleManifest["kind"];
  readonly version: string;
  readonly serial: number;
  readonly source: BundleManifest["source"];
  readonly places: PluginPlaces;
  /** The entries of the bundle's zip; empty for a settings bundle. */
  readonly parts: readonly BundlePart[];
  readonly mapping: BundleManifest["mapping"];
  /** The profiles (.mdzip) in the kits of all releases of the repository, by size and digest. */
  readonly knownProfiles: readonly KnownProfile[];
}

function decidedValues(compiled: CompiledEnvironment, release: Release): readonly DecidedValue[] {
  const writes = new Set(release.writes.map(({ file, key }) => `${file}/${key}`));
  const value = ({ file, key, decision }: CompiledKey): DecidedValue => {
    const unit = writes.has(`${file}/${key}`);
    const { secret } = decision;
    return secret ? { file, key, secret: secret.pointer, unit } : { file, key, value: decision.value, unit };
  };
  return Object.values(compiled.files)
    .flatMap((file) => file.decided)
    .filter(({ decision }) => decision.layer !== "carried")
    .map(value);
}

/**
 * Returns the decoded values of the installed conf from which values are carried, without keys that are now secret (docs/formats.md); null
 * without a carry.
 */
function expected({ carryOver, files }: CompiledEnvironment): BundleManifest["expect"] {
  if (!carryOver) return null;
  const secret = (key: string) => (files.connector?.keys.get(key)?.decision.secret ?? null) !== null;
  return [...carryOver.from.document.load().map].flatMap(([key, { value }]) => (secret(key) ? [] : [{ key, value }]));
}

/** Returns the fields of a manifest that a swap bundle and a settings bundle fill alike. */
function shared(compiled: CompiledEnvironment, release: Release, facts: BundleFacts) {
  const { environment, site, verdict } = compiled;
  const { versionFrom } = site.tool;
  return {
    schema: BUNDLE_SCHEMA,
    kind: facts.kind,
    environment: environment.name,
    connector: environment.connector.text,
    serial: facts.serial,
    compiler: `tierwright ${facts.version}`,
    source: { commit: facts.source.commit, changed: facts.source.changed },
    tool: {
      name: site.tool.name?.text ?? null,
      row: environment.tool.text,
      versionFrom: versionFrom && { file: versionFrom.file.text, pattern: versionFrom.pattern.text },
    },
    plugin: {
      folder: site.connector.folder.text,
      id: (site.connector.id ?? site.connector.folder).text,
      conf: facts.places.conf,
      logger: facts.places.logger,
    },
    java: release.java?.text ?? null,
    verdict: verdictRecord(verdict),
  } as const;
}

/**
 * Returns the edits that a deploy makes in an existing log4j2.xml. An edit of a deletion has the Delete action of the release's base
 * log4j2.xml.
 */
function editsOf({ environment, release }: CompiledEnvironment): BundleManifest["log4j2"] {
  const base = release?.base.log4j2;
  return log4j2Edits(environment).map(({ kind, name, value }) => ({
    what: kind,
    name: name === "root" && kind === "level" ? "" : name,
    value: value.text,
    ...(kind === "deletion" && base
      ? { deletion: broughtDeletion(editLog4j2(environment, base.document), name, value.text) }
      : {}),
  }));
}

/**
 * Composes the manifest of a bundle, with its keys in the order in which they are written. Nothing in the manifest depends on the date of
 * the build or on the machine that builds (docs/bundles.md). A settings bundle has only the values of the environment's writes and no
 * files.
 */
export function composeManifest(compiled: CompiledEnvironment, release: Release, facts: BundleFacts): BundleManifest {
  const swap = facts.kind === "swap";
  const { carryOver, environment } = compiled;
  const values = decidedValues(compiled, release);
  const brought = swap && facts.parts.some(({ path }) => path.startsWith("profile/"));
  return {
    ...shared(compiled, release, facts),
    paths: {
      ...windowsPaths(compiled, brought ? (compiled.site.profile.file?.text ?? null) : null, facts.knownProfiles),
      ...(swap ? {} : { log4j2: null }),
    },
    values: swap ? values : values.filter(({ unit }) => unit),
    keep: environment.workstation.keep.map((key) => key.text),
    log4j2: swap ? editsOf(compiled) : [],
    expect: expected(compiled),
    carried:
      swap && carryOver
        ? { from: carryOver.from.path, keys: carryOver.carried, added: carryOver.added, dropped: carryOver.dropped }
        : null,
    mapping: swap ? facts.mapping : null,
    tree: swap ? pluginTree(facts.parts) : null,
    files: facts.parts.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
  };
}

/** Returns the bytes of manifest.json: equal manifests give equal bytes. Each list element is on its own line; LF, no byte order mark. */
export function manifestBytes(manifest: BundleManifest): Buffer {
  const fields = Object.entries(manifest).map(([key, value]) => {
    const list = Array.isArray(value) && value.length > 0 && typeof value[0] === "object";
    const text = list ? `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]` : JSON.stringify(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return Buffer.from(`{\n${fields.join(",\n")}\n}\n`, "utf8");
}
