import { NOT_SHOWN, type Part, type Text } from "../diagnostic/text.ts";
import type { Answer, Control } from "./probe.ts";
import type { ProbeResult, RecordedExchange } from "./result.ts";

/** A shorter one stands in ordinary words, and would take them along. */
const SHORTEST = 4;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Base64 of a text wherever it begins in what is encoded: at each of three offsets, without the characters that its neighbours decide. */
function base64Of(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const end = (offset + bytes.length) % 3 === 0 ? whole.length : whole.length - 1;
    const inner = whole.slice(offset === 0 ? 0 : offset + 1, end);
    return inner.length >= 6 ? [inner, inner.replaceAll("+", "-").replaceAll("/", "_")] : [];
  });
}

/** Every spelling in which somebody could still read it. */
function spellings(secret: string): readonly string[] {
  const uri = encodeURIComponent(Buffer.from(secret).toString("utf8"));
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    uri,
    uri.replaceAll("%20", "+"),
    secret.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character),
    secret.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character),
    json,
    Buffer.from(secret).toString("hex"),
    ...base64Of(secret),
  ];
}

/**
 * What a run has read that opens something: passwords, cookies, codes, tickets. Nothing of it leaves, in no spelling. A text that is known
 * anyway and happens to hold one (a user whose password is his id) is left as it is: hiding it would say what it is.
 */
export class Concealed {
  readonly #spellings = new Set<string>();
  readonly #known: string[];

  constructor(known: readonly string[] = []) {
    this.#known = known.filter((text) => text !== "");
  }

  add(values: readonly string[]): void {
    for (const secret of values)
      if (secret.length >= SHORTEST && !this.#known.some((text) => text.includes(secret)))
        for (const spelling of spellings(secret)) this.#spellings.add(spelling);
  }

  /** The text without any of them, the longest first. */
  hide(text: string): string {
    let shown = text;
    for (const spelling of [...this.#spellings].sort((a, b) => b.length - a.length))
      shown = shown.replaceAll(spelling, NOT_SHOWN);
    return shown;
  }

  /** True where one of them stands in a text that is about to leave. */
  leaks(text: string): boolean {
    return [...this.#spellings].some((spelling) => text.includes(spelling));
  }
}

/** A result that holds nothing of what is concealed, whoever put it there: a server may send back what it was sent. */
export function concealing(concealed: Concealed, { probe, answer, exchanges }: ProbeResult): ProbeResult {
  const text = (words: string): string => concealed.hide(words);
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
    fault: one.fault && { ...one.fault, type: text(one.fault.type), message: text(one.fault.message) },
  });
  return {
    probe,
    answer: {
      ...answer,
      says: sentence(answer.says),
      help: answer.help && sentence(answer.help),
      target: nullable(answer.target),
      facts: Object.fromEntries(Object.entries(answer.facts).map(([key, value]) => [text(key), fact(value)])),
      control: answer.control && control(answer.control),
    },
    exchanges: exchanges.map(exchange),
  };
}
