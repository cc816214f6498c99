import { loadRules } from "../../compiler/index.ts";
import { append } from "../../kernel/index.ts";
import type { Output } from "../../platform/index.ts";
import { type Annotation, type FurtherForm, type ReportForm, annotationsOf, loadForm } from "../../report/index.ts";

/**
 * The most errors for which the Action writes annotations: GitHub shows ten annotations for a workflow step, and the tenth is the failure
 * of the step itself.
 */
const MOST_ERRORS = 9;

/** Returns a report form with an output in memory, and the function that returns the text so far. */
function kept(form: ReportForm, mostBytes: number | null): { readonly further: FurtherForm; text(): string } {
  const chunks: Buffer[] = [];
  const output: Output = { write: (data) => void chunks.push(Buffer.from(data)), color: false, width: null };
  return { further: { form, mostBytes, output }, text: () => Buffer.concat(chunks).toString("utf8") };
}

/** Returns an output form that collects the annotations of the form `github`, which the Action later prints as workflow commands. */
function collecting(into: Annotation[]): ReportForm {
  return {
    name: "annotations",
    summary: "what the form github shows, not written yet",
    readers: "programs",
    exact: true,
    render(report, context) {
      append(into, annotationsOf(report, context, MOST_ERRORS));
      return "";
    },
  };
}

/**
 * Returns the output forms that the Action needs in addition to the JSON document of the command. A form that is not wanted returns an
 * empty text.
 */
export async function formsFor(wanted: { readonly summary: number; readonly comment: number | null; readonly sarif: boolean }) {
  const annotations: Annotation[] = [];
  const markdown = await loadForm("markdown", loadRules);
  const summary = kept(markdown, wanted.summary);
  const comment = wanted.comment === null ? null : kept(markdown, wanted.comment);
  const sarif = wanted.sarif ? kept(await loadForm("sarif", loadRules), null) : null;
  const all = [kept(collecting(annotations), null), summary, comment, sarif];
  return {
    further: all.flatMap((item) => (item ? [item.further] : [])),
    annotations: annotations as readonly Annotation[],
    summary: summary.text,
    comment: () => comment?.text() ?? "",
    sarif: () => sarif?.text() ?? "",
  };
}
