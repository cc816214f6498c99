import { ORDER, type Step } from "../cutover/order.ts";
import { plural } from "../../kernel/index.ts";
import { type Look, NL, type Style, sizeText, styleFor, wrap } from "../../report/index.ts";

/** The results of `tierwright cutover`. */
export interface CutoverReport {
  readonly old: { readonly text: string };
  readonly places: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly spelling: string;
    readonly consumer: string;
  }[];
  /** Number of all places with the old address; `places` can contain fewer. */
  readonly count: number;
  readonly files: number;
  readonly bytes: number;
  readonly links: number;
  readonly notSearched: readonly { readonly file: string; readonly why: string; readonly kind: string }[];
}

/** Returns the JSON document of `cutover`. */
export const cutoverDocument = ({ old, places, count, files, bytes, links, notSearched }: CutoverReport) => ({
  schema: "tierwright/cutover/v1",
  address: old.text,
  count,
  places,
  files,
  bytes,
  links,
  notSearched,
});

type CutoverDocument = ReturnType<typeof cutoverDocument>;

const WHEN: Readonly<Record<Step["when"], string>> = {
  before: "before the switch",
  switch: "with the switch",
  after: "after the switch",
};

function stepLines(step: Step, number: number, report: CutoverDocument, width: number, style: Style): readonly string[] {
  const places = report.places.filter(({ consumer }) => consumer === step.consumer);
  const heading = `${number}. ${style.bold(step.who)}: ${plural(places.length, "place")}, ${WHEN[step.when]}`;
  const lines = places.map(
    ({ file, line, column, spelling }) =>
      `   ${style.dim(`${file}:${line}:${column}`)}  ${spelling}${file.startsWith("dist/") ? style.dim("  (compiled)") : ""}`,
  );
  return [heading, `   ${wrap(step.does, width, "   ")}`, ...lines, ""];
}

function missedLines({ notSearched, links }: CutoverDocument, style: Style): readonly string[] {
  const missed = notSearched.map(({ file, why }) => `${style.warning("not searched")}: ${file}: ${why}`);
  return links === 0 ? missed : [...missed, style.dim(`${plural(links, "link")} not followed`)];
}

/** Returns the result of `cutover` as text: the places of the old address by consumer, in the order in which people change them. */
export function cutoverText(report: CutoverDocument, how: Look): string {
  const style = styleFor(how.color);
  const { count, places, address, files, bytes, notSearched } = report;
  const records = places.filter(({ consumer }) => consumer === "record").length;
  const steps = ORDER.filter(({ consumer }) => places.some((place) => place.consumer === consumer));
  const intro =
    count === 0
      ? []
      : [
          wrap(
            "The gateway serves one port as HTTP or as HTTPS, never both: from the moment of the switch all of these fail at once. Change them in this order:",
            how.width,
            "",
          ),
          "",
        ];
  const kept = places.length - records < count ? [`the first ${places.length - records} of ${count} places are listed`] : [];
  const unknown = notSearched.some(({ kind }) => kind !== "elsewhere");
  const left =
    count === 0
      ? unknown
        ? style.warning("not known whether any is left")
        : style.good("none is left")
      : style.error(`${plural(count, "place")} left`);
  return [
    ...intro,
    ...steps.flatMap((step, i) => stepLines(step, i + 1, report, how.width, style)),
    ...kept,
    ...missedLines(report, style),
    `${address}: ${left}${records === 0 ? "" : `, ${plural(records, "place")} in records`}; ${plural(files, "file")}, ${sizeText(bytes)} searched`,
    "",
  ].join(NL);
}
