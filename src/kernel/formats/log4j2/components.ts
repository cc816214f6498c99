import type { NodeAttribute } from "./attributes.ts";
import { attributeNamed } from "./attributes.ts";
import { DEFAULT_SIZE, sizeInBytes } from "./file-size.ts";
import { includesOf } from "./includes.ts";
import { type Named, hasLookup, substitute } from "./lookups.ts";
import { type ConfigNode, descendants, textOf } from "./nodes.ts";
import { type Rolling, rollingOf } from "./rolling.ts";

/** One SizeBasedTriggeringPolicy (the size at which a log file is rolled) of a log4j2.xml. Offsets are bytes of the file. */
export interface Trigger {
  /** The attribute `size` of the policy, decoded, with its lookups (`${...}`); null if the policy has none. */
  readonly size: string | null;
  /** The size in bytes at which log4j rolls the log file: 10485760 if the policy has no size or log4j cannot read it. */
  readonly bytes: number;
  /** False if log4j cannot read the size, and therefore uses 10 MB. */
  readonly readable: boolean;
  readonly hasLookup: boolean;
  /** The size after replacing the lookups whose values the log4j2.xml itself decides (`substitute`). */
  readonly resolved: string | null;
  /** The line of the policy's element, from 1. */
  readonly line: number;
  readonly start: number;
  /** The offset of the size after its opening quote; both offsets are -1 if the size is not an attribute of the policy's element. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The first rollover strategy of an appender: it decides how many rolled files log4j keeps. */
export interface Strategy {
  readonly type: string;
  /** The attribute `max` of DefaultRolloverStrategy or `maxFiles` of DirectWriteRolloverStrategy, as written; null without it. */
  readonly max: string | null;
  readonly fileIndex: string | null;
  readonly line: number;
  readonly start: number;
  /** The offset after the start tag of the strategy. */
  readonly openEnd: number;
  readonly end: number;
  /** The offset of the value of `max` after its opening quote; both offsets are -1 if `max` is not an attribute of the strategy. */
  readonly maxStart: number;
  readonly maxEnd: number;
}

export interface Appender {
  /** The appender's name as written, with its lookups; "" if it has none. */
  readonly name: string;
  /** The appender's component name, such as RollingFile, as written. */
  readonly type: string;
  /** True for RollingFile and RollingRandomAccessFile, in upper or lower case. */
  readonly rolling: boolean;
  readonly fileName: string | null;
  readonly filePattern: string | null;
  /** fileName and filePattern after `substitute`: dates, and lookups that only the running program can resolve, remain as written. */
  readonly resolved: { readonly fileName: string | null; readonly filePattern: string | null };
  readonly triggers: readonly Trigger[];
  /** True if the appender has a TimeBasedTriggeringPolicy or a CronTriggeringPolicy. */
  readonly timeBased: boolean;
  /** The other settings of the appender's policies and strategy; null if the appender does not roll. */
  readonly rolls: Rolling | null;
  /** True if the appender's strategy has a Delete action. */
  readonly hasDelete: boolean;
  readonly strategy: Strategy | null;
  /** The number of the appender's rollover strategies; log4j uses only one of them. */
  readonly strategies: number;
  /** True if log4j reads a part of the appender from another file (xi:include). */
  readonly hasInclude: boolean;
  readonly strategyMax: string | null;
  readonly line: number;
  readonly start: number;
  /** The offset after the start tag of the appender. */
  readonly openEnd: number;
  readonly end: number;
}

export interface Logger {
  /** The logger's name as written; "" for the root logger, also for a `<Logger name="root">`, as in log4j. */
  readonly name: string;
  /** The logger's level as written; null if its element states none. */
  readonly level: string | null;
  /** The level after replacing the lookups whose values the log4j2.xml itself decides (`substitute`). */
  readonly resolved: string | null;
  /** The names of the appenders to which the logger writes. */
  readonly refs: readonly string[];
  /** True if the logger's events also go to the appenders of its parent loggers. */
  readonly additive: boolean;
  readonly line: number;
  readonly start: number;
  readonly openEnd: number;
  readonly end: number;
  /** The offset of the level after its opening quote; both offsets are -1 if the level is not an attribute of the logger's element. */
  readonly levelStart: number;
  readonly levelEnd: number;
}

export interface ComponentContext {
  readonly properties: Named;
  lineOf(offset: number): number;
}

function rangeOf(attribute: NodeAttribute | null): { start: number; end: number } {
  return { start: attribute?.source?.valueStart ?? -1, end: attribute?.source?.valueEnd ?? -1 };
}

function triggerOf(node: ConfigNode, context: ComponentContext): Trigger {
  const attribute = attributeNamed(node.attributes, "size");
  const size = attribute?.value ?? null;
  const resolved = size === null ? null : substitute(size, context.properties);
  const read = resolved === null ? DEFAULT_SIZE : sizeInBytes(resolved);
  const range = rangeOf(attribute);
  return {
    size,
    bytes: read ?? DEFAULT_SIZE,
    readable: read !== null,
    hasLookup: size !== null && hasLookup(size),
    resolved,
    line: context.lineOf(node.element.start),
    start: node.element.start,
    valueStart: range.start,
    valueEnd: range.end,
  };
}

/** Returns the triggering policies of an appender: its direct children and those inside `<Policies>`, but none inside another component. */
function policiesOf(appender: ConfigNode): ConfigNode[] {
  const found: ConfigNode[] = [];
  const stack = appender.children.filter((node) => node.kind === "policy").reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    found.push(node);
    if (node.name.toLowerCase() !== "policies") continue;
    for (const inner of [...node.children].reverse()) if (inner.kind === "policy") stack.push(inner);
  }
  return found;
}

