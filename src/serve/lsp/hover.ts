import { listChangesText } from "../../kernel/index.ts";
import { MARKDOWN, proseAnywhere } from "../../report/index.ts";
import { type Answer, type Decision, LAYER_WORDS, answers } from "../../compiler/index.ts";
import type { KeyIn } from "./keys.ts";

const { code } = MARKDOWN;

/*
 * An editor fetches the pictures of a hover and runs its links (`command:`), whoever wrote them. So of all that follows only our own words are
 * Markdown: a name or value is code, and of a sentence that a document may have a part in every word that is more than letters.
 */

/** Environments told in one hover; the rest is counted. */
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

/** Who decides one key, and what Java reads of it. `hidden`: the line holds what may be a secret. */
function keyLines({ compiled, key }: KeyIn, hidden: boolean): readonly string[] {
  return answers(compiled, `${key.file}/${key.key}`).flatMap((answer) => {
    const secret = hidden || answer.secret;
    const at = answer.file === null ? [] : [`stands in ${code(`${answer.file}:${answer.line}`)}`];
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
        ...(answer.compiled ? [`goes to ${code(`${answer.compiled.file}:${answer.compiled.line}`)}`] : []),
        ...overrodeLine(answer, secret),
      ].map((line) => `- ${line}`),
    ];
  });
}

/** What is told of compiled keys, as Markdown; null where there is none. */
export function hoverText(keys: readonly KeyIn[], hidden: boolean): string | null {
  if (keys.length === 0) return null;
  const told = keys.slice(0, MOST_TOLD).map((key) => keyLines(key, hidden).join("\n"));
  const more = keys.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join("\n\n---\n\n");
}
