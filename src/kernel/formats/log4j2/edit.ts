import { didYouMean } from "../../diagnostic/nearest.ts";
import { type Refusal, contentRefused } from "../../diagnostic/refusal.ts";
import type { Appender, Logger, Trigger } from "./components.ts";
import { hasLookup } from "./lookups.ts";

/** The byte range of an attribute's value, between its quotes; -1 if the value is not an attribute. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
  /** The decoded value of the attribute; null if it is missing. */
  readonly value: string | null;
}

/** The functions of a `Log4j2Document` that edits use for their refusals. */
export interface EditContext {
  positionOf(offset: number): { line: number; column: number };
  /** Returns an element with the attribute `name` of this value that log4j drops as no component that it knows; null if none. */
  unknownNamed(name: string): { readonly element: string; readonly start: number } | null;
}

function lines(items: readonly { readonly start: number }[], context: EditContext): string {
  return items.map((item) => context.positionOf(item.start).line).join(" and ");
}

/** Returns the refusal for the name of an appender or logger that a log4j2.xml does not have, with similar names in the file. */
function absent(what: string, name: string, names: readonly string[], context: EditContext): Refusal {
  const dropped = context.unknownNamed(name);
  if (dropped) {
    const message = `there is no ${what} '${name}': log4j-core knows no component <${dropped.element}> and drops the element with that name`;
    const help = 'The form <Appender type="..."> counts only below <Configuration strict="true">.';
    return contentRefused(message, context.positionOf(dropped.start), help);
  }
  const there = names.length === 0 ? `the file names no ${what}` : `there are: ${names.join(", ")}`;
  const help = `Names are compared as written; ${there}.`;
  return contentRefused(`there is no ${what} '${name}'${didYouMean(name, names)}`, { line: 1, column: 1 }, help);
}

/** Returns the only appender of a log4j2.xml with this name. Throws Refusal if there is none or more than one. */
export function theAppender(name: string, appenders: readonly Appender[], context: EditContext): Appender {
  const found = appenders.filter((appender) => appender.name === name);
  const [one, two] = found;
  if (!one)
    throw absent(
      "appender",
      name,
      appenders.filter((appender) => appender.rolling).map((appender) => appender.name),
      context,
    );
  if (two) {
    const message = `the appender '${name}' is declared twice, on lines ${lines(found, context)}: log4j keeps only the last one, so an edit could have no effect`;
    throw contentRefused(message, context.positionOf(two.start), "Give each appender its own name, or remove one.");
  }
  return one;
}

function theTrigger(appender: Appender, context: EditContext): Trigger {
  const [one, two] = appender.triggers;
  const name = `'${appender.name}'`;
  if (!one) {
    const why = appender.rolling
      ? "has no SizeBasedTriggeringPolicy"
      : `is a ${appender.type}, which does not roll, and has no SizeBasedTriggeringPolicy`;
    throw contentRefused(
      `the appender ${name} ${why}`,
      context.positionOf(appender.start),
      'Add <SizeBasedTriggeringPolicy size="..."/> to its policies first.',
    );
  }
  if (two) {
    const message = `the appender ${name} has ${appender.triggers.length} SizeBasedTriggeringPolicies, on lines ${lines(appender.triggers, context)}: it is unclear which one to edit`;
    throw contentRefused(message, context.positionOf(two.start), "Keep one; log4j rolls at the smallest of those it uses.");
  }
  return one;
}

/** Returns `range`. Throws Refusal if its value cannot be edited because it is not an attribute or contains a log4j property or lookup. */
export function literalRange(what: string, range: ByteRange, element: number, context: EditContext): ByteRange {
  const { value } = range;
  if (range.start < 0) {
    const where = value === null ? "there is none" : `'${value}' is in a separate element`;
    throw contentRefused(`${what} is not an attribute: ${where}`, context.positionOf(element), "Write it as an attribute first.");
  }
  if (value !== null && hasLookup(value)) {
    const message = `${what} is '${value}', a property or lookup: the value is set elsewhere, and others can use it`;
    throw contentRefused(message, context.positionOf(range.start), "Change the property, or write the value here by hand.");
  }
  return range;
}

/** Returns the range of the size in an appender's only SizeBasedTriggeringPolicy. Throws Refusal if it cannot be edited. */
export function triggerRange(name: string, appenders: readonly Appender[], context: EditContext): ByteRange {
  const appender = theAppender(name, appenders, context);
  const { size, valueStart, valueEnd, start } = theTrigger(appender, context);
  return literalRange(`the size of '${name}'`, { start: valueStart, end: valueEnd, value: size }, start, context);
}

/** Returns the only logger of a log4j2.xml with this name ("" is the root logger). Throws Refusal if there is none or more than one. */
export function theLogger(name: string, loggers: readonly Logger[], context: EditContext): Logger {
  const found = loggers.filter((logger) => logger.name === name);
  const [one, two] = found;
  const called = name === "" ? "the root logger" : `the logger '${name}'`;
  if (!one && name === "")
    throw contentRefused("there is no root logger", { line: 1, column: 1 }, 'Add <Root level="..."/> to <Loggers> first.');
  if (!one)
    throw absent(
      "logger",
      name,
      loggers.map((logger) => logger.name).filter((other) => other !== ""),
      context,
    );
  if (two) {
    const outcome =
      name === ""
        ? "log4j then refuses the whole configuration"
        : "log4j keeps the last one only, so an edit of either could go nowhere";
    throw contentRefused(
      `${called} is declared twice, on lines ${lines(found, context)}: ${outcome}`,
      context.positionOf(two.start),
      "Remove one of them.",
    );
  }
  return one;
}

/** Returns the range of a logger's level. Throws Refusal if it cannot be edited. */
export function levelRange(logger: Logger, context: EditContext): ByteRange {
  const called = logger.name === "" ? "the root logger" : `'${logger.name}'`;
  const range = { start: logger.levelStart, end: logger.levelEnd, value: logger.level };
  return literalRange(`the level of ${called}`, range, logger.start, context);
}
