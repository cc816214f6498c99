import { gateWords, groupedBy } from "../../kernel/index.ts";
import { type EnvironmentPlan, type Plan, isNote } from "../plan/plan.ts";
import * as words from "./plan-words.ts";

/** Work that people must do after the merge, as one sentence. */
export interface Note {
  readonly about: "restart" | "rename" | "removal" | "exception" | "files";
  readonly text: string;
}

/** Number of environment names that one note lists. */
const MOST_NAMES = 6;

const names = (environments: readonly EnvironmentPlan[]): string =>
  words.namesWords([...new Set(environments.map(({ name }) => name))], MOST_NAMES);

/** Returns notes on the exceptions by which changed environments pass, with their end dates. */
function exceptions(environments: readonly EnvironmentPlan[], today: string): readonly Note[] {
  const accepted = environments.filter(({ status, verdict }) => status !== "unchanged" && verdict.after?.gate === "accepted");
  const groups = groupedBy(accepted, ({ verdict }) => {
    const { after } = verdict;
    return after?.exception ? `${gateWords(after, { today })}: ${after.exception.reason} (${after.exception.owner})` : "";
  });
  return [...groups].flatMap(([text, own]): readonly Note[] =>
    text === "" ? [] : [{ about: "exception", text: `${names(own)}: ${text}` }],
  );
}

/** Returns a note with the names of generated pages (`isNote`) that only follow other changes; an empty list if there are none. */
function follows(environments: readonly EnvironmentPlan[]): readonly Note[] {
  const files = environments.flatMap(({ changes, panel }) =>
    changes.every(({ file }) => isNote(file, panel)) && panel.length === 0
      ? []
      : changes.flatMap(({ file, kind }) => (kind === "text" && isNote(file, panel) ? [file] : [])),
  );
  const all = [...new Set(files)];
  return all.length === 0 ? [] : [{ about: "files", text: `${words.namesWords(all)} updated accordingly` }];
}

/** Returns the notes about work after the merge, which a page shows last. */
export function notesOf({ environments }: Plan, today: string): readonly Note[] {
  const restart = environments.filter(({ restartTool }) => restartTool);
  const renamed = environments.filter(({ renamed: rename }) => rename !== null && "from" in rename);
  const removed = environments.filter(({ status, renamed: rename }) => status === "removed" && rename === null);
  return [
    ...renamed.slice(0, MOST_NOTES).map((environment): Note => ({ about: "rename", text: words.switchWords(environment) ?? "" })),
    ...(removed.length > 0
      ? [{ about: "removal", text: `workstations keep what is installed of ${names(removed)}` } as const]
      : []),
    ...(restart.length > 0 ? [{ about: "restart", text: `${words.RESTART} (${names(restart)})` } as const] : []),
    ...exceptions(environments, today).slice(0, MOST_NOTES),
    ...follows(environments),
  ];
}

/** Number of notes of one kind that are shown. */
const MOST_NOTES = 20;

/** Returns the environments for which values of the deployment tool's panel change, grouped by equal changes. */
export function panelsOf({ environments }: Plan): readonly (readonly EnvironmentPlan[])[] {
  const changed = environments.filter(({ panel }) => panel.length > 0);
  return [...groupedBy(changed, ({ panel }) => JSON.stringify(panel.map((field) => ({ ...field, cause: null })))).values()];
}
