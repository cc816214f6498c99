import type { Concealed, Part, Text } from "../../kernel/index.ts";
import type { Answer, Control } from "./probe.ts";
import type { ProbeResult, RecordedExchange } from "./result.ts";

/**
 * Returns the result of a probe with every text replaced that can come from a server, a file or a user.
 * @param text replaces a text.
 * @param key replaces the name of one of the answer's `facts`.
 */
function mapped(
  { probe, answer, exchanges }: ProbeResult,
  text: (words: string) => string,
  key: (words: string) => string,
): ProbeResult {
  const nullable = (words: string | null): string | null => (words === null ? null : text(words));
  const part = (one: Part): Part => (typeof one === "string" ? text(one) : { ...one, text: text(one.text) });
  const sentence = (words: Text): Text => words.map(part);
  const fact = (value: Answer["facts"][string]) =>
    typeof value === "string" ? text(value) : Array.isArray(value) ? value.map(text) : value;
  const control = (one: Control): Control => ({ ...one, did: sentence(one.did), says: sentence(one.says) });
  const exchange = (one: RecordedExchange): RecordedExchange => ({
    ...one,
    url: text(one.url),
    error: nullable(one.error),
    fault: one.fault && {
      ...one.fault,
      type: text(one.fault.type),
      message: text(one.fault.message),
      messages: one.fault.messages.map((said) => ({ ...said, message: text(said.message) })),
    },
  });
  return {
    probe,
    answer: {
      ...answer,
      says: sentence(answer.says),
      help: answer.help && sentence(answer.help),
      target: nullable(answer.target),
      facts: Object.fromEntries(Object.entries(answer.facts).map(([name, value]) => [key(name), fact(value)])),
      control: answer.control && control(answer.control),
    },
    exchanges: exchanges.map(exchange),
  };
}

/** Returns the result of a probe with all secrets redacted, including those that a server sent back. */
export function concealing(concealed: Concealed, result: ProbeResult): ProbeResult {
  const hide = (words: string): string => concealed.hide(words);
  return mapped(result, hide, hide);
}

/**
 * Returns the result of a probe with all texts from servers, files and users emptied. `Concealed.leaks` compares the output with it,
 * because a secret that still occurs in it is also a word of Tierwright's own.
 */
export const withoutTexts = (result: ProbeResult): ProbeResult =>
  mapped(
    result,
    () => "",
    (key) => key,
  );
