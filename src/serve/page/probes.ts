import { plural } from "../../kernel/index.ts";
import { type ProbeResults, type SavedProbe, staleness } from "../../compiler/index.ts";
import { type Html, html, type Piece } from "./html.ts";
import { badge, scrolling, searchLink, type Tone } from "./words.ts";

const TONE: Readonly<Record<SavedProbe["outcome"], Tone>> = {
  refuted: "bad",
  "not-proven": "warn",
  proven: "good",
  skipped: "info",
};

const CONTROL: Readonly<Record<SavedProbe["control"]["outcome"], string>> = { held: "held", failed: "failed", none: "none" };

function row({ id, outcome, says, help, target, control }: SavedProbe, index: number): Html {
  return html`<tr data-item="probes" data-e="${index}">
<th scope="row"><code>${id}</code></th><td>${badge(TONE[outcome], outcome)}</td><td>${says}${help !== null && outcome !== "proven" && html`<div class="where">${help}</div>`}</td><td>${target !== null && html`<code>${target}</code>`}</td><td>${CONTROL[control.outcome]}: ${control.did}; ${control.says}</td></tr>
`;
}

const ORDER: readonly SavedProbe["outcome"][] = ["refuted", "not-proven", "proven", "skipped"];

function results(one: ProbeResults, index: number, today: string): Html {
  const { environment, at, machine, connect, probes } = one;
  const counts = ORDER.flatMap((outcome) => {
    const count = probes.filter((probe) => probe.outcome === outcome).length;
    return count > 0 ? [`${count} ${outcome}`] : [];
  });
  const stale = staleness(one, today);
  const notes: readonly Piece[] = [
    stale !== null && html`<p><strong>Shown for information only: ${stale}.</strong></p>`,
    index < 0 && html`<p><strong>This environment is not in the repository.</strong></p>`,
    connect.length > 0 && html`<p>Redirected by <code>--connect</code>: ${connect.join(", ")}.</p>`,
  ];
  const rows = ORDER.flatMap((outcome) => probes.filter((probe) => probe.outcome === outcome)).map((probe) => row(probe, index));
  const table = html`<table class="tiers"><thead><tr><th scope="col">probe</th><th scope="col">outcome</th><th scope="col">what was found</th><th scope="col">asked</th><th scope="col">control</th></tr></thead>
<tbody>${rows}</tbody></table>`;
  return html`<details data-group="" open=""><summary data-head="">${index < 0 ? environment : searchLink("env", environment)}: ${counts.join(", ")}; probed on ${machine}, ${at.slice(0, 16).replace("T", " ")} UTC</summary>
${notes}${scrolling(`probes of ${environment}, ${at}`, table)}</details>
`;
}

/** Returns the section with the saved results of probes; asks no server. */
export function probes(all: readonly ProbeResults[], names: readonly string[], today: string): Html {
  const index = new Map(names.map((name, i) => [name, i]));
  return html`<p>${plural(all.length, "run")} of <code>tierwright probe</code>. A proven answer is only as good as its control; <code>tierwright help probe.md</code> lists what each probe does not prove.</p>
${all.map((one) => results(one, index.get(one.environment) ?? -1, today))}`;
}
