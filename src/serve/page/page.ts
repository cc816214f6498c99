import { createHash } from "node:crypto";
import { unicodeEscapes } from "../../kernel/index.ts";
import { visibleJson } from "../../report/index.ts";
import { SCRIPT, STYLE } from "./assets.generated.mjs";
import { environments } from "./environments.ts";
import type { FleetData } from "./fleet-data.ts";
import { packedFleet } from "./fleet-packed.ts";
import { findings } from "./findings.ts";
import { growth } from "./growth.ts";
import { Html, html, type Piece } from "./html.ts";
import { machines } from "./machines.ts";
import { matrix } from "./matrix.ts";
import type { PageInput } from "./page-input.ts";
import { dataOf, settingsOf } from "./settings.ts";
import { probes } from "./probes.ts";
import { sideBySide } from "./side-by-side.ts";
import { headline } from "./state.ts";
import { symptoms } from "./symptoms.ts";
import { tiers } from "./tiers.ts";
import { top } from "./top.ts";

/** Start of every page that `report` writes; `report` does not overwrite a file that begins otherwise. */
export const MARK = '<!DOCTYPE html>\n<html lang="en" data-tierwright="report">';

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/** Content security policy of the page: it loads nothing, sends nothing, and runs no script or style except its own. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Returns data as JSON inside a script element. Escapes everything that could end the element, and invisible characters. */
const embedded = (data: object): Html => new Html(visibleJson(JSON.stringify(data)).replace(/[<>&]/g, (c) => unicodeEscapes(c)));

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Piece;
}

const section = ({ id, title, content }: Section): Html => html`<section id="${id}" aria-labelledby="h-${id}">
<h2 id="h-${id}" tabindex="-1">${title}</h2>
<p class="empty" hidden="">Nothing here matches the search.</p>
${content}</section>
`;

const SEARCH = html`<form role="search" class="search" hidden=""><label for="q">Search</label>
<input id="q" type="search" autocomplete="off" spellcheck="false" aria-describedby="q-help" placeholder="environment, key, value, rule, file, message" />
<button type="button" id="clear" hidden="">Clear</button>
<p id="hits" role="status" aria-live="polite"></p>
<p id="q-help" class="where">All words must match. <code>env:</code> <code>rule:</code> <code>key:</code> <code>file:</code> <code>machine:</code> <code>state:</code> before a word search only these.</p></form>`;

function sectionsOf(input: PageInput): readonly Section[] {
  const settings = settingsOf(input.sides, (role, key) => input.isSecretKey(role, key));
  const { fleet } = input;
  const logs = growth(input.sides);
  return [
    { id: "environments", title: "Environments", content: environments(input) },
    { id: "matrix", title: "Compatibility matrix", content: matrix(input) },
    { id: "tiers", title: "Sign-in and file transfer", content: tiers(input) },
    { id: "findings", title: "Findings", content: findings(input) },
    {
      id: "settings",
      title: "Settings side by side",
      content: [sideBySide(settings), data(settings, fleet && packedFleet(fleet, input.name))],
    },
    ...(logs ? [{ id: "logs", title: "Log growth", content: logs }] : []),
    ...(input.probes.length > 0
      ? [{ id: "probes", title: "Probes", content: probes(input.probes, settings.names, input.context.today) }]
      : []),
    ...(fleet ? [{ id: "fleet", title: "Workstations", content: machines(fleet, settings.names) }] : []),
    { id: "symptoms", title: "Symptoms", content: symptoms() },
  ];
}

const data = (settings: ReturnType<typeof settingsOf>, fleet: FleetData | null): Html =>
  html`<script type="application/json" id="data">${embedded({ ...dataOf(settings), fleet })}</script>`;

const FOOT = html`<footer><p>The mapping definition of a connector release is not judged. Only the matrix and the certified range decide a verdict: a vendor's claim is shown for information, and a sign-in or check-out that worked is no verdict. Settings take effect when the tool starts.</p>
<p>This page contains no secret values, and no values that look like secrets.</p></footer>`;

/** Returns the whole page: one file without links to other files. */
export function pageOf(input: PageInput): string {
  const sections = sectionsOf(input);
  const nav = sections.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}<span class="hits" data-hits="${id}" hidden=""></span></a></li>`,
  );
  const page = html`${new Html(MARK)}
<head><meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${new Html(POLICY)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="referrer" content="no-referrer" />
<meta name="color-scheme" content="light dark" /><meta name="robots" content="noindex" /><meta name="generator" content="tierwright ${input.version}" />
<title>${input.name}: ${headline(input.state)} · tierwright</title>
<style>${new Html(STYLE)}</style></head>
<body><a class="skip" href="#main">Skip to the content</a>
${top(input)}<div class="bar"><nav aria-label="Sections"><ul>${nav}</ul></nav>
${SEARCH}</div>
<main id="main" tabindex="-1">
${sections.map(section)}</main>
${FOOT}
<script>${new Html(SCRIPT)}</script></body></html>
`;
  return page.text;
}
