import { gzipSync } from "node:zlib";
import type { Artifact, Log, Result, Run } from "sarif";
import { type Documentation, type Finding, HOME, type HeldFinding, VERSION, plural } from "../../kernel/index.ts";
import { closedInSilence, gravest } from "../environments.ts";
import { jsonDocument } from "../document.ts";
import type { Report, ReportContext, ReportForm } from "../report.ts";
import { fingerprints } from "../sarif/fingerprint.ts";
import { ROOT_ID } from "../sarif/location.ts";
import { heldResultOf, resultOf } from "../sarif/result.ts";
import { rulesNamed } from "../sarif/rules.ts";
import { verdictJson, verdictLine } from "../verdict.ts";

/** The limits of one upload to GitHub's code scanning (docs/output-forms.md): the number of results, and the bytes after gzip. */
export interface SarifLimits {
  readonly results: number;
  readonly bytes: number;
}
const LIMITS: SarifLimits = { results: 25_000, bytes: 10_000_000 };

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** The findings that a SARIF file contains: shown ones (`told`) and suppressed ones (`held`). */
interface Chosen {
  readonly told: readonly Finding[];
  readonly held: readonly HeldFinding[];
}

function resultsOf({ told, held }: Chosen, all: readonly Finding[], prefix: string): readonly Result[] {
  const ids = [...new Set([...told, ...held.map(({ finding }) => finding)].map(({ rule }) => rule))].sort();
  const prints = fingerprints([...all, ...held.map(({ finding }) => finding)]);
  const wanted = new Set(told);
  const numbers = ({ rule }: Finding, i: number) => ({ ruleIndex: ids.indexOf(rule), fingerprint: prints[i] ?? "", prefix });
  return [
    ...all.flatMap((finding, i) => (wanted.has(finding) ? [resultOf(finding, numbers(finding, i))] : [])),
    ...held.map((one, i) => heldResultOf(one, numbers(one.finding, all.length + i))),
  ];
}

/**
 * Returns notices about results that are not in a SARIF file: left-out findings, environments without a verdict, gates that are `block`.
 */
function notices(report: Report, left: number, today: string): readonly string[] {
  return [
    ...(left > 0 ? [`${plural(left, "finding")} more, not in this file: it would be larger than code scanning takes`] : []),
    ...report.unread.map(({ name, why }) => `${name} has no verdict: ${why}`),
    ...closedInSilence(report).map((verdict) => `${verdict.environment} is blocked: ${verdictLine(verdict, { today })}`),
  ];
}

/** Returns the encoding of each properties file in the results: ISO-8859-1, in which Java reads them and columns are counted. */
function artifactsOf(results: readonly Result[]): Artifact[] {
  const places = results.flatMap(({ locations = [] }) => locations.map((at) => at.physicalLocation?.artifactLocation ?? {}));
  const found = new Map(places.filter(({ uri }) => uri?.endsWith(".properties")).map((place) => [place.uri, place]));
  return [...found.values()].map((place) => ({ location: place, encoding: "ISO-8859-1" }));
}

/**
 * Returns the description of tierwright in a SARIF log, with the rules of its results.
 * @param home the address of the project's repository; null before it is published
 */
export const driverOf = (
  rules: readonly Documentation[],
  ids: readonly string[],
  home: string | null,
): Run["tool"]["driver"] => ({
  name: "tierwright",
  version: VERSION,
  semanticVersion: VERSION,
  ...(home === null ? {} : { informationUri: home }),
  rules: [...rulesNamed(rules, ids, home)],
});

function logOf(report: Report, context: ReportContext, chosen: Chosen): Log {
  const { command, prefix, today, rules: documentation } = context;
  if (!documentation) throw new Error("SARIF is rendered without the documentation of the rules");
  const results = resultsOf(chosen, report.findings, prefix);
  const said = notices(report, report.findings.length - chosen.told.length, today);
  const run: Run = {
    tool: {
      driver: driverOf(
        documentation,
        results.map(({ ruleId = "" }) => ruleId),
        HOME,
      ),
    },
    automationDetails: { id: `tierwright/${command.replaceAll(" ", "-")}/` },
    columnKind: "utf16CodeUnits",
    defaultEncoding: "UTF-8",
    originalUriBaseIds: { [ROOT_ID]: { description: { text: "the checkout that holds the config repository" } } },
    invocations: [
      {
        executionSuccessful: true,
        ...(said.length > 0
          ? { toolExecutionNotifications: said.map((text) => ({ level: "warning" as const, message: { text } })) }
          : {}),
      },
    ],
    artifacts: artifactsOf(results),
    results: [...results],
    properties: { suppressed: report.suppressed, verdicts: report.verdicts.map(verdictJson) },
  };
  return { $schema: SCHEMA, version: "2.1.0", runs: [run] };
}

/**
 * Returns the SARIF document, with as many of the most severe findings as GitHub accepts, and suppressed ones if they still fit. In a
 * GitHub workflow, suppressed findings are left out: code scanning would open an alert for each.
 */
export function sarifDocument(report: Report, context: ReportContext, limits: SarifLimits = LIMITS): string {
  let most = Math.min(report.findings.length, limits.results);
  let held = context.codeScanning ? [] : (report.held ?? []);
  for (;;) {
    const chosen = { told: gravest(report.findings, most), held: held.slice(0, limits.results - most) };
    const document = jsonDocument(logOf(report, context, chosen));
    if (document.length <= limits.bytes || (most === 0 && held.length === 0)) return document;
    const size = gzipSync(document).length;
    if (size <= limits.bytes) return document;
    if (held.length > 0) held = [];
    else most = Math.floor(Math.min(most * 0.9, (most * limits.bytes) / size));
  }
}

export const form: ReportForm = {
  name: "sarif",
  summary: "SARIF 2.1.0 for code scanning and editors, with rules, fixes and fingerprints that stay when lines move",
  readers: "programs",
  documented: true,
  render: (report, context) => sarifDocument(report, context),
};
