import { commandInSentence, path, shellCommand } from "../../kernel/index.ts";
import { changeWords, countWords, noteWords, shownId, type RealmPlanReport, type Thing, thingsOf } from "./idp-plan-words.ts";
import { NL, type Style, inColumn, inLine, styleFor, wrap } from "../../report/index.ts";

export type { RealmPlanReport } from "./idp-plan-words.ts";

/** The most resources of one kind that the text of a plan shows; the others are counted. */
const MOST_ALIKE = 40;

const SIGNS = { add: "+", set: "~", remove: "-" } as const;
const THING_SIGNS = { new: "+", changed: "~", removed: "-" } as const;

function signOf(sign: "+" | "~" | "-", style: Style): string {
  return sign === "+" ? style.good(sign) : sign === "~" ? style.warning(sign) : style.error(sign);
}

function thingLines({ first, changes, title, how, plain }: Thing, style: Style): readonly string[] {
  const head = `${signOf(THING_SIGNS[how], style)} ${title} ${style.bold(inColumn(shownId(first.id)))}${how === "removed" ? " (with --prune alone)" : ""}`;
  if (plain) return [head];
  return [
    head,
    ...changes.map(
      (change) => `    ${signOf(SIGNS[change.kind], style)} ${inLine(change.field)}: ${inLine(changeWords(change, changes))}`,
    ),
  ];
}

/** Returns the lines for the resources that a plan changes, for at most `MOST_ALIKE` resources of each kind. */
function shortened(things: readonly Thing[], style: Style): readonly string[] {
  const counts = new Map<string, number>();
  const lines = things.flatMap((thing) => {
    const count = (counts.get(thing.title) ?? 0) + 1;
    counts.set(thing.title, count);
    return count > MOST_ALIKE ? [] : thingLines(thing, style);
  });
  const more = [...counts].filter(([, count]) => count > MOST_ALIKE);
  return [
    ...lines,
    ...more.map(([title, count]) => style.dim(`  and ${count - MOST_ALIKE} more of ${title}; --format json has all`)),
  ];
}

/** Returns a realm's plan as text, resource by resource. */
export function realmPlanText(
  report: RealmPlanReport,
  { color, width }: { readonly color: boolean; readonly width: number },
): string {
  const style = styleFor(color);
  const { planned, base, file } = report;
  const { plan } = planned;
  const things = shortened(thingsOf(planned), style);
  const count = countWords(planned);
  const next =
    plan.changes.length === 0
      ? []
      : file === null
        ? ["--out FILE saves the plan, and `tierwright idp apply FILE` carries it out"]
        : [
            `saved as ${inLine(file)}: ${commandInSentence(shellCommand`tierwright idp apply ${path(file)}`)} carries it out, while the realm stays as it is`,
          ];
  return [
    wrap(
      `realm ${inLine(plan.realm)} of ${inLine(base)}, as it is now, against sso.yaml of ${inLine(plan.environment)}`,
      width,
      "",
    ),
    ...noteWords(report).map((note) => style.dim(wrap(inLine(note), width, ""))),
    "",
    ...things,
    ...(things.length > 0 ? [""] : []),
    `${style.bold(inLine(plan.environment))}: ${plan.changes.length === 0 ? style.good(count) : count}`,
    ...next.map((line) => wrap(line, width, "")),
    "",
  ].join(NL);
}
