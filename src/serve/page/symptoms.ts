import { CAUSES, type Cause } from "../../diagnose/index.ts";
import { plural, words } from "../../kernel/index.ts";
import { type Html, html, type Piece } from "./html.ts";
import { message } from "./words.ts";

/** Returns a sentence of a cause as markup; commands in it are in backticks. */
const said = (text: string): Html => message(words(text));

/** Returns a message line by line, with tabs as spaces; without this, tabs and line ends would be shown as symbols. */
const linesOf = (text: string): readonly Piece[] =>
  text.split("\n").flatMap((line, i) => [i > 0 && LINE_END, line.replaceAll("\t", "    ")]);
const LINE_END = html`
`;

/** Returns the parts of a cause that the page shows; `tierwright diagnose` prints all. */
function item({ id, title, symptoms, states, cause, check, action, deadEnds, matches }: Cause): Html {
  return html`<details class="symptom finding info" data-item="symptoms">
<summary><span class="what">${title}</span> <span class="where"><code>${id}</code> · seen as: ${symptoms.map(({ says }) => says).join("; ")}</span></summary>
<div class="body"><p><strong>It states</strong> ${said(states)}.</p>
<p><strong>What happened:</strong> ${said(cause)}</p>
<p><strong>To be sure:</strong> ${said(check.does)} <strong>Control:</strong> ${said(check.control)}</p>
<p><strong>What to do:</strong></p><ol>${action.map((step) => html`<li>${said(step)}</li>`)}</ol>
<p><strong>Dead ends:</strong></p><ul>${deadEnds.map((end) => html`<li>${said(end)}</li>`)}</ul>
${matches.length > 0 && html`<p class="where">Messages such as:</p>${matches.map((text) => html`<pre class="source">${linesOf(text)}</pre>`)}`}</div></details>
`;
}

/** Returns the section with misleading messages and symptoms and their true causes. */
export function symptoms(): Html {
  return html`<p>${plural(CAUSES.length, "message")} and symptoms that name the wrong cause. Search for words of the message, or of what you see; <code>tierwright diagnose</code> finds them in a log.</p>
<div class="findings">${CAUSES.map(item)}</div>`;
}
