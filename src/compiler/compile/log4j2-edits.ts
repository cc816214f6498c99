import type { Log4j2Document, Scalar, Span, Splice } from "../../kernel/index.ts";
import type { Environment } from "../model/environment.ts";

/** One edit that an environment requests, with the places of its name and its value. */
export interface LoggingEdit {
  readonly kind: "trigger" | "deletion" | "level";
  readonly name: string;
  readonly keySpan: Span;
  readonly value: Scalar;
  /** Returns the replacement in the document. Throws Refusal. */
  splice(document: Log4j2Document): Splice;
}

/** Returns the edits of `logging.triggers`, `logging.deleteAfter` and `logging.levels`, each in the order of the YAML. */
export function log4j2Edits(env: Environment): readonly LoggingEdit[] {
  const { triggers, deleteAfter, levels } = env.logging;
  return [
    ...[...triggers].map(
      ([name, { keySpan, value }]): LoggingEdit => ({
        kind: "trigger",
        name,
        keySpan,
        value,
        splice: (document) => document.triggerSplice(name, value.text),
      }),
    ),
    ...[...deleteAfter].map(
      ([name, { keySpan, value }]): LoggingEdit => ({
        kind: "deletion",
        name,
        keySpan,
        value,
        splice: (document) => document.deletionSplice(name, value.text),
      }),
    ),
    ...[...levels].map(
      ([name, { keySpan, value }]): LoggingEdit => ({
        kind: "level",
        name,
        keySpan,
        value,
        splice: (document) => document.levelSplice(name, value.text),
      }),
    ),
  ];
}

/** The requested edits of a base file. The edited document is built only when an artifact needs it; a check does not. */
interface Edited {
  readonly splices: readonly Splice[];
  document: Log4j2Document | null;
}

/**
 * The cached edits of each base file, by the requested settings: most environments of a repository request equal sizes and levels. A rule, the
 * artifact and its proof need the same edits; without the cache they took 4 % of a compile of 1,000 environments.
 */
const known = new WeakMap<Log4j2Document, Map<string, Edited>>();
const MOST_KEPT = 64;

/** Returns the replacements that an environment requests. Throws Refusal. */
function editedBy(env: Environment, base: Log4j2Document): Edited {
  const { triggers, deleteAfter, levels } = env.logging;
  // the lengths keep the key unambiguous, whatever a name or value contains
  let key = `${triggers.size} ${deleteAfter.size}`;
  for (const [name, { value }] of triggers) key += ` ${name.length} ${name} ${value.text.length} ${value.text}`;
  for (const [name, { value }] of deleteAfter) key += ` ${name.length} ${name} ${value.text.length} ${value.text}`;
  for (const [name, { value }] of levels) key += ` ${name.length} ${name} ${value.text.length} ${value.text}`;
  const ofBase = known.get(base) ?? new Map<string, Edited>();
  let edited = ofBase.get(key);
  if (!edited) {
    edited = { splices: log4j2Edits(env).map((edit) => edit.splice(base)), document: null };
    if (ofBase.size >= MOST_KEPT) ofBase.clear();
    known.set(base, ofBase.set(key, edited));
  }
  return edited;
}

/** Returns the base file with the environment's triggers, deletions and levels edited in place; the text is never printed from a tree (A6). Throws Refusal. */
export function editLog4j2(env: Environment, base: Log4j2Document): Log4j2Document {
  const edited = editedBy(env, base);
  edited.document ??= base.edited(edited.splices);
  return edited.document;
}
