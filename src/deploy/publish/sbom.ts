import { afterLast } from "../../kernel/index.ts";
import type { BundleManifest } from "../bundle/manifest.ts";

/** Guesses name and version from a jar's file name: 'json-lite-1.9.4' gives json-lite and 1.9.4; `version` is null if the name has none. */
export function guessFromName(stem: string): { readonly name: string; readonly version: string | null } {
  const separator = /[-_]v?(?=\d)/g;
  // a version extends to the end of a jar's name, so the search starts after the last character that no version can have
  let start = stem.length;
  while (start > 0 && /[\w.+-]/.test(stem.charAt(start - 1))) start--;
  separator.lastIndex = Math.max(1, start);
  const found = separator.exec(stem);
  return found ? { name: stem.slice(0, found.index), version: stem.slice(separator.lastIndex) } : { name: stem, version: null };
}

const isJar = (path: string): boolean => /[^/]\.jar$/i.test(path);

function component(path: string, sha256: string) {
  const guess = guessFromName(isJar(path) ? afterLast(path, "/").slice(0, -4) : path);
  const evidence = guess.version === null ? "its file name has no version" : "guessed from its file name, not proven";
  return {
    type: "library",
    "bom-ref": path,
    name: guess.name,
    ...(guess.version === null ? {} : { version: guess.version }),
    hashes: [{ alg: "SHA-256", content: sha256 }],
    properties: [
      { name: "tierwright:path", value: path },
      { name: "tierwright:version", value: evidence },
    ],
  };
}

/** Returns a UUID made of a SHA-256 (RFC 9562, version 8), so that equal bundles have equal UUIDs. */
function uuidOf(digest: string): string {
  const variant = "89ab"[Number.parseInt(digest[16] ?? "0", 16) % 4];
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/**
 * Returns NAME.cdx.json, a bundle's bill of materials: CycloneDX 1.6 with one component and its SHA-256 for each jar. Versions are marked
 * as guesses. Without a timestamp, equal bundles give equal bytes.
 * @param digests SHA-256 of manifest.json and of the zip
 */
export function sbomBytes(
  manifest: BundleManifest,
  name: string,
  digests: { readonly manifest: string; readonly bundle: string },
): Buffer {
  const jars = manifest.files.filter(({ path }) => isJar(path));
  const bom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(digests.manifest)}`,
    version: 1,
    metadata: {
      tools: { components: [{ type: "application", name: "tierwright", version: manifest.compiler.replace(/^\S+ /, "") }] },
      component: {
        type: "application",
        "bom-ref": name,
        name,
        version: String(manifest.serial),
        description: `${manifest.kind} bundle of ${manifest.environment}, connector ${manifest.connector}`,
        hashes: [{ alg: "SHA-256", content: digests.bundle }],
        properties: [
          { name: "tierwright:manifest-sha256", value: digests.manifest },
          ...(manifest.source.commit === null ? [] : [{ name: "tierwright:commit", value: manifest.source.commit }]),
        ],
      },
    },
    components: jars.map(({ path, sha256 }) => component(path, sha256)),
    dependencies: [{ ref: name, dependsOn: jars.map(({ path }) => path) }],
    compositions: [{ aggregate: "incomplete_first_party_only", assemblies: [name] }],
  };
  return Buffer.from(`${JSON.stringify(bom, null, 2)}\n`, "utf8");
}
