import { afterLast } from "../../kernel/index.ts";
import type { BundleManifest } from "../bundle/manifest.ts";

/** Name and version as a jar's file name suggests them: 'json-lite-1.9.4' is json-lite of version 1.9.4. Nothing proves it. */
export function guessFromName(stem: string): { readonly name: string; readonly version: string | null } {
  const separator = /[-_]v?(?=\d)/g;
  // a version goes to the end, so that none begins before a character that it cannot have
  let start = stem.length;
  while (start > 0 && /[\w.+-]/.test(stem.charAt(start - 1))) start--;
  separator.lastIndex = Math.max(1, start);
  const found = separator.exec(stem);
  return found ? { name: stem.slice(0, found.index), version: stem.slice(separator.lastIndex) } : { name: stem, version: null };
}

const isJar = (path: string): boolean => /[^/]\.jar$/i.test(path);

function component(path: string, sha256: string) {
  const guess = guessFromName(isJar(path) ? afterLast(path, "/").slice(0, -4) : path);
  const evidence = guess.version === null ? "no version stands in its file name" : "guessed from its file name, not proven";
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

/** A UUID made of a digest (RFC 9562, version 8): the same bundle has the same one. */
function uuidOf(digest: string): string {
  const variant = "89ab"[Number.parseInt(digest[16] ?? "0", 16) % 4];
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/**
 * NAME.cdx.json: CycloneDX 1.6, one component for each jar of the bundle with its SHA-256 (D1). Versions are guesses and say so; there is
 * no time in it, so equal bundles have equal bytes. `digests`: SHA-256 of manifest.json and of the zip.
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
