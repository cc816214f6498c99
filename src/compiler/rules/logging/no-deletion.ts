import {
  type Appender,
  type Problem,
  type Text,
  defineDiagnostic,
  joinTexts,
  name,
  quotedName,
  say,
  value,
} from "../../../kernel/index.ts";
import type { Log4j2File } from "../../model/files.ts";
import type { Log4j2Rule } from "../rule.ts";
import { datePattern, foreignGlobs, isDeletable } from "./file-pattern.ts";

/** Returns why old files of an appender are never deleted, or null if their number is bounded. */
function unbounded(appender: Appender): Text | null {
  const { strategy, filePattern } = appender;
  if (!appender.rolling || (appender.hasDelete && !foreignGlobs(appender)) || filePattern === null) return null;
  const date = datePattern(filePattern);
  if (date !== undefined) return say`${quotedName(date)} in its filePattern gives every period a new file name`;
  if (/^nomax$/i.test(`${strategy?.fileIndex}`)) return say`fileIndex="nomax" never reuses a number`;
  const direct = appender.fileName === null || /^direct/i.test(`${strategy?.type}`);
  return direct && (strategy?.max ?? null) === null ? say`a direct-write strategy without maxFiles never reuses a number` : null;
}

function* check({ path, document }: Log4j2File, decided?: ReadonlySet<string>): Iterable<Problem> {
  for (const appender of document.appenders) {
    if (decided?.has(appender.name)) continue;
    const why = unbounded(appender);
    if (why === null) continue;
    yield noDeletion.at(document.placeOf(path, appender.start, appender.openEnd), {
      appender: appender.name,
      why,
      foreign: foreignGlobs(appender) ?? [],
      deletable: isDeletable(document, appender.name),
    });
  }
}

const DELETE = '        <Delete basePath="C:/Temp"><IfLastModified age="30d"/></Delete>\n';

interface Args {
  readonly appender: string;
  readonly why: Text;
  /** Attributes because of which the Delete actions miss the appender's files: globs, basePath or testMode. Empty if it has none. */
  readonly foreign: readonly string[];
  /** True if Tierwright can insert a Delete action for logging.deleteAfter. */
  readonly deletable: boolean;
}

const noDeletion = defineDiagnostic({
  id: "logging/no-deletion",
  severity: "warning",
  title: "a rolling appender deletes nothing",
  why: "Rolling starts a new file and deletes none. With a date in filePattern every period has its own name, and without a Delete action log4j keeps all of them until the disk is full; an action whose IfFileName globs fit none of them deletes none. Delete itself runs only at a rollover: an appender that writes nothing deletes nothing.",
  remedy:
    "Set `logging.deleteAfter` of every environment, such as `{ MAIN: 30d }`: a Delete action for the appender's own files is inserted into log4j2.xml. Or run `tierwright logs sweep`. `tierwright logs growth FILE` estimates its size after a year.",
  clauses: ["H4"],
  message: ({ appender, why, foreign, deletable }: Args) => ({
    message:
      foreign.length === 0
        ? say`the rolling appender ${quotedName(appender)} has no Delete action`
        : say`no Delete action of the rolling appender ${quotedName(appender)} fits its own files: ${joinTexts(foreign.map(value), ", ")}`,
    notes: [why, say`log4j deletes nothing, so the files accumulate for ever`],
    help: deletable
      ? say`set ${name(`logging.deleteAfter.${appender}`)} in every environment of the release, such as 30d, or delete by age from outside with \`tierwright logs sweep\`: log4j runs Delete only at a rollover, so an idle appender never sweeps`
      : say`add a Delete action to its rollover strategy, or delete by age from outside with \`tierwright logs sweep\`: log4j runs Delete only at a rollover, so an idle appender never sweeps`,
  }),
  fails: { file: "releases/2506/base/log4j2.xml", replace: DELETE, with: "" },
  passes: [
    { file: "releases/2506/base/log4j2.xml", replace: "client-%d{yyyy-MM-dd}.log", with: "client-%d{yyyy-MM-dd}-%i.log.gz" },
    {
      file: "releases/2506/base/log4j2.xml",
      replace: DELETE,
      with: "",
      also: [{ file: "releases/2506/base/log4j2.xml", replace: "client-%d{yyyy-MM-dd}.log", with: "client-%i.log" }],
    },
  ],
});

export const rule: Log4j2Rule = { ...noDeletion, scope: "log4j2", of: "deletion", check };
