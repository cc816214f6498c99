import type { Log4j2Document, Scalar, Span, Splice } from "../../kernel/index.ts";
import type { Environment } from "../model/environment.ts";

/** One edit that an environment asks for, with the places of its name and its value. */
export interface LoggingEdit {
  readonly kind: "trigger" | "level";
  readonly name: string;
  readonly keySpan: Span;
  readonly value: Scalar;
  /** The replacement that it makes. Throws Refusal. */
  splice(document: Log4j2Document): Splice;
}

/** The edits of `logging.triggers` and `logging.levels`, in the order of the YAML. */
export function log4j2Edits(env: Environment): readonly LoggingEdit[] {
  const { triggers, levels } = env.logging;
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

/** What an environment asks of a base file; the document is made when an artifact wants it, which no check does. */
interface Edited {
  readonly splices: readonly Splice[];
  document: Log4j2Document | null;
}

/**
 * Edits of each base by what was asked for: most environments of a repository ask for the same sizes and levels. A rule, the artifact and its
 * proof need the same one, which was 4 % of a compile of 1,000 environments.
 */
const known = new WeakMap<Log4j2Document, Map<string, Edited>>();
const MOST_KEPT = 64;

/** The replacements that an environment asks for. Throws Refusal. */
function editedBy(env: Environment, base: Log4j2Document): Edited {
  const { triggers, levels } = env.logging;
  // with lengths, so that no name or value can look like two
  let key = `${triggers.size}`;
  for (const [name, { value }] of triggers) key += ` ${name.length} ${name} ${value.text.length} ${value.text}`;
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

/** Throws the Refusal that `editLog4j2` would throw. */
export function tryLog4j2(env: Environment, base: Log4j2Document): void {
  editedBy(env, base);
}

/** The base text with the environment's triggers and levels edited in place; never printed from a tree (A6). Throws Refusal. */
export function editLog4j2(env: Environment, base: Log4j2Document): Log4j2Document {
  const edited = editedBy(env, base);
  edited.document ??= base.edited(edited.splices);
  return edited.document;
}
