import { type Finding, plural } from "../../kernel/index.ts";
import type { ImportReport } from "../kit/import-report.ts";
import { isUnchanged } from "../kit/keys.ts";
import { KIT_SCHEMA, factLines, keyLines, row } from "./kit-facts.ts";
import {
  type Look,
  NL,
  type RenderContext,
  type Style,
  findingJson,
  resultText,
  resultWithFindings,
  styleFor,
} from "../../report/index.ts";

const ROLE_WORDS = {
  conf: "connector conf",
  logger: "logger.properties",
  client: "client file",
  log4j2: "log4j2.xml",
  profile: "profile",
};

/** Number of reasons for a refusal that are listed; more would push the first line, with the result, off the screen. */
const MOST_REASONS = 50;

function refusedText(report: ImportReport, { color }: Look): string {
  const style = styleFor(color);
  const reasons = report.faults.map(({ entry, problem }) => `${entry === null ? "the archive" : `'${entry}'`} ${problem}`);
  return [
    `${style.error("✗")} ${style.bold(`release ${report.release}`)} was not imported from ${report.source.name}: ${plural(reasons.length, "reason")}`,
    ...reasons.slice(0, MOST_REASONS).map((reason) => `    ${style.error("-")} ${reason}`),
    ...(reasons.length > MOST_REASONS ? [`    ... and ${reasons.length - MOST_REASONS} more; --format json has all`] : []),
    ...(report.help === null ? [] : [`  ${report.help}`]),
    "",
  ].join(NL);
}

function draftLines({ draft, release }: ImportReport): readonly string[] {
  if (!draft) return [row("release", `releases/${release}/release.yaml is unchanged`)];
  const names = new Set(draft.writes.map(({ key }) => key)).size;
  const open = [
    ...draft.undecided.map(({ file, key }) => `${file} ${key}`),
    ...draft.absent.map(({ file, key }) => `${file} ${key} (not in this kit)`),
  ];
  return [
    row(
      "release",
      `releases/${release}/release.yaml drafted with ${draft.absent.length === 0 ? "the built-in connector's " : ""}${draft.writes.length} writes of ${plural(names, "key")}: review it`,
    ),
    ...(open.length === 0 ? [] : [row("", `to decide: ${open.join(", ")}`)]),
    ...(draft.set.length === 0
      ? []
      : [row("", `set per site, with workstation.set: ${draft.set.map(({ file, key }) => `${file} ${key}`).join(", ")}`)]),
  ];
}

function clientLines({ client }: ImportReport, style: Style): readonly string[] {
  if (!client) return [];
  if (isUnchanged(client.changes)) return [row("client file", `same keys and defaults as in ${client.release}`)];
  return [row("client file", `differs from that of release ${client.release}:`), ...keyLines(client.changes, style)];
}

/** Returns the YAML that a person pastes into other files of the repository, at the left margin. */
const pasteLines = ({ paste }: ImportReport): readonly string[] =>
  paste.flatMap(({ file, yaml }, i) => [
    ...(i === 0 ? [] : [""]),
    row("to paste", `into ${file}${yaml.startsWith("kit:") ? ", in the place of its `kit:` block" : ""}`),
    "",
    ...yaml.trimEnd().split("\n"),
  ]);

/** Returns the report of a kit that was imported or is unchanged, with an empty line below it; with --quiet the first line alone. */
function importText(report: ImportReport, { color, quiet }: Look): string {
  const style = styleFor(color);
  const { source, facts, release } = report;
  const size = source.size === undefined ? "" : ` (${source.size} bytes, sha256 ${source.sha256?.slice(0, 12)}...)`;
  const head =
    report.state === "unchanged"
      ? `${style.good("✓")} ${style.bold(`release ${release}`)} already matches ${source.name}: nothing was written`
      : `${style.good("✓")} ${style.bold(`release ${release}`)} imported from ${source.name}${size}`;
  if (quiet) return `${head}${NL}${NL}`;
  const missing = report.missing.map((role) => ROLE_WORDS[role as keyof typeof ROLE_WORDS]);
  const pasted = new Set(report.paste.flatMap(({ notes }) => notes));
  const lines = [
    head,
    ...(facts ? factLines(facts) : []),
    row(
      "kit",
      report.kept
        ? `releases/${release}/kit, ${plural(facts?.files ?? 0, "file")}`
        : `${plural(facts?.files ?? 0, "file")}, not stored in the repository`,
    ),
    ...(missing.length === 0 ? [] : [row("missing", style.warning(`${missing.join(", ")}: not recognized in the kit`))]),
    ...draftLines(report),
    ...clientLines(report, style),
    ...(report.standIns.length === 0 ? [] : [row("stand-ins", `of \`tierwright init\` replaced: ${report.standIns.join(", ")}`)]),
    ...report.notes.filter((note) => !pasted.has(note)).map((note) => row("note", note)),
    ...pasteLines(report),
  ];
  return `${lines.join(NL)}${NL}${NL}`;
}

/** Returns the report of `kit import` with its findings, in the requested format. */
export function renderImport(report: ImportReport, findings: readonly Finding[], context: RenderContext): string {
  const document = { schema: KIT_SCHEMA, command: "import", ...report, findings: findings.map(findingJson) };
  if (report.state === "refused" && context.format === "text") return resultText(context, document, refusedText);
  const input = { findings, suppressed: 0, environments: 0, verdicts: [], tiers: [], files: report.facts?.files ?? 0 };
  return resultWithFindings(context, document, importText, input);
}
