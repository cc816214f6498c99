import { type Found, escapeMarkdown, path, printedCommand, shellCommand } from "../../kernel/index.ts";
import { MAPPING_CHANGED } from "../../compiler/index.ts";
import type { BundleManifest, DecidedValue } from "../bundle/manifest.ts";
import { CLIENT_CONF_ENTRY, CLIENT_LOG4J2_ENTRY, PROFILE_PREFIX } from "../bundle/manifest-rules.ts";
import { type BundleNames, serialText } from "../bundle/names.ts";
import { code, count, names, table } from "./report-text.ts";
import { PLUGIN_PREFIX } from "../bundle/tree.ts";

/** The parts of a bundle's report that the manifest does not have. */
export interface ReportFacts {
  readonly names: BundleNames;
  /** The compatibility verdict in one line, as `verdictLine` words it. */
  readonly verdict: string;
  readonly digests: { readonly manifest: string; readonly bundle: string };
  /** The size of the bundle's zip in bytes. */
  readonly size: number;
  /**
   * SHA-256 of the detection script. The .sha256 file leaves it out: swap bundles for other releases have a different script with this
   * name.
   */
  readonly detect: string;
  /** Files of the kit that the bundle does not install. */
  readonly leftOut: readonly string[];
}

const tierwright = (manifest: BundleManifest): string => `\`${manifest.compiler}\``;

function head(manifest: BundleManifest, { names: files, digests, size, verdict }: ReportFacts): string {
  const { source, tool, serial } = manifest;
  const kind =
    manifest.kind === "swap"
      ? "the whole plug-in folder is replaced"
      : "only the keys of the environment itself; the tool can stay open";
  const commit =
    source.commit === null ? "unknown" : `${code(source.commit)}${source.changed ? " - **plus uncommitted changes**" : ""}`;
  const rows = [
    ["kind", `${manifest.kind}: ${kind}`],
    ["environment", code(manifest.environment)],
    ["connector", code(manifest.connector)],
    [
      "tool",
      `${tool.name === null ? "" : `${code(tool.name)}, `}row ${code(tool.row)}, ${tool.versionFrom ? "checked in the installation before anything is written" : "not checked by a deploy: the site names no versionFrom"}`,
    ],
    ["verdict", code(verdict)],
    ["Java", manifest.java === null ? "not stated" : code(manifest.java)],
    ["source commit", commit],
    ["serial", `${serialText(serial).slice("serial ".length)}; a deploy refuses one that is lower than the installed one`],
    ["built by", tierwright(manifest)],
    [code(files.zip), `${count(size)} bytes, SHA-256 ${code(digests.bundle)}`],
    [code("manifest.json"), `SHA-256 ${code(digests.manifest)}`],
  ];
  return `# ${files.name}\n\n${table(["", ""], rows)}`;
}

function installed(manifest: BundleManifest, leftOut: readonly string[]): string {
  const { paths, plugin, files, tree } = manifest;
  if (manifest.kind === "settings") {
    return `## Changed files\n\n${table(
      ["path", "change"],
      [
        [
          code(`${paths.install}\\plugins\\${plugin.folder}\\${plugin.conf.replaceAll("/", "\\")}`),
          "only the keys listed below; every other line is unchanged",
        ],
        [code(paths.client), "only the keys listed below; every other line is unchanged"],
      ],
    )}\n\nBoth files are written together or not at all. They take effect at the next start of the tool.`;
  }
  const bytes = (prefix: string) => files.filter(({ path }) => path.startsWith(prefix)).reduce((sum, { size }) => sum + size, 0);
  const profile = files.find(({ path }) => path.startsWith(PROFILE_PREFIX));
  const rows = [
    [
      code(`${paths.install}\\plugins\\${plugin.folder}`),
      `replaced as a whole: ${count(tree?.files ?? 0)} files, ${count(bytes(PLUGIN_PREFIX))} bytes, tree ${code(tree?.sha256 ?? "")}`,
    ],
    [
      code(paths.client),
      `only the keys listed below; written as a whole only if the machine has none (${code(CLIENT_CONF_ENTRY)})`,
    ],
    ...(paths.log4j2 === null
      ? []
      : [
          [
            code(paths.log4j2),
            `${manifest.log4j2.length} values edited in place; written as a whole only if the machine has none (${code(CLIENT_LOG4J2_ENTRY)})`,
          ],
        ]),
    ...paths.profiles.map((path) => [
      code(path),
      `the profile, ${count(profile?.size ?? 0)} bytes, SHA-256 ${code(profile?.sha256 ?? "")}`,
    ]),
    ...paths.strays.map((path) => [code(path), "moved into quarantine if it exists: a stale copy of the profile"]),
  ];
  const parts = [`## Installed files\n\n${code("{install}")} is ${code(paths.install)}.\n\n${table(["path", "change"], rows)}`];
  if (profile === undefined) parts.push("The bundle has no profile.");
  if (leftOut.length > 0) parts.push(`Files of the kit that are not installed: ${names(leftOut, "")}.`);
  parts.push(
    `A second copy of ${code(plugin.id)} in a plug-in root (${names(paths.roots, "none")}) is refused or moved into quarantine.`,
  );
  return parts.join("\n\n");
}

const shownValue = ({ value, secret }: DecidedValue): string =>
  secret === undefined ? code(value ?? "") : "(secret: the machine's value is kept; if it has none, give it with --secrets FILE)";

