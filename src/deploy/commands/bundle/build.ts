import { VERSION, contentRefused, namesGate, sha256, showName } from "../../../kernel/index.ts";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { type BundleNames, sumsBytes } from "../../bundle/names.ts";
import { judgeManifest } from "../../bundle/read-manifest.ts";
import { type BundleFolder, hashFile } from "../../../platform/index.ts";
import type { CompiledOne, Release } from "../../../compiler/index.ts";
import { composeManifest, manifestBytes } from "../../publish/compose.ts";
import { lengthFaults } from "../../publish/lengths.ts";
import { pluginPlaces, swapParts } from "../../publish/parts.ts";
import { reportBytes } from "../../publish/report.ts";
import { sbomBytes } from "../../publish/sbom.ts";
import { deployBytes, detectBytes } from "../../publish/scripts.ts";
import type { Published } from "../../views/bundled.ts";
import { type ProvenKit, writeSettings } from "./proven-kit.ts";
import type { Signer } from "./signing.ts";
import type { BundleSource } from "./source.ts";

type Ready = NonNullable<CompiledOne["ready"]>;

/**
 * A composed bundle before its zip is written: the manifest, and the list of its entries, whose kit files are read only when it is written.
 */
export interface Composed {
  readonly manifest: BundleManifest;
  readonly bytes: Buffer;
  readonly parts: ReturnType<typeof swapParts>;
  readonly kit: ProvenKit | null;
}

/** Throws a refusal if a bundle has problems: a deploy would refuse the bundle, so it is not built. */
function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw contentRefused(
    `a workstation would refuse this bundle: ${problems.join("; ")}`,
    null,
    "fix site.yaml, release.yaml or the kit; nothing was written",
  );
}

/**
 * Composes a settings bundle, or a swap bundle if `openLocked` is given. Throws KitDiffers if the kit does not match its lock, and Refusal
 * if a deploy would refuse the bundle.
 */
export function composeBundle(
  { compiled, files, knownProfiles }: Ready,
  release: Release,
  from: Pick<BundleSource, "serial" | "source">,
  openLocked: (() => ProvenKit) | null,
): Composed {
  const swap = openLocked !== null;
  const places = pluginPlaces(compiled, release);
  const parts = swap ? swapParts(compiled, release, files) : [];
  // checks the names before it opens the kit: a kit with names that Windows does not allow is possibly unpacked incompletely on this
  // machine
  refuse(namesGate(parts.map(({ path }) => path)).map(({ entry, problem }) => `${showName(entry ?? "")} ${problem}`));
  const kit = openLocked?.() ?? null;
  const { serial, source } = from;
  const facts = {
    kind: swap ? "swap" : "settings",
    version: VERSION,
    serial,
    source,
    places,
    parts,
    mapping: kit?.mapping() ?? null,
    knownProfiles,
  } as const;
  const manifest = composeManifest(compiled, release, facts);
  const bytes = manifestBytes(manifest);
  const judged = judgeManifest(bytes);
  refuse([...("problems" in judged ? judged.problems : []), ...lengthFaults(manifest)]);
  return { manifest, bytes, parts, kit };
}

/**
 * Writes a bundle and its sidecar files to a staging folder, then replaces the published ones as a set. If anything fails, no new file
 * remains.
 */
export async function publishBundle(
  folder: BundleFolder,
  names: BundleNames,
  { manifest, bytes, parts, kit }: Composed,
  signer: Signer | null,
  verdict: string,
): Promise<Omit<Published, "folder" | "source" | "manifest" | "names">> {
  const staged = folder.staged(names.zip);
  if (kit) kit.write(staged, bytes, parts);
  else writeSettings(staged, bytes);
  const { size, sha256: digest } = hashFile(staged);
  const digests = { manifest: sha256(bytes), bundle: digest };
  const { environment, paths } = manifest;
  const leftOut = kit?.others(parts) ?? [];
  const detect = detectBytes({ manifest: digests.manifest, environment, install: paths.install });
  const report = reportBytes(manifest, { names, verdict, digests, size, leftOut, detect: sha256(detect) });
  const sidecars = [
    { name: names.sbom, what: "bill of materials", bytes: sbomBytes(manifest, names.name, digests) },
    { name: names.report, what: "report", bytes: report },
    { name: names.deploy, what: "installs it", bytes: deployBytes() },
    { name: names.detect, what: "detects it", bytes: detect },
  ];
  const described = sidecars.map((file) => ({ ...file, size: file.bytes.length, sha256: sha256(file.bytes) }));
  const zip = { name: names.zip, what: "the bundle", size, sha256: digest };
  // the file of SHA-256 sums leaves out the detection script, because the swap bundles of one environment for different releases have
  // scripts of one name; the script's digest is in the report instead
  const sums = sumsBytes([zip, ...described.filter(({ name }) => name !== names.detect)]);
  const signature = signer && (await signer.sign(bytes));
  for (const file of described) folder.stage(file.name, file.bytes);
  folder.stage(names.sums, sums);
  if (signature) folder.stage(names.signature, signature.bytes);
  folder.commit();
  const sig = signature && {
    name: names.signature,
    what: "signature",
    size: signature.bytes.length,
    sha256: sha256(signature.bytes),
  };
  return {
    digests,
    signature: signature && { checked: signature.checked },
    files: [
      zip,
      { name: names.sums, what: "sums", size: sums.length, sha256: sha256(sums) },
      ...(sig ? [sig] : []),
      ...described.map(({ name, what, size: length, sha256: hash }) => ({ name, what, size: length, sha256: hash })),
    ],
  };
}
