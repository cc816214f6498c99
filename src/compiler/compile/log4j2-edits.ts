import {
  type Log4j2Document,
  type Refusal,
  type Scalar,
  type Span,
  type Splice,
  deletionSplice,
  isRefusal,
} from "../../kernel/index.ts";
import type { Environment } from "../model/environment.ts";

/**
 * For each kind of edit, the function that returns the part of a log4j2 document to replace. It throws a Refusal if the document has no
 * place for the edit.
 */
const SPLICES = {
  trigger: (document: Log4j2Document, name: string, size: string) => document.triggerSplice(name, size),
  deletion: (document: Log4j2Document, name: string, age: string) => deletionSplice(document, name, age),
  level: (document: Log4j2Document, name: string, level: string) => document.levelSplice(name, level),
};

/** For each kind of edit, the field of `logging` in environment.yaml that requests it. */
const FIELDS = { trigger: "triggers", deletion: "deleteAfter", level: "levels" } as const;

/** The fields of environment.yaml that edit log4j2.xml. */
export const LOG4J2_FIELDS: readonly string[] = Object.values(FIELDS).map((field) => `logging.${field}`);

/** One edit of log4j2.xml that an environment requests: its appender or logger (`name`), its value, and the places of both. */
export interface LoggingEdit {
  readonly kind: keyof typeof SPLICES;
  readonly name: string;
  /** The field that requests the edit, such as `logging.triggers.MAIN`. */
  readonly field: string;
  readonly keySpan: Span;
  readonly value: Scalar;
}

/** Returns the edits that `logging.triggers`, `logging.deleteAfter` and `logging.levels` request, each field's in the order of the YAML. */
export function log4j2Edits({ logging }: Environment): readonly LoggingEdit[] {
  return (["trigger", "deletion", "level"] as const).flatMap((kind) => {
    const field = FIELDS[kind];
    return [...logging[field]].map(([name, edit]) => ({ kind, name, field: `logging.${field}.${name}`, ...edit }));
  });
}

/** The present value of the attribute that an edit sets: the attribute in words (`key`), its value, and the offset of the value. */
export interface Log4j2Value {
  readonly key: string;
  readonly value: string | null;
  readonly start: number;
}

/** Returns the document's value of the attribute that an edit sets; null if it has no such element, or more than one. */
export function log4j2Value(document: Log4j2Document, { kind, name }: LoggingEdit): Log4j2Value | null {
  if (kind === "level") {
    const isRoot = name === "" || name === "root";
    const logger = document.loggers.find((item) => item.name === (isRoot ? "" : name));
    const key = `level of ${isRoot ? "the root logger" : `logger ${name}`}`;
    return logger ? { key, value: logger.level, start: logger.levelStart } : null;
  }
  const appender = document.appenders.find((item) => item.name === name);
  if (kind === "trigger") {
    const [trigger, another] = appender?.triggers ?? [];
    const key = `SizeBasedTriggeringPolicy size of appender ${name}`;
    return !trigger || another ? null : { key, value: trigger.size, start: trigger.valueStart };
  }
  const [action, another] = appender?.rolls?.deletes ?? [];
  const key = `Delete age of appender ${name}`;
  return !action?.written || another ? null : { key, value: action.written.age, start: action.written.start };
}

/** The outcome of each requested edit of a base file, and the edited document: null until an artifact needs it. */
interface Edited {
  readonly outcomes: readonly (Splice | Refusal)[];
  document: Log4j2Document | null;
}

/**
 * The cached outcomes for each base file, by the requested edits. Most environments of a repository request the same edits, and a rule, the
 * artifact and its proof all need their outcomes.
 */
const known = new WeakMap<Log4j2Document, Map<string, Edited>>();
const MOST_KEPT = 64;

function outcomeOf({ kind, name, value }: LoggingEdit, base: Log4j2Document): Splice | Refusal {
  try {
    return SPLICES[kind](base, name, value.text);
  } catch (error) {
    if (!isRefusal(error, 1)) throw error;
    return error;
  }
}

function editedBy(edits: readonly LoggingEdit[], base: Log4j2Document): Edited {
  // with the lengths, two different lists of edits never give the same cache key, whatever a name or value contains
  let key = "";
  for (const { kind, name, value } of edits) key += `${kind} ${name.length} ${name} ${value.text.length} ${value.text} `;
  const ofBase = known.get(base) ?? new Map<string, Edited>();
  let edited = ofBase.get(key);
  if (!edited) {
    edited = { outcomes: edits.map((edit) => outcomeOf(edit, base)), document: null };
    if (ofBase.size >= MOST_KEPT) ofBase.clear();
    known.set(base, ofBase.set(key, edited));
  }
  return edited;
}

/** Returns the edits that an environment requests and that the base file log4j2.xml does not allow, each with its refusal. */
export function refusedEdits(env: Environment, base: Log4j2Document): readonly (readonly [LoggingEdit, Refusal])[] {
  const edits = log4j2Edits(env);
  const { outcomes } = editedBy(edits, base);
  return edits.flatMap((edit, i) => (isRefusal(outcomes[i]) ? [[edit, outcomes[i]] as const] : []));
}

/**
 * Returns the base file log4j2.xml with the environment's edits; every other byte is unchanged. Throws a Refusal if the file does not allow
 * one of them.
 */
export function editLog4j2(env: Environment, base: Log4j2Document): Log4j2Document {
  const edited = editedBy(log4j2Edits(env), base);
  const splices = edited.outcomes.map((outcome) => {
    if (isRefusal(outcome)) throw outcome;
    return outcome;
  });
  edited.document ??= base.edited(splices);
  return edited.document;
}
