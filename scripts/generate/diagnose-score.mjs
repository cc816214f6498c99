/** Measures `diagnose` on its own samples: how often the right cause is first, and how often it claims a wrong one. */
import { loadSources } from "./sources.mjs";

const SOURCES = `
export { CAUSES } from "./src/diagnose/causes/registry.generated.ts";
export { encodingOf } from "./src/diagnose/causes/encoding.ts";
export { SourceReader } from "./src/diagnose/causes/read-source.ts";
export { UnmatchedErrors } from "./src/diagnose/causes/unmatched.ts";
export { diagnosisOf } from "./src/diagnose/causes/diagnose.ts";
export { LAYOUTS, NEGATIVES, POSITIVES } from "./test/diagnose/causes/records.ts";
export { LOOK_ALIKES, SAMPLES } from "./test/diagnose/causes/pasted-all.ts";
`;

/** Kinds of look-alikes in the order of the table's columns. */
const KINDS = ["success", "value", "reason", "speaker", "quote", "words"];
const isReport = (kind) => kind === "success" || kind === "quote";

/**
 * Reads every sample and look-alike in every layout.
 * @returns The figures, and for each cause the number of its look-alikes by kind.
 */
export async function score() {
  const sources = await loadSources(SOURCES);
  const { CAUSES, LAYOUTS, LOOK_ALIKES, NEGATIVES, POSITIVES, SAMPLES, SourceReader, UnmatchedErrors, diagnosisOf } = sources;
  const causesIn = (log, isPasted = false) => {
    const reader = new SourceReader("sample", "utf-8", new UnmatchedErrors(), isPasted);
    reader.take(Buffer.from(log));
    return diagnosisOf({ all: [reader.end()], symptom: null, unmatched: new UnmatchedErrors(), most: 3 }).causes;
  };
  const samples = [...POSITIVES, ...CAUSES.flatMap(({ id, matches }) => matches.map((text) => [id, text]))];
  const looks = [
    ...NEGATIVES.map(([kind, text]) => [null, kind, text]),
    ...CAUSES.flatMap(({ id, lookAlikes }) => lookAlikes.map(([kind, text]) => [id, kind, text])),
  ];
  const figures = { samples: 0, first: 0, claims: 0, right: 0, looks: 0, left: 0, falseHigh: 0 };
  const countSample = (id, found) => {
    const claims = found.filter(({ confidence }) => confidence !== "low");
    figures.samples++;
    figures.first += Number(found[0]?.cause.id === id);
    figures.claims += claims.length;
    figures.right += claims.filter(({ cause }) => cause.id === id).length;
    figures.falseHigh += claims.filter(({ cause, confidence }) => cause.id !== id && confidence === "high").length;
  };
  const countLook = (id, found) => {
    // a look-alike of one cause can be a sample of another
    const claims = found.filter(({ cause, confidence }) => confidence !== "low" && (id === null || cause.id === id));
    figures.looks++;
    figures.left += Number(claims.length === 0);
    figures.claims += claims.length;
    figures.falseHigh += claims.filter(({ confidence }) => confidence === "high").length;
  };
  for (const layout of Object.values(LAYOUTS)) {
    for (const [id, text] of samples) countSample(id, causesIn(layout(text)));
    for (const [id, kind, text] of looks) countLook(id, causesIn(layout(text, isReport(kind) ? "INFO" : "ERROR")));
  }
  for (const [id, text] of SAMPLES) countSample(id, causesIn(text, true));
  for (const text of LOOK_ALIKES) countLook(null, causesIn(text, true));
  const table = CAUSES.map(({ id, lookAlikes }) => [
    id,
    ...KINDS.map((kind) => lookAlikes.filter(([one]) => one === kind).length),
  ]);
  return { layouts: Object.keys(LAYOUTS).length, figures, kinds: KINDS, table };
}

const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** Returns the figures as lines of text. */
export const figureLines = ({ layouts, figures: { samples, first, claims, right, looks, left, falseHigh } }) => [
  `recall: ${percent(first, samples)} (${first} of ${samples} samples in ${layouts} layouts and pasted texts named first)`,
  `precision: ${percent(right, claims)} (${right} of ${claims} claims of medium or high confidence)`,
  `look-alikes left alone: ${percent(left, looks)} (${left} of ${looks})`,
  `false claims of high confidence: ${falseHigh}`,
];
