import type { SecretValue } from "../diagnostic/secret.ts";
import { NOT_SHOWN } from "../diagnostic/text.ts";
import { isObject, type Json } from "./json.ts";

/** A shorter text is part of too many others to be looked for. */
const SHORTEST = 4;

/** Every spelling in which somebody could still read a text: as it is, in an address, in base64, in JSON. */
function spellings(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const all = [text, encodeURIComponent(text), encodeURIComponent(text).replaceAll("%20", "+")];
  const base64 = bytes.toString("base64").replace(/=+$/, "");
  return [...new Set([...all, JSON.stringify(text).slice(1, -1), base64, bytes.toString("base64url"), bytes.toString("hex")])];
}

/** The secrets of one run: nothing that a server sends is shown with one of them in it. */
export class Secrets {
  readonly #spellings = new Set<string>();

  add(...values: readonly (SecretValue | null)[]): void {
    for (const value of values) {
      const text = value?.reveal() ?? "";
      if (text.length < SHORTEST) continue;
      for (const spelling of spellings(text)) this.#spellings.add(spelling);
    }
  }

  /** The text without them. */
  hide(text: string): string {
    let shown = text;
    for (const spelling of this.#spellings) shown = shown.replaceAll(spelling, NOT_SHOWN);
    return shown;
  }

  /** The same of every text in a document; the names of its fields are looked at, too. */
  hideIn(value: Json): Json {
    if (typeof value === "string") return this.hide(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => this.hideIn(one));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [this.hide(key), this.hideIn(one)]));
  }

  isIn(text: string): boolean {
    return [...this.#spellings].some((spelling) => text.includes(spelling));
  }
}
