import { type Finding, greatest, path, printedCommand, shellCommand, withoutTrailing } from "../../../kernel/index.ts";
import { type Invocation, NL, findingJson, jsonDocument, styleFor, visible } from "../../../report/index.ts";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { type BundleNames, serialText } from "../../bundle/names.ts";
import { count } from "../../publish/report-text.ts";
import type { BundleSource } from "./source.ts";

/** The result of publishing a bundle. */
export interface Published {
  /** The folder as the user named it. */
  readonly folder: string;
  readonly names: BundleNames;
  readonly manifest: BundleManifest;
  readonly source: BundleSource;
  readonly digests: { readonly manifest: string; readonly bundle: string };
  /** `checked`: true if the signature was verified with a public key before publishing. */
  readonly signature: { readonly checked: boolean } | null;
  readonly files: readonly { readonly name: string; readonly what: string; readonly size: number; readonly sha256: string }[];
}

const pathOf = ({ folder }: Published, name: string): string => `${withoutTrailing(folder, "\\/")}/${name}`;

function nextCommands(published: Published, signed: boolean): readonly string[] {
  const zip = path(pathOf(published, published.names.zip));
  const verify = signed ? shellCommand`tierwright bundle verify ${zip} --key PUB` : shellCommand`tierwright bundle verify ${zip}`;
  return [verify, shellCommand`tierwright deploy ${zip} --what-if`].map((part) => printedCommand(part));
}

/** Returns the document of `bundle --format json`, schema tierwright/bundled/v1. */
export function bundledJson(published: Published, findings: readonly Finding[]): string {
  const { manifest, digests, signature, source } = published;
  const document = {
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
  return jsonDocument(document);
}

function sourceWords({ source }: Published): string {
  if (source.source.commit === null) return `commit unknown: ${source.unknown}`;
  const changed = source.source.changed ? ", plus uncommitted changes in environments/, releases/ or templates/" : "";
  return `commit ${source.source.commit}${changed}`;
}

const signatureWords = (signature: Published["signature"]): string => {
  if (signature === null) return "none (--sign KEY or --sign-command CMD makes one)";
  return signature.checked ? "made and verified with the key" : "made, not verified: name the public key with --key";
};

/** Returns the text about a new bundle: every file and the next command. */
export function bundledText(published: Published, { host, quiet }: Invocation): string {
  const style = styleFor(host.stdout.color);
  const { manifest, files, signature } = published;
  const { kind, environment, connector, serial } = manifest;
  const title = `${kind} bundle of ${environment}, connector ${connector}, ${serialText(serial)}`;
  if (quiet) return `${pathOf(published, published.names.zip)}: ${title}${NL}`;
  const widest = greatest(files.map(({ name }) => pathOf(published, name).length));
  const sizes = greatest(files.map(({ size }) => count(size).length));
  const rows = files.map(({ name, what, size, sha256 }) => {
    const path = visible(pathOf(published, name)).padEnd(widest);
    return `  ${path}  ${count(size).padStart(sizes)} bytes  ${style.dim(sha256)}  ${what}`;
  });
  const facts = [
    ["manifest", `${published.digests.manifest} (${manifest.files.length} files in the bundle)`],
    ["source", sourceWords(published)],
    ["signature", signatureWords(signature)],
  ].map(([name = "", text = ""]) => `  ${style.dim(name.padEnd(11))}${visible(text)}`);
  const next = nextCommands(published, signature !== null).map((command, i) => `${i === 0 ? "next" : "then"}: ${command}`);
  return `${[style.bold(title), ...rows, ...facts, ...next].join(NL)}${NL}`;
}
