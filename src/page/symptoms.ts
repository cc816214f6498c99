import type { Cause } from "../causes/cause.ts";
import { CAUSES } from "../causes/registry.generated.ts";
import { plural } from "../diagnostic/plural.ts";
import { type Html, html } from "./html.ts";
import { told } from "./words.ts";

/** What is shown of a cause; the rest of it is told by `tierwright diagnose`. */
function item({ id, title, symptoms, states, cause, check, action, deadEnds, matches }: Cause): Html {
  return html`<details class="symptom finding info" data-item="symptoms">
<summary><span class="what">${title}</span> <span class="where"><code>${id}</code> · seen as: ${symptoms.map(({ says }) => says).join("; ")}</span></summary>
<div class="body"><p><strong>It states</strong> ${told(states)}.</p>
<p><strong>What happened:</strong> ${told(cause)}</p>
<p><strong>To be sure:</strong> ${told(check.does)} <strong>Control:</strong> ${told(check.control)}</p>
<p><strong>What to do:</strong></p><ol>${action.map((step) => html`<li>${told(step)}</li>`)}</ol>
<p><strong>Dead ends:</strong></p><ul>${deadEnds.map((end) => html`<li>${told(end)}</li>`)}</ul>
${matches.length > 0 && html`<p class="where">Messages such as:</p><pre class="source">${matches.join("\n")}</pre>`}</div></details>
`;
}

/** Messages that name the wrong cause, to be searched by the message or by what is seen. */
export function symptoms(): Html {
  return html`<p>${plural(CAUSES.length, "message")} and symptoms that name the wrong cause. Search for words of the message, or of what you see; <code>tierwright diagnose</code> finds them in a log.</p>
<div class="findings">${CAUSES.map(item)}</div>`;
}
