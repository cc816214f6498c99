import { plural } from "../../kernel/index.ts";
import type { AddedField, Applied, Done, Step } from "../idp/apply.ts";
import type { Left } from "../idp/changes.ts";
import type { IdpPlan } from "../idp/plan.ts";
import { RESOURCE_WORDS } from "./idp-plan-words.ts";
import { shownId } from "./idp-plan-words.ts";
import { type Look, NL, type Style, inColumn, inLine, styleFor, wrap } from "../../report/index.ts";

/** The report of `tierwright idp apply`. */
export interface AppliedReport {
  readonly plan: IdpPlan;
  readonly applied: Applied;
}

const countOf = ({ done }: Applied, outcome: Done["outcome"]): number => done.filter((one) => one.outcome === outcome).length;

/** Returns the JSON document of `idp apply`. */
export const appliedDocument = ({ plan, applied }: AppliedReport) => ({
  schema: "tierwright/idp-apply/v1",
  environment: plan.environment,
  realm: plan.realm,
  against: plan.against,
  summary: {
    stored: countOf(applied, "stored"),
    differs: countOf(applied, "differs"),
    failed: countOf(applied, "failed"),
    notDone: applied.notDone.length,
  },
  done: applied.done,
  added: applied.added,
  notDone: applied.notDone,
});

interface Group<T> {
  readonly first: T;
  readonly all: readonly T[];
}

/** Groups the results of changes by the resource that they change, and changes that were not made also by reason. */
function byThing<T extends Pick<Done, "resource" | "id"> & Partial<Left>>(list: readonly T[]): readonly Group<T>[] {
  const groups = new Map<string, { first: T; all: T[] }>();
  for (const one of list) {
    const key = `${one.resource} ${one.id} ${one.why ?? ""}`;
    const group = groups.get(key);
    if (group) group.all.push(one);
    else groups.set(key, { first: one, all: [one] });
  }
  return [...groups.values()];
}

/** The most fields of a resource that a line names; the others are counted. */
const MOST_NAMED = 5;

/** Lists field names: 'name, enabled and 14 more fields'. A field is named once, however many of its values changed. */
function fieldNames(all: readonly Pick<Done, "field">[]): string {
  const names = [...new Set(all.map(({ field }) => field))];
  if (names.length <= MOST_NAMED) return names.map(inColumn).join(", ");
  const shown = names.slice(0, MOST_NAMED - 1).map(inColumn);
  return `${shown.join(", ")} and ${plural(names.length - shown.length, "more field")}`;
}

const readBackWords = ({ outcome, readBack }: Done): string =>
  outcome !== "differs" || readBack === null ? "" : `: ${Array.isArray(readBack) ? readBack.join(", ") : String(readBack)}`;

function doneLines({ first, all }: Group<Done>, width: number, style: Style): readonly string[] {
  const bad = all.filter(({ outcome }) => outcome !== "stored");
  const stored = all.length - bad.length;
  const mark = bad.length === 0 ? style.good("✓") : style.error("✗");
  const said = stored === 0 ? "" : `  ${style.dim(`${plural(stored, "field")} stored, read back`)}`;
  const reasons = new Map<string, Done[]>();
  for (const one of bad) {
    const words = `${one.outcome === "failed" ? "failed: " : ""}${one.says ?? ""}${readBackWords(one)}`;
    const known = reasons.get(words);
    if (known) known.push(one);
    else reasons.set(words, [one]);
  }
  return [
    `${mark} ${RESOURCE_WORDS[first.resource]} ${style.bold(inColumn(shownId(first.id)))}${said}`,
    ...[...reasons].flatMap(([words, [one, ...rest]]) => [
      `    ${wrap(`${fieldNames([...(one ? [one] : []), ...rest])}: ${inLine(words)}`, width, "    ")}`,
      ...(one?.help ? [`    ${wrap(style.info(inLine(one.help)), width, "    ")}`] : []),
    ]),
  ];
}

