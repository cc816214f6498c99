import { type Problem, defineDiagnostic, name, quotedName, say, words } from "../../../kernel/index.ts";
import type { Log4j2File } from "../../model/files.ts";
import type { Log4j2Rule } from "../rule.ts";
import { datePattern, foreignGlobs, hasCounter, isDeletable } from "./file-pattern.ts";

function* check({ path, document }: Log4j2File, decided?: ReadonlySet<string>): Iterable<Problem> {
  for (const appender of document.appenders) {
    if (decided?.has(appender.name)) continue;
    const { name, filePattern, strategy, hasDelete } = appender;
    const date = datePattern(filePattern);
    if (!strategy || strategy.max === null || date === undefined || (hasDelete && !foreignGlobs(appender))) continue;
    const attribute = /^direct/i.test(strategy.type) ? "maxFiles" : "max";
    const counted = hasCounter(filePattern);
    const at =
      strategy.maxStart === -1
        ? document.placeOf(path, strategy.start, strategy.start)
        : document.placeOf(path, strategy.maxStart, strategy.maxEnd);
    const deletable = isDeletable(document, name);
    yield maxDoesNotBound.at(at, { appender: name, attribute, max: strategy.max, date: counted ? date : null, deletable });
  }
}

const STRATEGY = `<DefaultRolloverStrategy>
        <Delete basePath="C:/Temp"><IfLastModified age="30d"/></Delete>
      </DefaultRolloverStrategy>`;
const FILE = "releases/2506/base/log4j2.xml";
const PATTERN = "client-%d{yyyy-MM-dd}.log";

interface Args {
  readonly appender: string;
  readonly attribute: "max" | "maxFiles";
  readonly max: string;
  /** The date in filePattern, with each new value of which the counter %i restarts; null if filePattern has no %i. */
  readonly date: string | null;
  /** True if Tierwright can insert a Delete action for logging.deleteAfter. */
  readonly deletable: boolean;
}

const maxDoesNotBound = defineDiagnostic({
  id: "logging/max-does-not-bound",
  severity: "warning",
  title: "max of a rollover strategy bounds one period only",
  why: 'max limits the counter %i within one period. With a date in filePattern the counter of a DefaultRolloverStrategy restarts in every period, so max="10" keeps ten files a day, for ever; without %i it limits nothing. DirectWriteRolloverStrategy maxFiles is the same.',
  remedy:
    "Set `logging.deleteAfter` of the environments, which adds a Delete action to the strategy; keep max for the files of one period. From outside, `tierwright logs sweep` deletes by age.",
  clauses: ["H4"],
  message: ({ appender, attribute, max, date, deletable }: Args) => ({
    message: say`${words(attribute)}="${name(max)}" does not bound the files of ${quotedName(appender)}`,
    notes: [
      date === null
        ? say`the filePattern has no %i to count, so ${words(attribute)} does nothing at all`
        : say`log4j counts %i within one period of ${quotedName(date)} only and restarts in the next, so the total is unbounded`,
    ],
    help: deletable
      ? say`set ${name(`logging.deleteAfter.${appender}`)} in every environment of the release, such as 30d, or delete by age from outside with \`tierwright logs sweep\``
      : say`add a Delete action (IfLastModified, IfAccumulatedFileCount or IfAccumulatedFileSize) to the strategy, or delete by age from outside with \`tierwright logs sweep\``,
  }),
  fails: {
    file: FILE,
    replace: STRATEGY,
    with: '<DefaultRolloverStrategy max="10"/>',
    also: [{ file: FILE, replace: PATTERN, with: "client-%d{yyyy-MM-dd}-%i.log" }],
    beside: ["logging/no-deletion"],
  },
  passes: [
    {
      file: FILE,
      replace: STRATEGY,
      with: '<DefaultRolloverStrategy max="10"/>',
      also: [{ file: FILE, replace: PATTERN, with: "client-%i.log" }],
    },
    { file: FILE, replace: "<DefaultRolloverStrategy>", with: '<DefaultRolloverStrategy max="10">' },
  ],
});

export const rule: Log4j2Rule = { ...maxDoesNotBound, scope: "log4j2", of: "deletion", check };
