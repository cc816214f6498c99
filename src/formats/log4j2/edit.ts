import { didYouMean } from "../../diagnostic/nearest.ts";
import { EditRefused } from "../../diagnostic/refusal.ts";
import type { Appender, Logger, Trigger } from "./components.ts";
import { hasLookup } from "./lookups.ts";

/** A range of bytes to replace, and the decoded text that comes there. */
export interface ValueEdit {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** What the edits need to know of a document. */
export interface EditContext {
  positionOf(offset: number): { line: number; column: number };
}

const quoted = (name: string) => `'${name}'`;

function lines(items: readonly { readonly start: number }[], context: EditContext): string {
  return items.map((item) => context.positionOf(item.start).line).join(" and ");
}

/** The one appender of this name, or a refusal. */
function theAppender(name: string, appenders: readonly Appender[], context: EditContext): Appender {
  const found = appenders.filter((appender) => appender.name === name);
  const [one, two] = found;
  if (!one) {
    const names = appenders.filter((appender) => appender.rolling).map((appender) => appender.name);
    const there = names.length === 0 ? "the file has no rolling appender" : `its rolling appenders: ${names.join(", ")}`;
    throw new EditRefused(`there is no appender ${quoted(name)}${didYouMean(name, names)}`, { line: 1, column: 1 }, `Names are compared as written; ${there}.`);
  }
  if (two) {
    const message = `the appender ${quoted(name)} stands twice, on lines ${lines(found, context)}: log4j keeps the last one only, so an edit of either could go nowhere`;
    throw new EditRefused(message, context.positionOf(two.start), "Give each appender its own name, or remove one.");
  }
  return one;
}

function theTrigger(appender: Appender, context: EditContext): Trigger {
  const [one, two] = appender.triggers;
  const name = quoted(appender.name);
  if (!one) {
    const why = appender.rolling ? "has no SizeBasedTriggeringPolicy" : `is a ${appender.type}, which does not roll, and has no SizeBasedTriggeringPolicy`;
    throw new EditRefused(`the appender ${name} ${why}`, context.positionOf(appender.start), "Add <SizeBasedTriggeringPolicy size=\"...\"/> to its policies first.");
  }
  if (two) {
    const message = `the appender ${name} has ${appender.triggers.length} SizeBasedTriggeringPolicies, on lines ${lines(appender.triggers, context)}: which of them is meant cannot be told`;
    throw new EditRefused(message, context.positionOf(two.start), "Keep one; log4j rolls at the smallest of those it uses.");
  }
  return one;
}

/** Refuses a value that is no attribute, or that holds a property or lookup. */
function literalRange(what: string, value: string | null, start: number, end: number, element: number, context: EditContext): void {
  if (start < 0) {
    const where = value === null ? "there is none" : `${quoted(value)} stands in an element of its own or comes from the document type`;
    throw new EditRefused(`${what} is not an attribute: ${where}`, context.positionOf(element), "Write it as an attribute first.");
  }
  if (value !== null && hasLookup(value)) {
    const message = `${what} is ${quoted(value)}, a property or lookup: the value stands elsewhere, and others may use it`;
    throw new EditRefused(message, context.positionOf(start), "Change the property, or write the value here by hand.");
  }
}

/** Where the size of an appender stands. `size` must already be known to be readable. */
export function triggerEdit(name: string, size: string, appenders: readonly Appender[], context: EditContext): ValueEdit {
  const appender = theAppender(name, appenders, context);
  const trigger = theTrigger(appender, context);
  literalRange(`the size of ${quoted(name)}`, trigger.size, trigger.valueStart, trigger.valueEnd, trigger.start, context);
  return { start: trigger.valueStart, end: trigger.valueEnd, value: size };
}

/** The one logger of this name ("" is the root logger), or a refusal. */
export function theLogger(name: string, loggers: readonly Logger[], context: EditContext): Logger {
  const found = loggers.filter((logger) => logger.name === name);
  const [one, two] = found;
  const called = name === "" ? "the root logger" : `the logger ${quoted(name)}`;
  if (!one) {
    const names = loggers.map((logger) => logger.name).filter((other) => other !== "");
    const message = name === "" ? "there is no root logger" : `there is no logger ${quoted(name)}${didYouMean(name, names)}`;
    throw new EditRefused(message, { line: 1, column: 1 }, `Names are compared as written; ${names.length === 0 ? "the file names no logger" : `its loggers: ${names.join(", ")}`}.`);
  }
  if (two) {
    const outcome = name === "" ? "log4j then refuses the whole configuration" : "log4j keeps the last one only, so an edit of either could go nowhere";
    throw new EditRefused(`${called} stands twice, on lines ${lines(found, context)}: ${outcome}`, context.positionOf(two.start), "Remove one of them.");
  }
  return one;
}

/** Where the level of a logger stands. */
export function levelEdit(logger: Logger, level: string, context: EditContext): ValueEdit {
  const called = logger.name === "" ? "the root logger" : quoted(logger.name);
  literalRange(`the level of ${called}`, logger.level, logger.levelStart, logger.levelEnd, logger.start, context);
  return { start: logger.levelStart, end: logger.levelEnd, value: level };
}
