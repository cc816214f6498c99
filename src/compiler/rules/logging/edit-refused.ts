import {
  type Problem,
  type Wording,
  defineDiagnostic,
  name,
  placeOf,
  quotedName,
  readable,
  say,
  words,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { log4j2Edits, refusedEdits } from "../../compile/log4j2-edits.ts";
import type { EnvironmentRule } from "../rule.ts";

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const base = env.release?.base.log4j2;
  if (!base) {
    const [first] = log4j2Edits(env.environment);
    if (first && env.release)
      yield editRefused.at(
        placeOf(first.keySpan),
        { why: "no-file", name: first.name, release: env.release.name },
        { needs: { file: env.release.path, pointer: "" } },
      );
    return;
  }
  if (base.document.error) {
    const { message, line, column, loads } = base.document.error;
    const at = { file: base.path, line, column, endLine: line, endColumn: column };
    yield editRefused.at(at, { why: "unreadable", file: base.path, reason: message, loads });
    return;
  }
  const { appenders, loggers } = base.document;
  for (const [edit, refusal] of refusedEdits(env.environment, base.document)) {
    const known = (edit.kind === "level" ? loggers : appenders).some((item) => item.name === edit.name);
    const there = refusal.at && { ...refusal.at, endLine: refusal.at.line, endColumn: refusal.at.column };
    yield editRefused.at(
      placeOf(known ? edit.value.span : edit.keySpan),
      { why: "refused", file: base.path, name: edit.name, reason: refusal.message, help: refusal.help },
      {
        pointer: edit.value.pointer,
        ...(there && { related: [{ message: say`in the base file`, place: { file: base.path, ...there } }] }),
      },
    );
  }
}

const PAYLOAD = "  payload: { enabled: false, dir: C:/Temp/payload }\n";

type Args =
  | { readonly why: "no-file"; readonly name: string; readonly release: string }
  | { readonly why: "unreadable"; readonly file: string; readonly reason: string; readonly loads: boolean }
  /** `reason` and `help` come from the code that edits log4j2.xml, which refused the change. */
  | {
      readonly why: "refused";
      readonly file: string;
      readonly name: string;
      readonly reason: string;
      readonly help: string | null;
    };

function wording(found: Args): Wording {
  if (found.why === "no-file")
    return {
      message: say`logging names ${quotedName(found.name)}, and release ${name(found.release)} has no base/log4j2.xml to edit`,
      help: say`take the kit's log4j2.xml into base/, or leave triggers, deleteAfter and levels out`,
    };
  const reason = words(readable(found.reason));
  if (found.why === "unreadable")
    return {
      message: found.loads
        ? say`${name(found.file)} cannot become a compiled file: it has a document type`
        : say`${name(found.file)} cannot become a compiled file: log4j would not load it`,
      notes: [reason],
      help: found.loads
        ? say`remove the document type, or remove the file: the workstation then keeps its own`
        : say`take the kit's own log4j2.xml into base/ as it is, or remove the file: the workstation then keeps its own`,
    };
  return {
    message: say`${name(found.file)} cannot be edited for ${quotedName(found.name)}`,
    notes: [reason],
    help: found.help === null ? say`name an appender or logger of the file with its own size or level` : words(found.help),
  };
}

const editRefused = defineDiagnostic({
  id: "logging/edit-refused",
  severity: "error",
  title: "log4j2.xml cannot be edited as the environment asks",
  why: "An edit changes one named appender or logger. Where the name is absent or appears twice, where the value is a lookup, or where log4j would not read the new value, an edit would hit the wrong place or silently give 10 MB or the parent's level. A Delete action is inserted only where its glob can name the appender's own files alone.",
  remedy:
    "Name an appender or logger that appears once in the release's log4j2.xml, with a size such as '50 MB', an age such as 30d or a log4j level.",
  clauses: ["A6"],
  message: wording,
  fails: { file: "environments/demo/environment.yaml", replace: PAYLOAD, with: `${PAYLOAD}  triggers: { MIAN: 50 MB }\n` },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: PAYLOAD,
      with: `${PAYLOAD}  triggers: { MAIN: 50 MB }\n  levels: { com.example.connection: WARN, root: ERROR }\n`,
    },
  ],
});

export const rule: EnvironmentRule = { ...editRefused, scope: "environment", check };
