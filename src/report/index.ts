/** Public surface of the slice `report`: other slices import only from this file. */
export { type Annotation, annotationsOf } from "./annotations.ts";
export { foldFiles } from "./also-in.ts";
export {
  type ArgumentSpec,
  BETWEEN,
  type Command,
  type CommandEntry,
  type ExitCode,
  GROUPS,
  type Invocation,
  type Listing,
  type OptionSpec,
  valuesOf,
} from "./command/command.ts";
export { CONNECT_OPTIONS, caOf, connections, throughWords, viaOf } from "./command/connect-options.ts";
export { contextOf, exitCodeOf, failOn, tell } from "./command/findings.ts";
export { GLOBAL_OPTIONS, SHORT_FORMS } from "./command/options.ts";
export {
  familyOf,
  findCommand,
  missingVerb,
  parseFor,
  plainWords,
  renameCommand,
  unknownOptions,
  usageLine,
} from "./command/parse.ts";
export { timeoutOf } from "./command/timeout.ts";
export { jsonDocument } from "./document.ts";
export { type EnvironmentReport, countWords, countsLine, environmentsOf, gravest, howToApply } from "./environments.ts";
export { type Excerpt, Excerpts } from "./excerpt.ts";
export { FINDING_FORMS, type FindingsInput, type RenderContext, loadForm, renderFindings, writtenAs } from "./findings.ts";
export { findingJson, findingsJson } from "./forms/json.ts";
export { MOST_BYTES, bytesOf, findingLines } from "./forms/markdown.ts";
export { findingText } from "./forms/text.ts";
export { MOST_CHARACTERS, MOST_JOBS, jobShardsJson } from "./job-shards.ts";
export { HTML, MARKDOWN, block, prose, proseAnywhere, sentence } from "./markdown.ts";
export { FORMS } from "./registry.generated.ts";
export { type FurtherForm, type Report, type ReportContext, type ReportForm, type Standing, countBySeverity } from "./report.ts";
export { type Look, printOfRun, printResult, resultText, resultWithFindings } from "./result.ts";
export { sizeText } from "./sizes.ts";
export {
  AS_EMOJI,
  NL,
  type Style,
  betweenMarks,
  inColumn,
  inLine,
  lengthWithoutMarks,
  shorten,
  styleFor,
  visible,
  visibleJson,
  wholeValue,
} from "./style.ts";
export { type Cell, columnWidths, list, tableLines } from "./table.ts";
export { forPeople, forPrograms } from "./terminal.ts";
export { verdictBlock, verdictJson, verdictLine, verdictRows } from "./verdict.ts";
export { columnsOf, definition, wrap } from "./wrap.ts";