function values(manifest: BundleManifest): string {
  const row = (value: DecidedValue) => [value.file, code(value.key), shownValue(value)];
  const unit = manifest.values.filter((value) => value.unit);
  const others = manifest.values.filter((value) => !value.unit);
  const parts = [
    `## Values set by the environment\n\nThe keys of the environment itself, which are changed together or not at all:\n\n${table(["file", "key", "value"], unit.map(row)) || "(none)"}`,
  ];
  if (others.length > 0)
    parts.push(`Other keys that the environment sets:\n\n${table(["file", "key", "value"], others.map(row))}`);
  if (manifest.log4j2.length > 0) {
    const rows = manifest.log4j2.map(({ what, name, value }) => [
      escapeMarkdown(what),
      name === "" ? "the root logger" : code(name),
      code(value),
    ]);
    parts.push(`Logging of the client library:\n\n${table(["setting", "logger or appender", "value"], rows)}`);
  }
  if (manifest.kind === "swap") parts.push(`Keys that keep their value from the machine: ${names(manifest.keep, "none")}.`);
  return parts.join("\n\n");
}

function carried({ carried: from, kind, mapping, values: decided }: BundleManifest): string {
  if (kind === "settings") return "";
  const own = new Set(decided.flatMap(({ file, key }) => (file === "connector" ? [key] : [])));
  const kept = from?.keys.filter((key) => !own.has(key)) ?? [];
  const overridden = from?.keys.filter((key) => own.has(key)) ?? [];
  const carry = from
    ? [
        `From ${code(from.from)}:\n`,
        `- kept with their old value: ${names(kept, "none")}`,
        `- in both releases, and set by the environment: ${names(overridden, "none")}`,
        `- new in this release, with the kit's default value: ${names(from.added, "none")}`,
        `- dropped, because this release does not have them: ${names(from.dropped, "none")}`,
      ].join("\n")
    : "Nothing is carried over: the environment names no `carryFrom`.";
  const counts = Object.entries(mapping?.counts ?? {}).map(([what, number]) => `${escapeMarkdown(what)} ${count(number)}`);
  const mapped = mapping
    ? `${code(mapping.path)}, ${count(mapping.size)} bytes, SHA-256 ${code(mapping.sha256)}${counts.length > 0 ? `; ${counts.join(", ")}` : ""}. **Not checked.** If it has changed: ${MAPPING_CHANGED}.`
    : "The kit has none.";
  return `## Carried over\n\n${carry}\n\n## Mapping definition\n\n${mapped}`;
}

function howTo({ kind }: BundleManifest, { names: files, detect }: ReportFacts): string {
  const zip = path(files.zip);
  const typed = (part: Found): string => code(printedCommand(part, "every"));
  const script = shellCommand`powershell -ExecutionPolicy Bypass -File ${files.deploy} -Bundle ${zip} -WhatIf`;
  const signed = `${printedCommand(shellCommand`unzip -p ${zip} manifest.json`, "every")} | ${printedCommand(shellCommand`openssl dgst -sha256 -verify PUB -signature ${path(files.signature)}`, "every")}`;
  return `## Verifying without a network

- every file: ${typed(shellCommand`sha256sum -c ${path(files.sums)}`)}, or in PowerShell ${typed(shellCommand`Get-FileHash ${zip}`)} and compare with its first line
- every byte against the manifest: ${typed(shellCommand`tierwright bundle verify ${zip}`)}, with \`--key PUB\` also the signature
- the signature alone: ${code(signed)}
  (${code(files.signature)} exists if the bundle was signed: RSA, PKCS#1 v1.5, SHA-256, over the bytes of manifest.json)
- the source commit: build it again from a clone of that commit; the bytes are the same on every machine

## Installing

- ${typed(script)}, then without \`-WhatIf\`; \`-Key PUB\` requires the signature
- with Node on the machine: ${typed(shellCommand`tierwright deploy ${zip} --what-if`)}, then without
- managed machines: ${code(files.detect)} reports whether this bundle is installed (SHA-256 ${code(detect)})
- rollback: ${typed(shellCommand`powershell -ExecutionPolicy Bypass -File ${files.deploy} -Rollback`)} or \`tierwright rollback\`
${kind === "swap" ? "\nThe tool must be closed. The next run finishes or undoes an interrupted one; the plug-in folder is never half-installed." : "\nThe tool can stay open; the values take effect at its next start."}

| exit code | means |
|---|---|
| 0 | done, or already there |
| 1618 | in use, nothing changed: try again (82 where exit codes end at 255) |
| 10 | refused, nothing written |
| 11 | failed and rolled back |
| 12 | needs attention: see the text and the receipt |
| 2, 4 | wrong use; a fault of the program |`;
}

/**
 * Returns NAME.report.md, the report on one bundle for the release engineer, the reviewer and the person at the workstation. Secrets are
 * hidden, and the bytes do not depend on who builds or signs the bundle.
 */
export function reportBytes(manifest: BundleManifest, facts: ReportFacts): Buffer {
  const sections = [
    head(manifest, facts),
    installed(manifest, facts.leftOut),
    values(manifest),
    carried(manifest),
    howTo(manifest, facts),
  ];
  return Buffer.from(`${sections.filter((text) => text !== "").join("\n\n")}\n`, "utf8");
}
