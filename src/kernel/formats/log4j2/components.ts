import type { NodeAttribute } from "./attributes.ts";
import { attributeNamed } from "./attributes.ts";
import { DEFAULT_SIZE, sizeInBytes } from "./file-size.ts";
import { includesOf } from "./includes.ts";
import { type Named, hasLookup, substitute } from "./lookups.ts";
import { type ConfigNode, descendants, textOf } from "./nodes.ts";
import { type Rolling, rollingOf } from "./rolling.ts";

/** One SizeBasedTriggeringPolicy. Offsets are in bytes. */
export interface Trigger {
  /** Decoded text of the size at which the file is rolled, lookups included; null if the policy has none. */
  readonly size: string | null;
  /** Size at which log4j rolls the file: 10485760 if it cannot read the text. */
  readonly bytes: number;
  /** False if log4j cannot read the text, and therefore uses 10 MB. */
  readonly readable: boolean;
  readonly hasLookup: boolean;
  /** The size with those lookups replaced that the file itself decides. */
  readonly resolved: string | null;
  /** Line of the triggering policy's element, from 1. */
  readonly line: number;
  readonly start: number;
  /** Offset of the value between its quotes; both offsets are -1 if the size is not an attribute of the element. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The first rollover strategy of an appender. */
export interface Strategy {
  readonly type: string;
  /** `max` of DefaultRolloverStrategy or `maxFiles` of DirectWriteRolloverStrategy, as written. */
  readonly max: string | null;
  readonly fileIndex: string | null;
  readonly line: number;
  readonly start: number;
  /** Offset after the start tag of the strategy. */
  readonly openEnd: number;
  readonly end: number;
  /** Offset of the value of `max`; both offsets are -1 if `max` is not an attribute of the strategy. */
  readonly maxStart: number;
  readonly maxEnd: number;
}

export interface Appender {
  /** Name as written, lookups included; "" if there is none. */
  readonly name: string;
  /** Name of the log4j component (the element's name) as spelled in the file. */
  readonly type: string;
  /** True for RollingFile and RollingRandomAccessFile, in any case. */
  readonly rolling: boolean;
  readonly fileName: string | null;
  readonly filePattern: string | null;
  /** fileName and filePattern with those lookups replaced that the file itself decides; dates and values of the running program remain as written. */
  readonly resolved: { readonly fileName: string | null; readonly filePattern: string | null };
  readonly triggers: readonly Trigger[];
  /** True if the appender has a time-based or cron trigger. */
  readonly timeBased: boolean;
  /** Settings of rolling; null if the appender does not roll. */
  readonly rolls: Rolling | null;
  /** True if the appender's strategy has a Delete action. */
  readonly hasDelete: boolean;
  readonly strategy: Strategy | null;
  /** Number of rollover strategies. log4j uses one of them. */
  readonly strategies: number;
  /** True if log4j reads a part of the appender from another file (xi:include). */
  readonly hasInclude: boolean;
  readonly strategyMax: string | null;
  readonly line: number;
  readonly start: number;
  /** Offset after the start tag of the appender. */
  readonly openEnd: number;
  readonly end: number;
}

export interface Logger {
  /** Name as written; "" is the root logger, also if it is written as a Logger named "root", as in log4j. */
  readonly name: string;
  /** Log level as written; null if the element states none. */
  readonly level: string | null;
  /** The level with those lookups replaced that the file itself decides. */
  readonly resolved: string | null;
  /** Names of the appenders that the logger writes to. */
  readonly refs: readonly string[];
  /** True if the logger's events also go to the appenders of its parent loggers. */
  readonly additive: boolean;
  readonly line: number;
  readonly start: number;
  readonly openEnd: number;
  readonly end: number;
  /** Offset of the level between its quotes; both offsets are -1 if the level is not an attribute of the logger's element. */
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

/** Returns the policies of an appender: its own and those inside a composite policy, never those inside another component. */
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

/** Yields the components inside the element `container`. log4j can also build one elsewhere, but nothing can refer to it. */
function* inside(container: string, root: ConfigNode, closed?: (node: ConfigNode) => boolean): Generator<ConfigNode> {
  const isContainer = (node: ConfigNode) => node.name.toLowerCase() === container;
  for (const node of descendants(root, isContainer)) if (isContainer(node)) yield* descendants(node, closed);
}

/** Returns all appenders in document order, including those nested in others (Routing, AppenderSet). */
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

/** Returns all loggers in document order. Skips, as log4j does, a Logger without a name or inside another Logger. */
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
