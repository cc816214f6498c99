import type { Gate, HostVerdictKind, Severity, Text } from "../../kernel/index.ts";
import { HTML, prose, sentence } from "../../report/index.ts";
import { anchor, type Html, html, Html as Markup, joinedHtml, type Piece } from "./html.ts";

/** Returns a finding's message as markup, as other report formats show it: found values are code, and values that those hide are hidden. */
export const message = (text: Text): Html => new Markup(sentence(text, HTML));

/** Returns a sentence of Tierwright's own that can quote text of the repository, as markup. */
export const quotedProse = (text: string): Html => new Markup(prose(text, HTML));

/** Tone in which the page shows a state; it always comes with a symbol and a word, so that colour is not the only sign. */
export type Tone = "good" | "warn" | "bad" | "info";

const SIGN: Readonly<Record<Tone, string>> = { good: "✓", warn: "!", bad: "✗", info: "i" };

export const badge = (tone: Tone, word: Piece): Html =>
  html`<span class="badge ${tone}"><span class="sign" aria-hidden="true">${SIGN[tone]}</span> ${word}</span>`;

export const SEVERITY_TONE: Readonly<Record<Severity, Tone>> = { error: "bad", warning: "warn", info: "info" };
export const GATE_TONE: Readonly<Record<Gate, Tone>> = { pass: "good", accepted: "warn", block: "bad" };
export const HOST_TONE: Readonly<Record<HostVerdictKind, Tone>> = {
  same: "good",
  member: "good",
  "not-proven": "warn",
  "half-switch": "bad",
};

/** Returns a link that searches the page; without a script it leads to the element whose id `anchor` makes of kind and name. */
export const searchLink = (kind: string, name: string): Html => html`<a href="#${anchor(kind, name)}">${name}</a>`;

/** Returns at most `most` names as links, and the number of the other names. */
export function names(all: readonly string[], most: number): readonly Piece[] {
  const links = joinedHtml(
    all.slice(0, most).map((name) => searchLink("env", name)),
    ", ",
  );
  return all.length > most ? [...links, ` and ${all.length - most} more`] : links;
}

/** Returns a scrollable region for wide content that the keyboard can reach; every table has a different label. */
export const scrolling = (label: string, content: Piece): Html =>
  html`<div class="wide" role="region" aria-label="table: ${label}" tabindex="0">${content}</div>`;
