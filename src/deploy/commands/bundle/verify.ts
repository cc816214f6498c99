import { type Command, type ExitCode, type Invocation, NL, jsonDocument, styleFor, visible } from "../../../report/index.ts";
import { type ArchiveFault, append, showName, wrongUse } from "../../../kernel/index.ts";
import { serialText } from "../../bundle/names.ts";
import { type VerifiedBundle, verifyBundle } from "../../bundle/verify.ts";
import { resolve } from "node:path";
import { LARGEST_KEY, isOrdinaryFile, readNamedFile, readingFile } from "../../../platform/index.ts";
import { keysOf } from "./signing.ts";

export const command: Command = {
  name: "bundle verify",
  summary: "verifies every byte of a bundle against its manifest, and the signature with --key; writes nothing",
  group: "Roll out",
  short: "compares a bundle with its manifest",
  arguments: [{ name: "FILE", summary: "a bundle; its signature FILE.sig is found automatically" }],
  options: [{ name: "key", value: "PUB", summary: "public key (PEM) that must have signed it" }],
  formats: ["text", "json"],
  examples: [
    { command: "bundle verify dist/bundles/production-2506.zip", does: "reports every fault, or that every byte is verified" },
    {
      command: "bundle verify production-2506.zip --key signing.pub",
      does: "also refuses it if it is unsigned or signed with another key",
    },
  ],
  run: runBundleVerify,
};

/** Returns a fault as one line: the entry and its problem. */
const faultText = ({ entry, problem }: ArchiveFault): string =>
  entry === null ? `the bundle ${problem}` : `${showName(entry)} ${problem}`;

/** The number of faults that are printed; the others are only counted. */
const MOST_LINES = 100;

/** Counts the further faults of an archive that is not a bundle. */
const moreFaults = (count: number): string =>
  count === 1 ? "and one more fault as a bundle" : `and ${count} more faults as a bundle`;

const SIGNATURE: Readonly<Record<VerifiedBundle["signature"], string>> = {
  verified: "verified",
  unsigned: "none found",
  "not-checked": "not checked: name the public key with --key",
  wrong: "wrong",
};

function asJson(file: string, found: VerifiedBundle): string {
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
  const document = {
    schema: "tierwright/bundle-verified/v1",
    file,
    sound: found.faults.length === 0,
    sha256: found.bundleSha256,
    manifest: { sha256: found.manifestSha256, ...about },
    signature: found.signature,
    faults: found.faults,
  };
  return jsonDocument(document);
}

function asText(file: string, found: VerifiedBundle, invocation: Invocation): string {
  const style = styleFor(invocation.host.stdout.color);
  const { faults, manifest } = found;
  const told = faults.slice(0, found.noBundle ? 1 : MOST_LINES);
  const lines = told.map(
    (fault) => `${style.error("error")} ${visible(found.noBundle ? `${file} ${fault.problem}` : faultText(fault))}`,
  );
  const rows: [string, string][] = [["SHA-256", found.bundleSha256]];
  if (manifest) {
    const { kind, environment, connector, serial, source } = manifest;
    const commit = source.commit === null ? "unknown commit" : `commit ${source.commit}${source.changed ? " with changes" : ""}`;
    rows.push(
      ["manifest", found.manifestSha256 ?? ""],
      ["contains", `${kind} of ${environment}, connector ${connector}, ${serialText(serial)}, ${manifest.files.length} files`],
      ["built by", `${manifest.compiler} from ${commit}`],
    );
  }
  rows.push(["signature", SIGNATURE[found.signature]]);
  if (told.length < faults.length) lines.push(`  ${moreFaults(faults.length - told.length)}: --format json has them`);
  if (!invocation.quiet && !found.noBundle)
    append(
      lines,
      rows.map(([name, text]) => `  ${style.dim(name.padEnd(10))}${visible(text)}`),
    );
  const count = faults.length === 1 ? "1 fault" : `${faults.length} faults`;
  const verdict = found.noBundle
    ? style.error("not a bundle")
    : faults.length === 0
      ? style.good("sound: every byte matches the manifest")
      : style.error(`${count}: do not install it`);
  lines.push(`${visible(file)}: ${verdict}`);
  if (found.noBundle && !invocation.quiet) lines.push(`  ${found.noBundle.help}`);
  else if (faults.length > 0 && !invocation.quiet)
    lines.push("  get it again from where it was published, and compare its SHA-256 with the published one");
  return `${lines.join(NL)}${NL}`;
}

/** Runs `bundle verify FILE`. Exit codes: 0 no fault, 1 any fault, 2 a file or key that cannot be read. */
async function runBundleVerify(invocation: Invocation): Promise<ExitCode> {
  const { host, args, format, directory } = invocation;
  const file = args[0];
  if (file === undefined) throw wrongUse("FILE is missing", "name a bundle: `tierwright bundle verify production-2506.zip`");
  const keys = keysOf(invocation, directory);
  const path = resolve(directory, file);
  const signature = isOrdinaryFile(`${path}.sig`) ? readNamedFile(directory, `${file}.sig`, LARGEST_KEY) : null;
  const found = readingFile(path, (source) => verifyBundle(source, signature, keys));
  host.stdout.write(format === "json" ? asJson(file, found) : asText(file, found, invocation));
  return found.faults.length > 0 ? 1 : 0;
}
