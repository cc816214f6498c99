import { type Problem, defineDiagnostic, readable, say, words } from "../../../kernel/index.ts";
import type { Log4j2File } from "../../model/files.ts";
import type { Log4j2Rule } from "../rule.ts";

function* check({ path, document }: Log4j2File): Iterable<Problem> {
  const { error } = document;
  if (!error) return;
  const { message, line, column } = error;
  yield unreadableFile.at({ file: path, line, column, endLine: line, endColumn: column }, message);
}

const FILE = "releases/2506/base/log4j2.xml";
const COMMENT = "<!-- client library logging -->";

const unreadableFile = defineDiagnostic({
  id: "logging/unreadable-file",
  severity: "warning",
  title: "log4j would not load this file",
  why: "A log4j2.xml that is not well-formed is dropped whole, with one message on the console that nobody sees: no appender, no log file. Common causes are a comment or space before the XML declaration and '--' inside a comment.",
  remedy: "Fix the place that is named. A file in UTF-16 is saved as UTF-8.",
  clauses: ["A6"],
  message: (reason: string) => ({
    message: say`this log4j2.xml cannot be read`,
    notes: [words(readable(reason)), say`log4j would drop the whole file and log errors to the console only`],
    help: say`fix the file: none of its appenders, sizes and levels counts until then`,
  }),
  fails: { file: FILE, replace: COMMENT, with: "<!-- client library -- logging -->", beside: ["logging/edit-refused"] },
  passes: [{ file: FILE, replace: COMMENT, with: '<!-- client library - logging: <RollingFile name="MAIN"> & more -->' }],
});

export const rule: Log4j2Rule = { ...unreadableFile, scope: "log4j2", check };
