import { listChangesText } from "../../kernel/index.ts";
import { MARKDOWN, proseAnywhere } from "../../report/index.ts";
import { type Answer, type Decision, LAYER_WORDS, answers } from "../../compiler/index.ts";
import type { KeyIn } from "./keys.ts";

const { code } = MARKDOWN;

/*
 * An editor loads the images in a hover text and runs its links (`command:`), whoever wrote them. Therefore only Tierwright's own words are
 * Markdown in a hover text: names and values are code, and in a sentence that can contain text of a document, every word with anything but
 * letters is code.
 */

/** Most compiled keys that one hover text describes; the others are only counted. */
const MOST_TOLD = 5;

const valueOf = (value: string | null, hidden: boolean): string =>
  hidden || value === null ? "(not shown: a secret)" : code(value);

function overrodeLine(answer: Answer, hidden: boolean): readonly string[] {
  const [lower] = answer.overrode;
  if (!lower) return [];
  const changed = hidden || lower.secret ? null : listChangesText(answer.value, lower.value, "here it is");
  return [
    `overrides ${proseAnywhere(lower.layer)}: ${changed === null ? valueOf(lower.value, hidden || lower.secret) : proseAnywhere(changed)}`,
  ];
}

/**
 * Returns the Markdown lines about one compiled key: its decision, and the value that Java reads.
 * @param hidden true if the line under the cursor possibly contains a secret.
 */
function keyLines({ compiled, key }: KeyIn, hidden: boolean): readonly string[] {
  return answers(compiled, `${key.file}/${key.key}`).flatMap((answer) => {
    const secret = hidden || answer.secret;
    const at = answer.file === null ? [] : [`written in ${code(`${answer.file}:${answer.line}`)}`];
    return [
      `**${code(answer.key)}** of the ${answer.role} file of ${code(answer.environment)}`,
      "",
      `Java reads ${valueOf(answer.value, secret)}`,
      "",
      ...[
        LAYER_WORDS[answer.layer as Decision["layer"]],
        ...at,
        ...(answer.decides ? [`decides ${proseAnywhere(answer.decides)}`] : []),
        ...(answer.consequence ? [proseAnywhere(answer.consequence)] : []),
        ...(answer.compiled ? [`compiled to ${code(`${answer.compiled.file}:${answer.compiled.line}`)}`] : []),
        ...overrodeLine(answer, secret),
      ].map((line) => `- ${line}`),
    ];
  });
}

/** Returns the hover text for compiled keys as Markdown; null if there are none. */
export function hoverText(keys: readonly KeyIn[], hidden: boolean): string | null {
  if (keys.length === 0) return null;
  const told = keys.slice(0, MOST_TOLD).map((key) => keyLines(key, hidden).join("\n"));
  const more = keys.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join("\n\n---\n\n");
}