const strategiesOf = (appender: ConfigNode) => appender.children.filter((child) => child.kind === "strategy");

function strategyOf(appender: ConfigNode, context: ComponentContext): { strategy: Strategy | null; hasDelete: boolean } {
  const node = strategiesOf(appender)[0];
  if (!node) return { strategy: null, hasDelete: false };
  const max = attributeNamed(node.attributes, /^direct/i.test(node.name) ? "maxFiles" : "max");
  const range = rangeOf(max);
  const strategy: Strategy = {
    type: node.name,
    max: max?.value ?? null,
    fileIndex: textOf(node, "fileIndex"),
    line: context.lineOf(node.element.start),
    start: node.element.start,
    openEnd: node.element.openEnd,
    end: node.element.end,
    maxStart: range.start,
    maxEnd: range.end,
  };
  return { strategy, hasDelete: node.children.some((child) => child.name.toLowerCase() === "delete") };
}

/** Yields the components inside each element named `container`. log4j also builds components elsewhere, but nothing can refer to them. */
function* inside(container: string, root: ConfigNode, closed?: (node: ConfigNode) => boolean): Generator<ConfigNode> {
  const isContainer = (node: ConfigNode) => node.name.toLowerCase() === container;
  for (const node of descendants(root, isContainer)) if (isContainer(node)) yield* descendants(node, closed);
}

/** Returns all appenders of a log4j2.xml in document order, including those nested in other components (Routing, AppenderSet). */
export function appendersOf(root: ConfigNode, context: ComponentContext): Appender[] {
  const appenders: Appender[] = [];
  for (const node of inside("appenders", root)) {
    if (node.kind !== "appender" && node.kind !== "rolling") continue;
    const rolling = node.kind === "rolling";
    const policies = rolling ? policiesOf(node) : [];
    const { strategy, hasDelete } = strategyOf(node, context);
    const { start, openEnd, end } = node.element;
    const resolved = (name: string): string | null => {
      const text = textOf(node, name);
      return text === null ? null : substitute(text, context.properties);
    };
    appenders.push({
      name: textOf(node, "name") ?? "",
      type: node.name,
      rolling,
      fileName: textOf(node, "fileName"),
      filePattern: textOf(node, "filePattern"),
      resolved: { fileName: resolved("fileName"), filePattern: resolved("filePattern") },
      triggers: policies
        .filter((policy) => policy.name.toLowerCase() === "sizebasedtriggeringpolicy")
        .map((policy) => triggerOf(policy, context)),
      timeBased: policies.some((policy) => /^(?:timebased|cron)triggeringpolicy$/i.test(policy.name)),
      rolls: rolling ? rollingOf(node, policies, context.lineOf) : null,
      hasDelete,
      strategy,
      strategies: strategiesOf(node).length,
      hasInclude: includesOf(node.element, context.lineOf).length > 0,
      strategyMax: strategy?.max ?? null,
      line: context.lineOf(start),
      start,
      openEnd,
      end,
    });
  }
  return appenders;
}

const isLogger = (node: ConfigNode) => node.kind === "logger" || node.kind === "root";

/** Returns all loggers of a log4j2.xml in document order. Skips, as log4j does, a Logger without a name or inside another Logger. */
export function loggersOf(root: ConfigNode, context: ComponentContext): Logger[] {
  const loggers: Logger[] = [];
  for (const node of inside("loggers", root, isLogger)) {
    if (!isLogger(node)) continue;
    const written = node.kind === "root" ? "root" : (textOf(node, "name") ?? "");
    if (written === "") continue;
    const level = attributeNamed(node.attributes, "level");
    const range = rangeOf(level);
    const { start, openEnd, end } = node.element;
    const name = written === "root" ? "" : written;
    loggers.push({
      name,
      level: level?.value ?? null,
      resolved: level && substitute(level.value, context.properties),
      refs: node.children.flatMap((child) => (/^appender-?ref$/i.test(child.name) ? (textOf(child, "ref") ?? []) : [])),
      additive: substitute(textOf(node, "additivity") ?? "true", context.properties).toLowerCase() !== "false",
      line: context.lineOf(start),
      start,
      openEnd,
      end,
      levelStart: range.start,
      levelEnd: range.end,
    });
  }
  return loggers;
}
