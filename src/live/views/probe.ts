import { greatest, plain } from "../../kernel/index.ts";
import type { Outcome } from "../probe/probe.ts";
import { PROBES } from "../probe/registry.generated.ts";
import { countOutcomes, type ProbeResult } from "../probe/result.ts";
import { answerLine, controlDocument, controlWords, countWords, labelledLine, timeText } from "./answers.ts";
import { type Look, NL, type Style, inLine, styleFor } from "../../report/index.ts";

/** The report of `tierwright probe`. */
export interface ProbeReport {
  readonly environment: string;
  /** The time at which the probes began. */
  readonly at: Date;
  /** The name of the machine that ran the probes. */
  readonly machine: string;
  /** The values of --connect. */
  readonly connect: readonly string[];
  readonly results: readonly ProbeResult[];
}

/** Returns the JSON document of `probe`. */
export const probeDocument = ({ environment, at, machine, connect, results }: ProbeReport) => ({
  schema: "tierwright/probe/v1",
  environment,
  at: timeText(at),
  machine,
  connect,
  summary: countOutcomes(results),
  probes: results.map(({ probe, answer, exchanges }) => ({
    id: probe.id,
    outcome: answer.outcome,
    says: plain(answer.says),
    help: answer.help === null ? null : plain(answer.help),
    target: answer.target,
    facts: answer.facts,
    control: controlDocument(answer.control),
    exchanges: exchanges.map(({ method, url, status, fault, error }) => ({ method, url, status, fault, error })),
  })),
});

type Answer = ReturnType<typeof probeDocument>["probes"][number];

const MARK: Readonly<Record<Outcome, (style: Style) => string>> = {
  proven: (style) => style.good("✓"),
  refuted: (style) => style.error("✗"),
  "not-proven": (style) => style.warning("!"),
  skipped: (style) => style.dim("-"),
};

const BEFORE: Readonly<Record<Outcome, string>> = {
  proven: "",
  refuted: "",
  "not-proven": "not proven: ",
  skipped: "skipped: ",
};

const messageWords = ({ code, message }: { readonly code: number | null; readonly message: string }): string =>
  [code ?? "", message].filter((part) => part !== "").join(" ");

/** Describes one exchange of a probe in a line: the request, and the answer. */
function exchangeWords({ method, url, status, fault, error }: Answer["exchanges"][number]): string {
  const said = fault
    ? `, ${[fault.type, fault.messages.map(messageWords).join(", ")].filter((part) => part !== "").join(" ")}`
    : "";
  return `${method} ${url}: ${error ?? `${status}${said}`}`;
}

function detailsOf({ id, target, control, facts, exchanges }: Answer): readonly (readonly [string, string])[] {
  const probe = PROBES.find((one) => one.id === id);
  const controlled = controlWords(control);
  const known = Object.entries(facts).map(
    ([key, value]) => `${key} = ${Array.isArray(value) ? value.join(", ") : String(value)}`,
  );
  return [
    ...(probe ? [["proves", probe.proves] as const, ["not", probe.doesNotProve] as const] : []),
    ...(target === null ? [] : [["target", target] as const]),
    ...(controlled === null ? [] : [["control", controlled] as const]),
    ...known.map((text) => ["fact", text] as const),
    ...exchanges.map((one) => ["asked", exchangeWords(one)] as const),
  ];
}

function resultLines(result: Answer, column: number, how: Look, style: Style): readonly string[] {
  const { id, outcome, says, help } = result;
  return [
    answerLine(MARK[outcome](style), id, `${BEFORE[outcome]}${says}`, column, how),
    ...(help === null || outcome === "proven" ? [] : [labelledLine("help", help, how, style)]),
    ...(how.details ? detailsOf(result).map(([label, words]) => labelledLine(label, words, how, style)) : []),
  ];
}

/**
 * Returns the text form of `probe`: a line for each probe, with help for problems. With --details, each probe has what it proves, its
 * control, its facts and its exchanges.
 */
export function probeText({ environment, summary, probes }: ReturnType<typeof probeDocument>, how: Look): string {
  const style = styleFor(how.color);
  const { proven, refuted, notProven, skipped } = summary;
  const column = greatest(probes.map(({ id }) => id.length)) + 2;
  const counts = countWords([
    [proven, "proven", style.good],
    [refuted, "refuted", style.error],
    [notProven, "not proven", style.warning],
    [skipped, "skipped", style.dim],
  ]);
  return [
    ...probes.flatMap((result) => resultLines(result, column, how, style)),
    "",
    `${style.bold(inLine(environment))}: ${counts}`,
    "",
  ].join(NL);
}
