import type { Problem } from "../../diagnostic/finding.ts";
import type { Log4j2File } from "../../model/files.ts";
import type { Log4j2Rule } from "../rule.ts";

function* check({ path, document }: Log4j2File): Iterable<Problem> {
  const { error } = document;
  if (!error) return;
  const { message, line, column } = error;
  yield {
    at: { file: path, line, column, endLine: line, endColumn: column },
    message: `this log4j2.xml cannot be read: ${message}. log4j would drop the whole file and log errors to the console only`,
    help: "mend the file: none of its appenders, sizes and levels counts until then",
  };
}

const FILE = "releases/2506/base/log4j2.xml";
const COMMENT = "<!-- client library logging -->";

export const rule: Log4j2Rule = {
  scope: "log4j2",
  id: "logging/unreadable-file",
  severity: "warning",
  title: "log4j would not load this file",
  why: "A log4j2.xml that is not well-formed is dropped whole, with one message on the console that nobody sees: no appender, no log file. Common causes are a comment or blank before the XML declaration and '--' inside a comment.",
  remedy: "Mend the place that is named. A file in UTF-16 is saved as UTF-8.",
  clauses: ["A6"],
  fails: { file: FILE, replace: COMMENT, with: "<!-- client library -- logging -->", beside: ["logging/edit-refused"] },
  passes: [{ file: FILE, replace: COMMENT, with: '<!-- client library - logging: <RollingFile name="MAIN"> & more -->' }],
  check,
};