const withValue = ({ field, value }: AddedField): string =>
  `${field}${value === null ? "" : ` = ${value === "" ? "''" : value}`}`;

/** Describes the fields that appeared with a write: the identity provider's usual additions, and the unexpected ones, with their values. */
function addedLines({ first, all }: Group<AddedField>, width: number, style: Style): readonly string[] {
  const [usual, odd] = [all.filter((one) => one.usual), all.filter((one) => !one.usual)];
  const of = `${RESOURCE_WORDS[first.resource]} ${style.bold(inColumn(shownId(first.id)))}`;
  const lines = [
    ...(usual.length > 0
      ? [`${of}: the server added ${listOf(usual)}, as it does whenever a ${RESOURCE_WORDS[first.resource]} is written`]
      : []),
    ...(odd.length > 0
      ? [
          `${of}: ${listOf(odd)} ${odd.length === 1 ? "has" : "have"} come with the write, and nobody sent ${odd.length === 1 ? "it" : "them"}`,
        ]
      : []),
  ];
  return lines.map((line) => wrap(`${style.warning("+")} ${line}`, width, "    "));
}

const listOf = (added: readonly AddedField[]): string => added.map((one) => inLine(withValue(one))).join(", ");

const notDoneLine = ({ first, all }: Group<Left>, style: Style): string =>
  `${style.warning("-")} ${RESOURCE_WORDS[first.resource]} ${style.bold(inColumn(shownId(first.id)))} ${fieldNames(all)}: not done, ${inLine(first.why)}`;

/** Returns the progress line of a written resource with its number; "" if none of its changes was tried. */
export function stepLine({ number, total, thing, done }: Step, color: boolean): string {
  const style = styleFor(color);
  const bad = done.find(({ outcome }) => outcome !== "stored");
  if (done.length === 0) return "";
  const count = style.dim(`${String(number).padStart(String(total).length)} of ${total}`);
  const what = `${RESOURCE_WORDS[thing.resource]} ${style.bold(inColumn(shownId(thing.id)))}`;
  const says = bad ? `: ${inLine(`${bad.outcome === "failed" ? "failed: " : ""}${bad.says ?? ""}`)}` : "";
  return `${count} ${bad ? style.error("✗") : style.good("✓")} ${what}${says}${NL}`;
}

type AppliedDocument = ReturnType<typeof appliedDocument>;

/** Returns the text form of `idp apply` without stored resources, which the terminal has already shown. */
export const unstoredText = (document: AppliedDocument, look: Look): string => appliedText(document, look, false);

/** Returns the text form of `idp apply`: the result of each resource, what is left, and what to do next. */
export function appliedText(document: AppliedDocument, { color, width }: Look, withStored = true): string {
  const style = styleFor(color);
  const { environment, realm, summary, done, added, notDone } = document;
  const { stored, differs, failed, notDone: left } = summary;
  const bad = differs + failed > 0;
  const sums = [
    ...(stored ? [`${plural(stored, "field")} stored and read back`] : []),
    ...(differs ? [style.error(`${differs} not as sent`)] : []),
    ...(failed ? [style.error(`${failed} failed`)] : []),
    ...(left ? [style.warning(`${left} not done`)] : []),
  ];
  const lines = [
    ...byThing(done)
      .filter(({ all }) => withStored || all.some(({ outcome }) => outcome !== "stored"))
      .flatMap((group) => doneLines(group, width, style)),
    ...byThing(added).flatMap((group) => addedLines(group, width, style)),
    ...byThing(notDone).map((group) => wrap(notDoneLine(group, style), width, "    ")),
  ];
  return [
    ...lines,
    ...(lines.length > 0 ? [""] : []),
    `${style.bold(inLine(environment))}, realm ${inLine(realm)}: ${sums.length === 0 ? style.good("there was nothing to do") : sums.join(", ")}`,
    ...(bad
      ? [wrap("nothing that was stored is undone; plan again for what is left: a new plan has no more than that", width, "")]
      : []),
    "",
  ].join(NL);
}
