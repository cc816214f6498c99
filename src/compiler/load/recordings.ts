import { type RuleProblem, environmentPath, placeOf, recordingMark, startOf } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import { recordingName } from "../model/recording.ts";
import { readDocument } from "./document.ts";
import { environmentNames, recordingNames } from "./environment-names.ts";
import { scalarAt } from "./fields.ts";

/**
 * Returns a finding for each folder below environments/ that is named like a recording but is none, or whose original environment is
 * missing. Nothing else checks recordings, so an environment under such a name would not be checked at all.
 */
export function recordingProblems(files: SourceTree): readonly RuleProblem[] {
  const recordings = recordingNames(files);
  if (recordings.length === 0) return [];
  const names = new Set(environmentNames(files));
  return recordings.flatMap((folder) => {
    const path = environmentPath(folder);
    const mark = scalarAt(readDocument(files, path, "Environment").tree ?? undefined, "derivedFrom");
    if (!mark) return [recordingMark.at(startOf(path), { seen: "unmarked", folder })];
    const of = mark.text;
    const at = placeOf(mark.span);
    if (recordingName(of) !== folder) return [recordingMark.at(at, { seen: "other", folder, of }, { pointer: mark.pointer })];
    return names.has(of)
      ? []
      : [recordingMark.at(at, { seen: "left", folder, of }, { pointer: mark.pointer, severity: "warning" })];
  });
}
