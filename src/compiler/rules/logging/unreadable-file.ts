import { type Log4j2Error, type Problem, defineDiagnostic, readable, say, words } from "../../../kernel/index.ts";
import type { Log4j2File } from "../../model/files.ts";
import type { Log4j2Rule } from "../rule.ts";

function* check({ path, document }: Log4j2File): Iterable<Problem> {
  const { error } = document;
  if (!error) return;
  const { line, column } = error;
  yield unreadableFile.at({ file: path, line, column, endLine: line, endColumn: column }, error);
}

const FILE = "releases/2506/base/log4j2.xml";
const COMMENT = "<!-- client library logging -->";

const unreadableFile = defineDiagnostic({
  id: "logging/unreadable-file",
  severity: "warning",
  title: "log4j would not load this file, or it has a document type",
  why: "log4j drops a file that is not well-formed. There is then no appender and no log file, and only one message on a console that nobody sees. Common causes are a comment or space before the XML declaration and '--' inside a comment. A document type (<!DOCTYPE) can give a size or level that is written nowhere in the file: log4j loads it, and nothing in it can be judged or edited here.",
  remedy: "Fix the named place. Save a UTF-16 file as UTF-8.",
  clauses: ["A6"],
  message: ({ message, loads }: Log4j2Error) => ({
    message: say`this log4j2.xml cannot be read`,
    notes: [
      words(readable(message)),
      loads
        ? say`log4j loads the file; its appenders, sizes and levels are neither judged nor edited here`
        : say`log4j would drop the whole file and log errors to the console only`,
    ],
    help: loads ? say`remove the document type` : say`fix the file: until then, none of its appenders, sizes and levels applies`,
  }),
  fails: { file: FILE, replace: COMMENT, with: "<!-- client library -- logging -->", beside: ["logging/edit-refused"] },
  passes: [{ file: FILE, replace: COMMENT, with: '<!-- client library - logging: <RollingFile name="MAIN"> & more -->' }],
});

export const rule: Log4j2Rule = { ...unreadableFile, scope: "log4j2", check };
