import { type Finding, greatest, path, plural, printedCommand, shellCommand, withoutTrailing } from "../../kernel/index.ts";
import { type Look, NL, findingJson, list, styleFor, visible } from "../../report/index.ts";
import type { BundleManifest } from "../bundle/manifest.ts";
import { type BundleNames, serialText } from "../bundle/names.ts";
import { count } from "../publish/report-text.ts";

/** The result of publishing a bundle. */
export interface Published {
  /** The folder of the new bundle as the user named it. */
  readonly folder: string;
  readonly names: BundleNames;
  readonly manifest: BundleManifest;
  /** The reason why the source commit is unknown; null if it is known. */
  readonly source: { readonly unknown: string | null };
  readonly digests: { readonly manifest: string; readonly bundle: string };
  /** The signature of the bundle; null if unsigned. `checked`: true if it was made by --sign or verified with --key. */
  readonly signature: { readonly checked: boolean } | null;
  readonly files: readonly { readonly name: string; readonly what: string; readonly size: number; readonly sha256: string }[];
}

const pathOf = ({ folder }: Published, name: string): string => `${withoutTrailing(folder, "\\/")}/${name}`;

function nextCommands(published: Published, signed: boolean): readonly string[] {
  const zip = path(pathOf(published, published.names.zip));
  const verify = signed ? shellCommand`tierwright bundle verify ${zip} --key PUB` : shellCommand`tierwright bundle verify ${zip}`;
  return [verify, shellCommand`tierwright deploy ${zip} --what-if`].map((part) => printedCommand(part));
}

/** Returns the JSON document of `bundle`, schema tierwright/bundled/v1. */
export function bundledDocument(published: Published, findings: readonly Finding[]) {
  const { manifest, digests, signature, source } = published;
  return {
    schema: "tierwright/bundled/v1",
    environment: manifest.environment,
    connector: manifest.connector,
    kind: manifest.kind,
    serial: manifest.serial,
    source: manifest.source,
    sourceUnknown: source.unknown,
    bundle: { path: pathOf(published, published.names.zip), sha256: digests.bundle },
    manifest: { sha256: digests.manifest, tree: manifest.tree, files: manifest.files.length },
    signature: signature && { path: pathOf(published, published.names.signature), checked: signature.checked },
    files: published.files.map(({ name, what, size, sha256 }) => ({ path: pathOf(published, name), what, size, sha256 })),
    findings: findings.map(findingJson),
    next: nextCommands(published, signature !== null),
  };
}

type BundledDocument = ReturnType<typeof bundledDocument>;

function sourceWords({ source: { commit, changed }, sourceUnknown }: BundledDocument): string {
  if (commit === null) return `commit unknown: ${sourceUnknown}`;
  return `commit ${commit}${changed ? ", plus uncommitted changes in environments/, releases/ or templates/" : ""}`;
}

const signatureWords = (signature: BundledDocument["signature"]): string => {
  if (signature === null) return "none (--sign KEY or --sign-command CMD makes one)";
  return signature.checked ? "made and verified with the key" : "made, not verified: name the public key with --key";
};

/** Returns the text about a new bundle: every file and the next command. */
export function bundledText(document: BundledDocument, { color, quiet }: Look): string {
  const style = styleFor(color);
  const { kind, environment, connector, serial, bundle, files, manifest, next } = document;
  const title = `${kind} bundle of ${environment}, connector ${connector}, ${serialText(serial)}`;
  if (quiet) return `${bundle.path}: ${title}${document.source.changed ? ", with uncommitted changes" : ""}${NL}`;
  const widest = greatest(files.map((file) => file.path.length));
  const sizes = greatest(files.map(({ size }) => count(size).length));
  const rows = files.map(
    ({ path: file, what, size, sha256 }) =>
      `  ${visible(file).padEnd(widest)}  ${count(size).padStart(sizes)} bytes  ${style.dim(sha256)}  ${what}`,
  );
  const facts = list(
    [
      ["manifest", `${manifest.sha256} (${plural(manifest.files, "file")} in the bundle)`],
      ["source", visible(sourceWords(document))],
      ["signature", signatureWords(document.signature)],
    ],
    11,
    style.dim,
  );
  const steps = next.map((command, i) => `${i === 0 ? "next" : "then"}: ${command}`);
  return `${[style.bold(title), ...rows, ...facts, ...steps].join(NL)}${NL}`;
}
