import { defineDiagnostic } from "../../diagnostic/define.ts";
import { type Text, quotedName, say } from "../../diagnostic/text.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import type { Appender } from "../../formats/log4j2/document.ts";
import type { Log4j2File } from "../../model/files.ts";
import type { Log4j2Rule } from "../rule.ts";
import { datePattern } from "./file-pattern.ts";

/** Why old files of an appender are never taken away, or null where something bounds them. */
function unbounded(appender: Appender): Text | null {
  const { strategy, filePattern } = appender;
  if (!appender.rolling || appender.hasDelete || filePattern === null) return null;
  const date = datePattern(filePattern);
  if (date !== undefined) return say`${quotedName(date)} in its filePattern gives every period a new file name`;
  if (/^nomax$/i.test(`${strategy?.fileIndex}`)) return say`fileIndex="nomax" never reuses a number`;
  const direct = appender.fileName === null || /^direct/i.test(`${strategy?.type}`);
  return direct && (strategy?.max ?? null) === null ? say`a direct-write strategy without maxFiles never reuses a number` : null;
}

function* check({ path, document }: Log4j2File): Iterable<Problem> {
  for (const appender of document.appenders) {
    const why = unbounded(appender);
    if (why === null) continue;
    yield noDeletion.at(document.placeOf(path, appender.start, appender.openEnd), { appender: appender.name, why });
  }
}

const DELETE = '        <Delete basePath="C:/Temp"><IfLastModified age="30d"/></Delete>\n';

const noDeletion = defineDiagnostic({
  id: "logging/no-deletion",
  severity: "warning",
  title: "a rolling appender deletes nothing",
  why: "Rolling starts a new file; it does not take old ones away. With a date in filePattern every period has its own name, and without a Delete action log4j keeps all of them until the disk is full. Delete itself runs only at a rollover: an appender that writes nothing sweeps nothing.",
  remedy:
    'Add <Delete basePath=...><IfLastModified age="30d"/></Delete> to the strategy in the kit\'s file, or delete by age from outside the program: `tierwright logs sweep`. `tierwright log4j2 growth` says what it comes to in a year.',
  clauses: ["H4"],
  message: ({ appender, why }: { readonly appender: string; readonly why: Text }) => ({
    message: say`the rolling appender ${quotedName(appender)} has no Delete action`,
    notes: [why, say`log4j deletes nothing, so the files accumulate for ever`],
    help: say`add a Delete action to its rollover strategy, or delete by age from outside with \`tierwright logs sweep\`: log4j runs Delete only at a rollover, so an idle appender never sweeps`,
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

export const rule: Log4j2Rule = { ...noDeletion, scope: "log4j2", check };
