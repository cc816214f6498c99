import { type Annotation, annotationsOf } from "../annotations.ts";
import { countsLine } from "../environments.ts";
import type { ReportForm } from "../report.ts";
import { inLine } from "../style.ts";

/** Returns a message, escaped for a workflow command (`::error ...`); GitHub's runner decodes it (docs/output-forms.md). */
const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** Returns the value of a workflow command's property (such as `file=`), escaped, because a colon or a comma would end the value. */
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

function lineOf({ level, title, message, place }: Annotation): string {
  const columns = place?.columns ? { col: place.columns.column, endColumn: place.columns.endColumn } : {};
  const properties = { ...(place && { file: place.file, line: place.line, endLine: place.endLine }), ...columns, title };
  const words = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${level} ${words.join(",")}::${data(message)}`;
}

export const form: ReportForm = {
  name: "github",
  summary: "annotations of a GitHub workflow: at most 10 errors, warnings and notices each, the gravest first",
  readers: "programs",
  exact: true,
  render(report, context) {
    const lines = annotationsOf(report, context).map(lineOf);
    const headline = report.planned ? [inLine(report.planned.headline)] : [];
    return `${[...lines, countsLine(report), ...headline].join("\n")}\n`;
  },
};
