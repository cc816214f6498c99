import { type ArchiveFault, append, plural, showName } from "../../kernel/index.ts";
import { serialText } from "../bundle/names.ts";
import type { VerifiedBundle } from "../bundle/verify.ts";
import { type Look, NL, list, styleFor, visible } from "../../report/index.ts";

/** Returns a fault of a bundle as one line: the entry and its problem. */
const faultText = ({ entry, problem }: ArchiveFault): string =>
  entry === null ? `the bundle ${problem}` : `${showName(entry)} ${problem}`;

/** The largest number of faults of a bundle that are printed; the others are only counted. */
const MOST_LINES = 100;

/** Returns the words for the number of further faults of a bundle that are not listed. */
const moreFaults = (count: number): string =>
  count === 1 ? "and one more fault as a bundle" : `and ${count} more faults as a bundle`;

const SIGNATURE: Readonly<Record<VerifiedBundle["signature"], string>> = {
  verified: "verified",
  unsigned: "none found",
  "not-checked": "not checked: name the public key with --key",
  wrong: "wrong",
};

/** Returns the JSON document of `bundle verify`, schema tierwright/bundle-verified/v1. */
export function verifiedDocument(file: string, found: VerifiedBundle) {
  const { manifest } = found;
  const about = manifest && {
    kind: manifest.kind,
    environment: manifest.environment,
    connector: manifest.connector,
    serial: manifest.serial,
    compiler: manifest.compiler,
    source: manifest.source,
    files: manifest.files.length,
  };
  return {
    schema: "tierwright/bundle-verified/v1",
    file,
    sound: found.faults.length === 0,
    sha256: found.bundleSha256,
    manifest: about ? { sha256: found.manifestSha256, ...about } : { sha256: found.manifestSha256 },
    signature: found.signature,
    faults: found.faults,
    noBundle: found.noBundle && { help: found.noBundle.help },
  };
}

/** Returns the text that `bundle verify` prints: the faults, the manifest's content, and whether the bundle is sound. */
export function verifiedText(document: ReturnType<typeof verifiedDocument>, { color, quiet }: Look): string {
  const style = styleFor(color);
  const { file, faults, manifest, noBundle } = document;
  const told = faults.slice(0, noBundle ? 1 : MOST_LINES);
  const lines = told.map(
    (fault) => `${style.error("error")} ${visible(noBundle ? `${file} ${fault.problem}` : faultText(fault))}`,
  );
  const rows: [string, string][] = [["SHA-256", document.sha256]];
  if ("kind" in manifest) {
    const { kind, environment, connector, serial, source } = manifest;
    const commit = source.commit === null ? "unknown commit" : `commit ${source.commit}${source.changed ? " with changes" : ""}`;
    rows.push(
      ["manifest", manifest.sha256 ?? ""],
      ["contains", `${kind} of ${environment}, connector ${connector}, ${serialText(serial)}, ${plural(manifest.files, "file")}`],
      ["built by", `${manifest.compiler} from ${commit}`],
    );
  }
  rows.push(["signature", SIGNATURE[document.signature]]);
  if (told.length < faults.length) lines.push(`  ${moreFaults(faults.length - told.length)}: --format json has them`);
  if (!quiet && !noBundle)
    append(
      lines,
      list(
        rows.map(([name, text]) => [name, visible(text)] as const),
        10,
        style.dim,
      ),
    );
  const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
  const verdict = noBundle
    ? style.error("not a bundle")
    : faults.length === 0
      ? style.good("sound: every byte matches the manifest")
      : style.error(`${count}: do not install it`);
  lines.push(`${visible(file)}: ${verdict}`);
  if (noBundle && !quiet) lines.push(`  ${noBundle.help}`);
  else if (faults.length > 0 && !quiet)
    lines.push("  get it again from where it was published, and compare its SHA-256 with the published one");
  return `${lines.join(NL)}${NL}`;
}
