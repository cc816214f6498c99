import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { log4j2Edits } from "../../compile/log4j2-edits.ts";
import { didYouMean } from "../../diagnostic/nearest.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { EditRefused } from "../../diagnostic/refusal.ts";
import { placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const base = env.release?.base.log4j2;
  const edits = log4j2Edits(env.environment);
  if (!base) {
    const [first] = edits;
    if (first && env.release)
      yield {
        at: placeOf(first.keySpan),
        message: `logging names ${first.name}, and release ${env.release.name} has no base/log4j2.xml to edit`,
        help: "take the kit's log4j2.xml into base/, or leave triggers and levels out",
        needs: { file: env.release.path, pointer: "" },
      };
    return;
  }
  if (base.document.error) {
    const { message, line, column } = base.document.error;
    yield {
      at: { file: base.path, line, column, endLine: line, endColumn: column },
      message: `${base.path} cannot become a compiled file: log4j would not load it (${message})`,
      help: "take the kit's own log4j2.xml into base/ as it is, or remove the file: the workstation then keeps its own",
    };
    return;
  }
  const names = {
    trigger: base.document.appenders.flatMap((item) => item.name ?? []),
    level: base.document.loggers.map((item) => item.name ?? ""),
  };
  for (const edit of edits) {
    try {
      edit.splice(base.document);
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      const asked = /did you mean/.test(error.message) || names[edit.kind].includes(edit.name);
      const known = names[edit.kind].includes(edit.name);
      yield {
        at: placeOf(known ? edit.value.span : edit.keySpan),
        pointer: edit.value.pointer,
        message: `${base.path} cannot be edited: ${error.message}${asked ? "" : didYouMean(edit.name, names[edit.kind])}`,
        help: error.help ?? "name an appender or logger of the file with its own size or level",
        ...(error.at
          ? {
              related: [
                {
                  message: "in the base file",
                  place: { file: base.path, ...error.at, endLine: error.at.line, endColumn: error.at.column },
                },
              ],
            }
          : {}),
      };
    }
  }
}

const PAYLOAD = "  payload: { enabled: false, dir: C:/Temp/payload }\n";

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "logging/edit-refused",
  severity: "error",
  title: "log4j2.xml cannot be edited as the environment asks",
  why: "A size or level is changed inside one named appender or logger and nowhere else. Where the name is absent or stands twice, where the value is a lookup, or where log4j would not read the new value, an edit would hit the wrong place or silently give 10 MB or the parent's level.",
  remedy:
    "Name an appender or logger that stands once in the release's log4j2.xml, with a size such as '50 MB' or a level of log4j.",
  clauses: ["A6"],
  fails: { file: "environments/demo/environment.yaml", replace: PAYLOAD, with: `${PAYLOAD}  triggers: { MIAN: 50 MB }\n` },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: PAYLOAD,
      with: `${PAYLOAD}  triggers: { MAIN: 50 MB }\n  levels: { com.example.connection: WARN, root: ERROR }\n`,
    },
  ],
  check,
};
