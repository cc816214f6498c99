import { listChangesText } from "../../kernel/index.ts";
import type { Decision } from "../compile/compiled.ts";
import { type Look, NL, type Style, list, styleFor, visible } from "../../report/index.ts";
import { type Answer, LAYER_WORDS, type Step } from "../run/why.ts";

/** A decision (`Answer`) that also reports whether its compiled file exists. */
interface ShownAnswer extends Omit<Answer, "compiled"> {
  readonly compiled: { readonly file: string; readonly line: number; readonly written: boolean } | null;
}

/**
 * Returns the place and value of a key in one layer, on one line.
 * @param than The value that overrides the layer's value; null for none. If both are long lists, only the differing elements are shown.
 */
function stepText(step: Step, than: string | null = null): string {
  const elements = step.secret || step.value === than ? null : listChangesText(than, step.value, "above it is");
  const whole = step.secret ? "(a secret)" : step.value === null ? "" : `'${visible(step.value)}'`;
  const value = elements === null ? whole : visible(elements);
  return `${step.file ? `${step.file}:${step.line}:${step.column}` : "a stated default"}  ${value}`;
}

const compiledText = ({ file, line, written }: NonNullable<ShownAnswer["compiled"]>): string =>
  `${file}:${line}${written ? "" : " (not written yet)"}`;

function answerText(answer: ShownAnswer, style: Style): string {
  const value = answer.secret ? "(a secret)" : `'${visible(answer.value ?? "")}'`;
  const rows: [string, string][] = [
    ["decided by", LAYER_WORDS[answer.layer as Decision["layer"]]],
    ["defined at", stepText(answer).replace(/ {2}.*$/s, "")],
    ...(answer.decides ? [["decides", answer.decides] as [string, string]] : []),
    ...(answer.consequence ? [["effect", answer.consequence] as [string, string]] : []),
    ...(answer.compiled ? [["compiled to", compiledText(answer.compiled)] as [string, string]] : []),
    ...answer.overrode.map((step, i): [string, string] => [
      i === 0 ? "overrides" : "",
      `${step.layer.padEnd(12)} ${stepText(step, answer.secret ? null : answer.value)}`,
    ]),
  ];
  const name = answer.role === "log4j2" ? `log4j2.xml: ${answer.key}` : `${answer.role}/${answer.key}`;
  return [`${style.bold(visible(name))} = ${value}`, ...list(rows, 13, style.dim)].join(NL);
}

/** Returns the decision on a key, and the values that it overrides, for every compiled file that has the key. */
export function whyText({ answers }: { readonly answers: readonly ShownAnswer[] }, { color }: Look): string {
  const style = styleFor(color);
  return `${answers.map((answer) => answerText(answer, style)).join(NL + NL)}${NL}`;
}
